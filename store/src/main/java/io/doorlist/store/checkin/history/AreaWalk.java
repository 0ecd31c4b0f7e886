package io.doorlist.store.checkin.history;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Emptying;
import io.doorlist.door.Passage;
import io.doorlist.door.PassageFold;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.passage.PassageRow;
import io.doorlist.store.checkin.ticket.AreaClock;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.PassageSet;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A walk of all rows of an area: what happened there, and what of it is explained. Not thread-safe.
 */
final class AreaWalk {
  /** One passage of a ticket, as it counts in its area. */
  private record Step(int happening, Passage passage, long list, long ordinal, Key marks) {}

  /** What one ticket did in an area. */
  private static final class Steps {
    private final List<Step> steps = new ArrayList<>(1);
    private long unexplainedEntries;
    private long unexplainedExits;

    void add(Tally change) {
      unexplainedEntries += change.unexplainedEntries();
      unexplainedExits += change.unexplainedExits();
    }
  }

  private final Dynamo dynamo;
  private final HistoryRows reader;
  private final EventDefinition definition;
  private final Area.Doors doors;
  private final Mode mode;
  private final Instant now;
  private final List<Happening> happenings = new ArrayList<>();
  private final Map<Long, Steps> tickets = new HashMap<>();
  private final Map<String, Long> ties = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, String> words = new HashMap<>();
  private final Map<Long, Long> curve = new HashMap<>();
  private long entries;
  private long exits;
  private long unexplainedEntries;
  private long unexplainedExits;
  private Instant first;

  AreaWalk(
      Dynamo dynamo,
      HistoryRows reader,
      EventDefinition definition,
      Area.Doors doors,
      Mode mode,
      Instant now) {
    this.dynamo = dynamo;
    this.reader = reader;
    this.definition = definition;
    this.doors = doors;
    this.mode = mode;
    this.now = now;
    this.first = now;
  }

  void read(CheckinList list) {
    String account = definition.event().account();
    String event = definition.event().slug();
    Map<Long, Happening> undone = new HashMap<>();
    reader.rows(
        TableSchema.checkins(account, event, list.id(), mode), row -> checkins(list, row, undone));
    reader.entries(
        TableSchema.undone(account, event, list.id(), mode),
        entry -> {
          long place = CheckinMark.place(entry);
          Happening was = undone.get(place);
          if (was != null) {
            happenings.add(undo(was, ScanItems.at(entry), word(entry.text(ScanItems.BY_NAME))));
          }
        });
    reader.rows(TableSchema.passages(account, event, list.id(), mode), row -> passage(list, row));
    reader.rows(
        TableSchema.doubleAdmissions(account, event, list.id(), mode),
        row -> doubleAdmission(list, row));
  }

  private void checkins(CheckinList list, SequenceRow row, Map<Long, Happening> undone) {
    List<Item> tickets = row.item().items(CheckinMark.TICKETS, Item.class::cast);
    List<CheckinMark.InRow> all = CheckinMark.all(row);
    for (int index = 0; index < all.size(); index++) {
      CheckinMark mark = all.get(index).mark();
      Item ticket = tickets.get(index);
      boolean gone = all.get(index).undone();
      Happening happening =
          new Happening(
              Happening.Kind.CHECK_IN,
              CheckinMark.id(list, mode, row.ordinal(), index),
              list,
              mark.reference(),
              word(all.get(index).type()),
              name(mark.tokenId(), mark.tokenName()),
              mark.gate(),
              mark.doorTime(),
              mark.at(),
              mark.scannedAt(),
              mark.online(),
              null,
              gone,
              null);
      Tally entry =
          ticket.has(CheckinMark.TALLY)
              ? TallyItems.tally(ticket.map(CheckinMark.TALLY))
              : Comings.firstEntry(mark.doorTime());
      Tally undo =
          ticket.has(CheckinMark.UNDONE_TALLY)
              ? TallyItems.tally(ticket.map(CheckinMark.UNDONE_TALLY))
              : Tally.NONE.minus(Comings.firstEntry(mark.doorTime()));
      add(happening, mark.ticketId(), mark.tokenId(), entry, undo, list, row.ordinal(), null);
      if (gone) {
        undone.put(CheckinMark.place(row.ordinal(), index), happening);
      }
    }
  }

  private void passage(CheckinList list, SequenceRow row) {
    Item item = row.item();
    if (!item.has(ScanItems.TICKET)) {
      return;
    }
    TicketPassage passage = PassageRow.passage(row, list, mode);
    Happening happening =
        new Happening(
            passage.exit() ? Happening.Kind.EXIT : Happening.Kind.ENTRY,
            passage.id(),
            list,
            passage.ticketReference(),
            word(item.text(ScanItems.TYPE)),
            name(item.text(ScanItems.BY), passage.scannedBy()),
            item.numberOrNull(ScanItems.GATE),
            passage.at(),
            passage.createdAt(),
            passage.scannedAt(),
            passage.online(),
            null,
            passage.undone(),
            null);
    add(
        happening,
        passage.ticketId(),
        item.text(ScanItems.BY),
        TallyItems.tally(item.map(CheckinMark.TALLY)),
        TallyItems.tally(item.map(CheckinMark.UNDONE_TALLY)),
        list,
        row.ordinal(),
        PassageRow.marksKey(item));
    if (passage.undone()) {
      happenings.add(
          undo(
              happening,
              ScanItems.time(item, PassageRow.UNDONE_AT),
              names.get(item.text(PassageRow.UNDONE_TOKEN))));
    }
  }

