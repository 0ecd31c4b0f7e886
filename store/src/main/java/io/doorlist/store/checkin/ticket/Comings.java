package io.doorlist.store.checkin.ticket;

import static io.doorlist.store.table.Condition.is;
import static io.doorlist.store.table.Condition.lacks;

import io.doorlist.domain.Digests;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Emptying;
import io.doorlist.door.Passage;
import io.doorlist.door.PassageFold;
import io.doorlist.door.Presence;
import io.doorlist.door.Reentry;
import io.doorlist.door.Tally;
import io.doorlist.door.rules.History;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Path;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The comings and goings of one ticket in the area of a list: its check-ins on the area's lists,
 * which are its marks, and its other passages.
 *
 * @param list the list at which somebody asks
 * @param marks of the lists of the area, by list
 * @param set the ticket's passages in all areas
 * @param emptying when the area empties, around all passages and now
 */
public record Comings(
    long ticket,
    CheckinList list,
    Area.Doors doors,
    Map<Long, CheckinMark> marks,
    PassageSet set,
    Emptying emptying) {
  /** By how many milliseconds passages of one moment are set apart at most. */
  private static final long MAX_AHEAD = 1000;

  private static final long MILLIS = 1000;

  /** Reads them from the item of the ticket's marks. */
  public static Comings of(
      Item item, long ticket, EventDefinition definition, CheckinList list, Instant now) {
    Area.Doors doors = definition.area(list);
    Item stored = item.map(CodeItems.MARKS);
    Map<Long, CheckinMark> marks = new TreeMap<>();
    for (CheckinList each : doors.lists()) {
      String name = CodeItems.mark(each.id(), ticket);
      if (stored.has(name)) {
        marks.put(each.id(), CheckinMark.of(ticket, stored.map(name)));
      }
    }
    PassageSet set = PassageSet.of(item, ticket);
    long first = now.toEpochMilli();
    for (CheckinMark mark : marks.values()) {
      first = Math.min(first, mark.doorTime().toEpochMilli());
    }
    for (PassageSet.Stored each : set.passages()) {
      first = Math.min(first, each.at());
    }
    Emptying emptying =
        AreaClock.between(definition.event(), doors.area(), Instant.ofEpochMilli(first), now);
    return new Comings(ticket, list, doors, marks, set, emptying);
  }

  /** Returns whether the ticket has passages in any area, or its list is one that people leave. */
  public boolean tracked() {
    return list.terms().tracked() || !set.passages().isEmpty();
  }

  /** A passage of the ticket in the area, and the list at which it was. */
  public record At(Passage passage, CheckinList list) {
    public TicketLook.LastPassage look() {
      return new TicketLook.LastPassage(passage.exit(), Instant.ofEpochMilli(passage.at()), list);
    }
  }

  /** Returns all passages in the area, check-ins included. */
  public List<At> passages() {
    List<At> all = new ArrayList<>();
    for (CheckinList each : doors.lists()) {
      CheckinMark mark = marks.get(each.id());
      if (mark != null) {
        all.add(new At(entry(mark.doorTime(), mark.tokenId(), each), each));
      }
      for (PassageSet.Stored stored : set.passages()) {
        if (stored.list() == each.number()) {
          all.add(new At(passage(stored), each));
        }
      }
    }
    return all;
  }

  /**
   * Returns what the rules of the list ask about the ticket.
   *
   * @param epochSecond of the scan; what happened in the same second has happened before
   */
  public History history(long epochSecond) {
    List<Passage> here =
        passages().stream().filter(each -> each.list().id() == list.id()).map(At::passage).toList();
    return PassageFold.history(here, emptying, (epochSecond + 1) * MILLIS - 1);
  }

  public static Passage passage(PassageSet.Stored stored) {
    return new Passage(stored.at(), stored.tie(), stored.exit(), Reentry.values()[stored.rule()]);
  }

  private static Passage entry(Instant at, String token, CheckinList list) {
    return new Passage(at.toEpochMilli(), tie(token), false, list.terms().reentry());
  }

  /**
   * Returns the door time of a request: a moment later if it happens in the same millisecond as a
   * passage that we know already.
   */
  public Instant doorTime(CheckinCommand command, Instant now) {
    Instant at = command.doorTime(now);
    if (at.equals(now)) {
      long known = passages().stream().mapToLong(each -> each.passage().at()).max().orElse(0);
      long ahead = known - now.toEpochMilli();
      return ahead >= 0 && ahead < MAX_AHEAD ? Instant.ofEpochMilli(known + 1) : at;
    }
    return at;
  }

  public Passage passage(boolean exit, Instant at, String token) {
    return new Passage(at.toEpochMilli(), tie(token), exit, list.terms().reentry());
  }

  /** Returns the same without the check-in on the list. */
  public Comings withoutCheckin() {
    Map<Long, CheckinMark> others = new TreeMap<>(marks);
    others.remove(list.id());
    return new Comings(ticket, list, doors, others, set, emptying);
  }

  /** Returns whether the ticket has passages in the area after its check-in on the list. */
  public boolean goesOnAfterCheckin() {
    CheckinMark mark = marks.get(list.id());
    if (mark == null) {
      return false;
    }
    Passage checkin = entry(mark.doorTime(), mark.tokenId(), list);
    return withoutCheckin().passages().stream()
        .anyMatch(each -> each.passage().compareTo(checkin) >= 0);
  }

  /** Returns the same with another set of passages. */
  public Comings with(PassageSet other) {
    return new Comings(ticket, list, doors, marks, other, emptying);
  }

  public PassageFold fold() {
    return PassageFold.of(passages().stream().map(At::passage).toList(), emptying);
  }

  /** Folds what there is and one more. */
  public PassageFold with(Passage more) {
    List<Passage> all = new ArrayList<>(passages().stream().map(At::passage).toList());
    all.add(more);
    return PassageFold.of(all, emptying);
  }

  /** Returns whether the passage of a row is there and does not fit the others. */
  public boolean isUnexplained(long listNumber, long ordinal) {
    List<Passage> unexplained = fold().unexplained();
    return set.passages().stream()
        .filter(each -> each.list() == listNumber && each.ordinal() == ordinal)
        .anyMatch(each -> unexplained.contains(passage(each)));
  }

  /** Returns whether the ticket's check-in on the list does not fit its other passages. */
  public boolean isUnexplainedCheckin() {
    CheckinMark mark = marks.get(list.id());
    return fold().unexplained().contains(entry(mark.doorTime(), mark.tokenId(), list));
  }

  /** Returns by how much one more passage changes the counts of the area. */
  public Tally change(Passage more) {
    return with(more).tally().minus(fold().tally());
  }

  /**
   * Returns whether the list lets the ticket in: whether its entry would leave nothing more
   * unexplained.
   */
  public boolean admits(Passage entry) {
    return PassageFold.admits(passages().stream().map(At::passage).toList(), entry, emptying);
  }

  /** Returns the state just before a passage. */
  public Presence before(Passage next) {
    return PassageFold.before(passages().stream().map(At::passage).toList(), next, emptying)
        .at(next.at(), emptying);
  }

  /** The ticket's check-in on a list. */
  public record Marked(CheckinMark mark, CheckinList list) {}

  /** Returns the check-in on this list or else the latest of the area, if there is any. */
  public Optional<Marked> first() {
    CheckinMark here = marks.get(list.id());
    return here != null
        ? Optional.of(new Marked(here, list))
        : doors.lists().stream()
            .filter(each -> marks.containsKey(each.id()))
            .map(each -> new Marked(marks.get(each.id()), each))
            .max(Comparator.comparing(marked -> marked.mark().doorTime()));
  }

  /** Returns where and when the ticket came in last; it must have. */
  public CheckinOutcome.Inside inside() {
    At entry =
        passages().stream()
            .filter(each -> !each.passage().exit())
            .max(Comparator.comparing(At::passage))
            .orElseThrow();
    return new CheckinOutcome.Inside(
        entry.list(), Instant.ofEpochMilli(Math.max(fold().presence().since(), 0)));
  }

  /** Returns the latest passage by door time, if there is any. */
  public Optional<At> last() {
    return passages().stream().max((one, other) -> one.passage().compareTo(other.passage()));
  }

  /** Returns conditions that hold while these comings and goings are as they were read. */
  public List<Condition> unchanged() {
    List<Condition> conditions = new ArrayList<>();
    conditions.add(
        set.version() == 0
            ? lacks(PassageSet.name(ticket))
            : is(PassageSet.versionOf(ticket), set.version()));
    for (CheckinList each : doors.lists()) {
      CheckinMark mark = marks.get(each.id());
      String name = CodeItems.mark(each.id(), ticket);
      conditions.add(
          mark == null
              ? lacks(Path.of(CodeItems.MARKS, name))
              : is(Path.of(CodeItems.MARKS, name, ScanItems.ORDINAL), mark.ordinal()));
    }
    return conditions;
  }

  /** Returns what decides between passages of the same time. */
  public static long tie(String token) {
    return ByteBuffer.wrap(Digests.sha256(token)).getInt() & 0xffffffffL;
  }
}
