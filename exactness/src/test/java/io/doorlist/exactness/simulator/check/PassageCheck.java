package io.doorlist.exactness.simulator.check;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.Emptying;
import io.doorlist.door.Passage;
import io.doorlist.door.PassageFold;
import io.doorlist.door.Reentry;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.store.checkin.copy.CopyPart;
import io.doorlist.store.checkin.copy.CopyTerms;
import io.doorlist.store.checkin.ticket.AreaClock;
import io.doorlist.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Compares what phones were told, and what looks say, with what logs and copies have. */
public final class PassageCheck {
  private static final Duration MAX_SKEW = Duration.ofSeconds(20);

  private final Stores stores;
  private final EventDefinition definition;
  private final List<CheckinList> doors;
  private final Instant now;

  /** What is violated. */
  public final List<Violation> violations = new ArrayList<>();

  /**
   * What a phone was told is on record.
   *
   * @param id of the row, or 0 if it was not told
   * @param by the phone's name
   * @param said the time that the phone said, which tells its scans apart; {@code null} with an id
   * @param scannedAt when it was at the door, by a clock that is right
   * @param took how long the request was under way at most, which its door time may be late by
   * @param uncorrected when it was at the door by the phone's own clock, if the service may take
   *     that for right; otherwise {@code null}
   * @param left whether it is an exit by the code of a group, which may leave in parts
   * @param key of the scan
   */
  public record Told(
      long list,
      long id,
      String by,
      Instant said,
      Instant scannedAt,
      Duration took,
      Instant uncorrected,
      boolean left,
      IdempotencyKey key) {
    /**
     * Returns the phone's own time of a scan if the service may take its clock for right, otherwise
     * {@code null}. To the service, the clock also seems to be behind by how long the request was
     * under way.
     *
     * @param said when the phone scanned, by its clock
     * @param ahead by how much that clock is ahead
     */
    public static Instant uncorrected(Instant said, Duration ahead, Duration took) {
      Duration least = ahead.negated().minus(MAX_SKEW);
      Duration most = ahead.negated().plus(MAX_SKEW).plus(took);
      boolean mayBeRight =
          least.compareTo(Scan.ON_ITS_WAY) < 0 && most.compareTo(Scan.CLOCK_RIGHT.negated()) > 0;
      return mayBeRight ? said.truncatedTo(ChronoUnit.MILLIS) : null;
    }

    /**
     * Returns whether the log may show this door time. If a ticket passes between two parts of a
     * group's exit, the exit is put just before that passage. The other request may have begun long
     * before.
     *
     * @param passages door times of the ticket
     */
    boolean isAt(Instant shown, Collection<Instant> passages) {
      boolean corrected =
          !shown.isBefore(scannedAt.minus(MAX_SKEW))
              && !shown.isAfter(scannedAt.plus(took).plus(MAX_SKEW));
      boolean between = left && shown.isBefore(scannedAt) && passages.contains(shown.plusMillis(1));
      return corrected || shown.equals(uncorrected) || between;
    }

    public boolean isOfSame(Told other) {
      return list == other.list && id == other.id && Objects.equals(said, other.said);
    }

    private boolean isShownBy(Happening row) {
      return id == 0 ? by.equals(row.scannedBy()) && said.equals(row.scannedAt()) : id == row.id();
    }
  }

  public PassageCheck(
      Stores stores, EventDefinition definition, List<CheckinList> doors, Instant now) {
    this.stores = stores;
    this.definition = definition;
    this.doors = doors;
    this.now = now;
  }

  /**
   * Looks for violations; returns how many passages there are.
   *
   * @param asked how many passages there may be at most, by code
   * @param undoing ids of what somebody has asked to undo
   */
  public long run(Collection<Told> told, Map<String, Integer> asked, Set<Long> undoing) {
    Map<Long, List<Passage>> byTicket = new TreeMap<>();
    for (CheckinList list : doors) {
      DoorCopy copy = copy(list);
      Reentry rule = Reentry.valueOf(list.terms().reentry().name());
      for (long ticket : copy.visitors()) {
        List<Passage> passages = byTicket.computeIfAbsent(ticket, any -> new ArrayList<>());
        copy.passages(ticket, rule).stream()
            .map(each -> new Passage(each.at(), each.tie(), each.exit(), rule))
            .forEach(passages::add);
      }
    }
    Emptying emptying =
        AreaClock.ofCopy(definition.event(), definition.area(doors.getFirst()).area(), now);
    checkTold(told, undoing);
    asked.forEach((code, times) -> checkState(code, times, byTicket, emptying));
    return byTicket.values().stream().mapToLong(List::size).sum();
  }

  private void violated(HistoryRule rule, String how) {
    violations.add(new Violation(rule, how));
  }

  private DoorCopy copy(CheckinList list) {
    DoorCopy copy = new DoorCopy();
    CopyTerms terms = new CopyTerms(new byte[0], true);
    CopyPart part = null;
    do {
      part =
          stores
              .doorCopies()
              .read(
                  definition.event().account(),
                  definition.event().slug(),
                  list.id(),
                  Mode.LIVE,
                  terms,
                  part == null ? null : part.version());
      copy.apply(part.delta());
    } while (part.more());
    return copy;
  }

  private void checkTold(Collection<Told> all, Set<Long> undoing) {
    List<Happening> rows = new ArrayList<>();
    for (CheckinList list : doors) {
      rows.addAll(LogCheck.log(stores, definition, list, new SplittableRandom(list.id())));
    }
    rows.removeIf(each -> each.type() == Happening.Type.UNDO);
    for (Told told : all) {
      Optional<Happening> row = rows.stream().filter(told::isShownBy).findFirst();
      if (row.isEmpty() || row.get().undone() && !undoing.contains(row.get().id())) {
        violated(HistoryRule.ON_RECORD, told + " is shown as " + row);
      } else if (!told.isAt(row.get().at(), doorTimes(rows, row.get().ticketId()))) {
        violated(HistoryRule.DOOR_TIME, told + " is shown at " + row.get().at());
      }
    }
    Set<List<Object>> scans = new HashSet<>();
    for (Happening row : rows) {
      Object ticket = Optional.ofNullable(row.ticketId());
      if (row.scannedAt() != null
          && !scans.add(List.of(row.scannedBy(), row.scannedAt(), ticket))) {
        violated(HistoryRule.ONCE, "two rows of one scan: " + row);
      }
    }
  }

  private static Set<Instant> doorTimes(List<Happening> rows, Long ticket) {
    return rows.stream()
        .filter(each -> ticket != null && ticket.equals(each.ticketId()))
        .map(Happening::at)
        .collect(Collectors.toSet());
  }

  private void checkState(
      String code, int asked, Map<Long, List<Passage>> byTicket, Emptying emptying) {
    Scan scan = new Scan(Mode.LIVE, "look", true, true, null, null, now.plusSeconds(9));
    TicketLook.Seen seen =
        (TicketLook.Seen) stores.looks().look(definition, doors.getFirst(), code, false, scan);
    List<Passage> passages = byTicket.getOrDefault(seen.ticketId(), List.of());
    PassageFold fold = PassageFold.of(passages, emptying);
    boolean inside = fold.presence().at(now.toEpochMilli(), emptying).inside();
    if (seen.inside() != inside || seen.entries() != fold.tally().entries()) {
      violated(HistoryRule.STATE, code + " is " + seen + " after " + passages);
    }
    if (passages.size() > asked) {
      violated(HistoryRule.ONCE, code + " passed " + passages + ", asked " + asked + " times");
    }
  }
}
