package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.Digests;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Emptying;
import io.doorlist.door.Passage;
import io.doorlist.door.PassageFold;
import io.doorlist.door.Presence;
import io.doorlist.door.Reentry;
import io.doorlist.door.rules.PastEntries;
import io.doorlist.table.Item;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * All passages of one ticket in the area of a list. They are the ticket's check-ins on the area's
 * lists, which its marks record, and its later entries and exits. A check-in whose scan was
 * withdrawn is no passage, but stays as long as other entries {@link #hold} it.
 *
 * @param list the list for which the passages are read
 * @param marks the ticket's marks on the lists of the area, by list
 * @param set the ticket's passages in all areas
 * @param emptying when the area empties, from before the first passage until after now
 */
public record AreaPassages(
    long ticket,
    CheckinList list,
    Area.Doors doors,
    Map<Long, CheckinMark> marks,
    StoredPassages set,
    Emptying emptying) {
  private static final long MILLIS = 1000;

  /**
   * Reads the passages from the item of the ticket's marks. They can be asked about times since
   * {@code from}.
   */
  public static AreaPassages of(
      Item item,
      long ticket,
      EventDefinition definition,
      CheckinList list,
      Instant from,
      Instant now) {
    Area.Doors doors = definition.area(list);
    Map<Long, CheckinMark> marks = new TreeMap<>();
    for (CheckinList each : doors.lists()) {
      CodeItems.mark(item, each.id(), ticket).ifPresent(mark -> marks.put(each.id(), mark));
    }
    StoredPassages set = StoredPassages.of(item, ticket);
    long first =
        LongStream.concat(
                marks.values().stream().mapToLong(mark -> mark.doorTime().toEpochMilli()),
                set.passages().stream().mapToLong(StoredPassages.Stored::at))
            .reduce(from.toEpochMilli(), Math::min);
    Emptying emptying =
        AreaClock.between(definition.event(), doors.area(), Instant.ofEpochMilli(first), now);
    return new AreaPassages(ticket, list, doors, marks, set, emptying);
  }

  /**
   * Returns whether people can leave the list, or the ticket has exits or later entries in any
   * area.
   */
  public boolean tracked() {
    return list.terms().tracked() || !set.passages().isEmpty();
  }

  /**
   * A passage of the ticket in the area, and its place in the log of a list.
   *
   * @param told whether the time comes from a device; otherwise it is when the server took the
   *     passage
   */
  public record At(Passage passage, CheckinList list, long place, boolean checkin, boolean told) {}

  /** Returns all passages in the area, check-ins included, list by list. */
  public List<At> passages() {
    List<At> all = new ArrayList<>();
    for (CheckinList each : doors.lists()) {
      CheckinMark mark = marks.get(each.id());
      if (mark != null && !mark.withdrawn()) {
        boolean told = mark.doorTime().isBefore(mark.at());
        all.add(new At(entry(mark, each), each, mark.place(), true, told));
      }
      for (StoredPassages.Stored stored : set.passages()) {
        if (stored.list() == each.number()) {
          all.add(new At(passage(stored), each, stored.place(), false, stored.told()));
        }
      }
    }
    return all;
  }

  private List<Passage> bare() {
    return passages().stream().map(At::passage).toList();
  }

  /**
   * Returns the ticket's earlier entries at the list, about which the list's rules may ask.
   *
   * @param epochSecond the second of the scan; passages in the same second count as earlier
   */
  public PastEntries history(long epochSecond) {
    List<Passage> here =
        passages().stream().filter(each -> each.list().id() == list.id()).map(At::passage).toList();
    return PassageFold.history(here, emptying, (epochSecond + 1) * MILLIS - 1);
  }

  private static Passage passage(StoredPassages.Stored stored) {
    return new Passage(stored.at(), stored.tie(), stored.exit(), Reentry.values()[stored.rule()]);
  }

  private static Passage entry(CheckinMark mark, CheckinList list) {
    return new Passage(
        mark.doorTime().toEpochMilli(), tie(mark.tokenId()), false, list.terms().reentry());
  }

  /**
   * Returns the door time of a request: when the device scanned, or now. A passage that happens now
   * gets a later time than all known passages, even if our clock was ahead when they were written.
   */
  public Instant doorTime(Scan scan, Instant now) {
    if (!scan.isOf(now)) {
      return scan.doorTime(now);
    }
    long known = known();
    return known < now.toEpochMilli() ? now : Instant.ofEpochMilli(known + 1);
  }

  /** Returns the door time of the latest passage, or 0. */
  public long known() {
    return passages().stream().mapToLong(each -> each.passage().at()).max().orElse(0);
  }

  /**
   * Returns the door time of a passage that was decided when {@code known} was the time of the
   * latest known passage. It is before all passages that the server has taken since, even if clocks
   * differ. Passages whose time a device said do not matter.
   */
  public Instant doorTime(Instant decided, long known) {
    return passages().stream()
        .filter(each -> !each.told())
        .map(each -> each.passage().at())
        .filter(at -> at > known && at <= decided.toEpochMilli())
        .min(Comparator.naturalOrder())
        .map(since -> Instant.ofEpochMilli(since - 1))
        .orElse(decided);
  }

  public Passage passage(boolean exit, Instant at, String token) {
    return new Passage(at.toEpochMilli(), tie(token), exit, list.terms().reentry());
  }

  /** Returns these passages with a check-in on the list. */
  public AreaPassages with(CheckinMark checkin) {
    Map<Long, CheckinMark> all = new TreeMap<>(marks);
    all.put(list.id(), checkin);
    return new AreaPassages(ticket, list, doors, all, set, emptying);
  }

  public AreaPassages withoutCheckin() {
    Map<Long, CheckinMark> others = new TreeMap<>(marks);
    others.remove(list.id());
    return new AreaPassages(ticket, list, doors, others, set, emptying);
  }

  /**
   * Returns whether entries hold a list's check-in, so that it stays although its scan was
   * withdrawn. Later entries at the same list hold it. If the area has no other check-in, later
   * entries at any list of the area hold it. So a ticket with entries always has a check-in. Exits
   * hold nothing.
   */
  public boolean hold(CheckinList checkin) {
    boolean only = marks.keySet().stream().allMatch(each -> each == checkin.id());
    return passages().stream()
        .filter(each -> !each.checkin() && !each.passage().exit())
        .anyMatch(each -> only || each.list().id() == checkin.id());
  }

  /** Returns the lists whose check-ins were withdrawn and are no longer held by an entry. */
  public List<CheckinList> released() {
    return doors.lists().stream()
        .filter(each -> marks.containsKey(each.id()) && marks.get(each.id()).withdrawn())
        .filter(each -> !hold(each))
        .toList();
  }

  /**
   * Returns whether the check-in on the list must stay for now. It must if the ticket has passages
   * after it, or has passages and no other check-in in the area. So a ticket with passages always
   * has a check-in.
   */
  public boolean needsCheckin() {
    CheckinMark mark = marks.get(list.id());
    if (mark == null) {
      return false;
    }
    if (mark.withdrawn()) {
      return hold(list);
    }
    Passage checkin = entry(mark, list);
    AreaPassages others = withoutCheckin();
    return others.bare().stream()
        .anyMatch(each -> others.marks.isEmpty() || each.compareTo(checkin) >= 0);
  }

  /** Returns these passages with other later entries and exits. */
  public AreaPassages with(StoredPassages other) {
    return new AreaPassages(ticket, list, doors, marks, other, emptying);
  }

  public PassageFold fold() {
    return PassageFold.of(bare(), emptying);
  }

  /** Returns for each passage whether the others explain it. */
  Map<At, Boolean> explained() {
    List<At> all = passages();
    List<Boolean> explained = PassageFold.explained(bare(), emptying);
    Map<At, Boolean> each = new LinkedHashMap<>();
    for (int i = 0; i < all.size(); i++) {
      each.put(all.get(i), explained.get(i));
    }
    return each;
  }

  /** Returns whether the other passages explain the one at a place in the list's log. */
  public boolean explains(long place) {
    Map<At, Boolean> explained = explained();
    return explained.keySet().stream()
        .filter(each -> each.place() == place && each.list().id() == list.id())
        .allMatch(explained::get);
  }

  /**
   * Returns whether the list lets the ticket in. It does if the entry would leave no more passages
   * unexplained than before.
   */
  public boolean admits(Passage entry) {
    return PassageFold.admits(bare(), entry, emptying);
  }

  /** Returns whether the ticket was inside just before a passage, and since when. */
  public Presence before(Passage next) {
    return PassageFold.before(bare(), next, emptying).at(next.at(), emptying);
  }

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

  /** Returns the last entry of the ticket. The caller has checked that the ticket came in. */
  public At lastEntry() {
    return passages().stream()
        .filter(each -> !each.passage().exit())
        .max(Comparator.comparing(At::passage))
        .orElseThrow();
  }

  public Optional<At> last() {
    return passages().stream().max(Comparator.comparing(At::passage));
  }

  /** Returns a number that orders passages of the same time. */
  public static long tie(String token) {
    return ByteBuffer.wrap(Digests.sha256(token)).getInt() & 0xffffffffL;
  }
}
