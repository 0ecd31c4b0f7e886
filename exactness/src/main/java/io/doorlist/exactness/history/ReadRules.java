package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Asked.Kind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Rules for counts and pages that were read while other clients wrote. */
final class ReadRules {
  private final ListHistory facts;
  private final long[] knownIn;
  private final long[] possibleSince;
  private final NavigableMap<Long, TicketFacts> byId = new TreeMap<>();

  private ReadRules(ListHistory facts) {
    this.facts = facts;
    this.knownIn =
        facts.tickets.values().stream()
            .mapToLong(known -> known.knownIn)
            .filter(when -> when != TicketFacts.NEVER)
            .sorted()
            .toArray();
    this.possibleSince =
        facts.tickets.values().stream()
            .filter(known -> known.last != null)
            .mapToLong(TicketFacts::possibleSince)
            .sorted()
            .toArray();
    facts.tickets.values().stream()
        .filter(known -> known.last != null)
        .forEach(known -> byId.put(known.last.id(), known));
  }

  static void check(ListHistory facts) {
    ReadRules rules = new ReadRules(facts);
    List<Operation> reads =
        facts.operations.stream()
            .filter(operation -> operation.answer().count() >= 0)
            .sorted(Comparator.comparingLong(Operation::completed))
            .toList();
    rules.neverFalls(reads);
    for (Operation read : reads) {
      rules.count(read);
      if (read.asked().kind() == Kind.PAGE) {
        rules.page(read);
      }
    }
  }

  /** Checks that no read has a lower count than a read that ended before it began. */
  private void neverFalls(List<Operation> byCompletion) {
    TreeMap<Long, Operation> highest = new TreeMap<>();
    long most = -1;
    for (Operation read : byCompletion) {
      if (read.answer().count() > most) {
        most = read.answer().count();
        highest.put(read.completed(), read);
      }
    }
    for (Operation read : byCompletion) {
      Map.Entry<Long, Operation> before = highest.lowerEntry(read.invoked());
      if (before != null && before.getValue().answer().count() > read.answer().count()) {
        facts.broken(
            HistoryRule.READ_SHOWS_ALL, "the count fell from " + before.getValue() + " to " + read);
      }
    }
  }

  private static int before(long[] sorted, long when) {
    int at = Arrays.binarySearch(sorted, when);
    return at >= 0 ? at : -at - 1;
  }

  private void count(Operation read) {
    long count = read.answer().count();
    int least = before(knownIn, read.invoked());
    int most = before(possibleSince, read.completed());
    if (count < least) {
      facts.broken(HistoryRule.READ_SHOWS_ALL, least + " were in before " + read);
    }
    if (count > most) {
      facts.broken(HistoryRule.READ_SHOWS_ONLY, "no more than " + most + " can be in at " + read);
    }
  }

  private void page(Operation read) {
    List<Seen> page = read.answer().checkins();
    long offset = (read.asked().page() - 1L) * read.asked().items();
    long size = Math.clamp(read.answer().count() - offset, 0, read.asked().items());
    if (page.size() != size) {
      facts.broken(HistoryRule.PAGE_WHOLE, page.size() + " instead of " + size + " on " + read);
    }
    for (int i = 0; i < page.size(); i++) {
      if (i > 0 && page.get(i).id() >= page.get(i - 1).id()) {
        facts.broken(HistoryRule.PAGE_WHOLE, "out of order: " + read);
      }
      if (facts.of(page.get(i).ticket()).possibleSince() >= read.completed()) {
        facts.broken(HistoryRule.READ_SHOWS_ONLY, page.get(i) + " cannot be in at " + read);
      }
    }
    complete(read, page, offset + page.size() >= read.answer().count());
  }

  /** Checks that a page leaves out no known check-in between the ones that it shows. */
  private void complete(Operation read, List<Seen> page, boolean last) {
    if (page.isEmpty() && !(last && read.asked().page() == 1)) {
      return;
    }
    long highest = read.asked().page() == 1 ? Long.MAX_VALUE : page.getFirst().id();
    long lowest = last ? 0 : page.getLast().id();
    int shown = 0;
    for (Map.Entry<Long, TicketFacts> known :
        byId.subMap(lowest, true, highest, true).descendingMap().entrySet()) {
      while (shown < page.size() && page.get(shown).id() > known.getKey()) {
        shown++;
      }
      boolean isShown = shown < page.size() && page.get(shown).id() == known.getKey();
      if (!isShown && known.getValue().knownIn < read.invoked()) {
        facts.broken(
            HistoryRule.READ_SHOWS_ALL, known.getValue().last + " was in and is not on " + read);
      }
    }
  }
}
