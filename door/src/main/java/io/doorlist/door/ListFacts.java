package io.doorlist.door;

import io.doorlist.door.rules.ListRule;

/** What the definition of a list decides at its door; the rule is the shop's, or {@code null}. */
public record ListFacts(boolean includePending, Window window, ListRule rule) {
  /** A list that is always open and admits confirmed orders only. */
  public static final ListFacts PLAIN = new ListFacts(false, Window.ALWAYS);

  /** Creates the facts of a list without a rule. */
  public ListFacts(boolean includePending, Window window) {
    this(includePending, window, null);
  }
}