  private void doubleAdmission(CheckinList list, SequenceRow row) {
    Item item = row.item();
    if (!item.has(ScanItems.REASON)) {
      return;
    }
    Instant at = ScanItems.at(item);
    Instant scanned = ScanItems.scannedAt(item);
    happenings.add(
        new Happening(
            Happening.Kind.DOUBLE_ADMISSION,
            CheckinMark.id(list, mode, row.ordinal(), 0),
            list,
            item.text(ScanItems.REFERENCE),
            word(item.text(ScanItems.TYPE)),
            name(item.text(ScanItems.BY), item.text(ScanItems.BY_NAME)),
            item.numberOrNull(ScanItems.GATE),
            scanned == null || scanned.isAfter(at) ? at : scanned,
            at,
            scanned,
            false,
            null,
            false,
            word(item.text(ScanItems.REASON))));
  }

  private static Happening undo(Happening was, Instant at, String phone) {
    return new Happening(
        Happening.Kind.UNDO,
        was.id(),
        was.list(),
        was.reference(),
        was.ticketType(),
        phone,
        null,
        at,
        at,
        null,
        null,
        null,
        false,
        null);
  }

  private void add(
      Happening happening,
      long ticket,
      String token,
      Tally change,
      Tally undo,
      CheckinList list,
      long ordinal,
      Key marks) {
    Steps steps = tickets.computeIfAbsent(ticket, any -> new Steps());
    count(change);
    steps.add(change);
    if (happening.undone()) {
      count(undo);
      steps.add(undo);
    } else {
      Passage passage =
          new Passage(
              happening.at().toEpochMilli(),
              ties.computeIfAbsent(token, Comings::tie),
              happening.kind() == Happening.Kind.EXIT,
              list.terms().reentry());
      steps.steps.add(new Step(happenings.size(), passage, list.number(), ordinal, marks));
      first = happening.at().isBefore(first) ? happening.at() : first;
    }
    happenings.add(happening);
  }

  Tally tally() {
    return new Tally(entries, exits, unexplainedEntries, unexplainedExits, new TreeMap<>(curve));
  }

  private void count(Tally change) {
    entries += change.entries();
    exits += change.exits();
    unexplainedEntries += change.unexplainedEntries();
    unexplainedExits += change.unexplainedExits();
    TallyItems.add(curve, change);
  }

  /** Returns all, with what is explained. */
  List<Happening> happenings() {
    Emptying emptying = AreaClock.between(definition.event(), doors.area(), first, now);
    tickets.values().forEach(steps -> explain(steps, emptying));
    return happenings;
  }

  private void explain(Steps steps, Emptying emptying) {
    List<Passage> unexplained = fold(steps.steps, emptying);
    long exits = unexplained.stream().filter(Passage::exit).count();
    boolean agrees =
        exits == steps.unexplainedExits && unexplained.size() - exits == steps.unexplainedEntries;
    List<Step> known = agrees ? steps.steps : asThen(steps.steps);
    if (!agrees) {
      unexplained = fold(known, emptying);
    }
    for (Step step : known) {
      mark(step.happening(), !unexplained.contains(step.passage()));
    }
  }

  private static List<Passage> fold(List<Step> steps, Emptying emptying) {
    if (steps.size() == 1 && !steps.getFirst().passage().exit()) {
      return List.of();
    }
    return PassageFold.of(steps.stream().map(Step::passage).toList(), emptying).unexplained();
  }

  /** Returns steps with the rules that lists had when somebody passed. */
  private List<Step> asThen(List<Step> steps) {
    Map<Key, Item> read = new HashMap<>();
    List<Step> then = new ArrayList<>();
    for (Step step : steps) {
      Passage passage = step.passage();
      if (step.marks() != null) {
        Item item =
            read.computeIfAbsent(
                step.marks(), key -> dynamo.get(key, dynamo.deadline()).orElseGet(Item::new));
        passage = stored(item, step);
      }
      then.add(new Step(step.happening(), passage, step.list(), step.ordinal(), step.marks()));
    }
    return then;
  }

  private static Passage stored(Item marks, Step step) {
    for (String name : marks.names()) {
      if (name.matches("p[0-9]+")) {
        for (PassageSet.Stored each :
            PassageSet.of(marks, Long.parseLong(name.substring(1))).passages()) {
          if (each.list() == step.list() && each.ordinal() == step.ordinal()) {
            return Comings.passage(each);
          }
        }
      }
    }
    return step.passage();
  }

  private void mark(int place, boolean explained) {
    Happening was = happenings.get(place);
    happenings.set(
        place,
        new Happening(
            was.kind(),
            was.id(),
            was.list(),
            was.reference(),
            was.ticketType(),
            was.phone(),
            was.gate(),
            was.at(),
            was.createdAt(),
            was.scannedAt(),
            was.online(),
            explained,
            was.undone(),
            was.reason()));
  }

  private String name(String token, String name) {
    String known = word(name);
    if (known != null) {
      names.put(token, known);
    }
    return known;
  }

  /** Returns one object for equal words, so that many rows need little memory. */
  private String word(String word) {
    return word == null ? null : words.computeIfAbsent(word, any -> word);
  }
}
