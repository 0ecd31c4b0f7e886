package io.doorlist.door;

import io.doorlist.door.rules.ListRule;

/**
 * What the definition of a list says for the decision at its door. The rule is the shop's, or
 * {@code null} if there is none.
 */
public record ListFacts(boolean includePending, Window window, ListRule rule) {
  /** A list that is always open and admits confirmed orders only. */
  public static final ListFacts PLAIN = new ListFacts(false, Window.ALWAYS);

  /** Creates the facts of a list without a rule. */
  public ListFacts(boolean includePending, Window window) {
    this(includePending, window, null);
  }
}
