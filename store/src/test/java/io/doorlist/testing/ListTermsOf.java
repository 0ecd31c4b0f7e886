package io.doorlist.testing;

import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.door.Reentry;
import java.time.Instant;
import java.util.List;

/** Terms of lists for tests in which only one of the terms matters. */
public final class ListTermsOf {
  private ListTermsOf() {}

  /** Returns the terms of a list that people enter an area by, perhaps more than once. */
  public static ListTerms passages(String area, Reentry reentry) {
    return passages(area, reentry, null);
  }

  public static ListTerms passages(String area, Reentry reentry, ListRules rules) {
    return new ListTerms(false, List.of(), null, null, area, reentry, rules, false);
  }

  public static ListTerms open(Instant opensAt, Instant closesAt) {
    return new ListTerms(false, List.of(), opensAt, closesAt, null, Reentry.NEVER, null, false);
  }
}
