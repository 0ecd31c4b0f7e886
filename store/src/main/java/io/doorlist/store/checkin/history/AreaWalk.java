package io.doorlist.store.checkin.history;

import io.doorlist.domain.Mode;
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
  private final Tally.Builder sum = new Tally.Builder();
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
            happenings.add(was.undo(ScanItems.at(entry), word(entry.text(ScanItems.BY_NAME))));
          }
        });
    reader.rows(TableSchema.passages(account, event, list.id(), mode), row -> passage(list, row));
    reader.rows(
        TableSchema.doubleAdmissions(account, event, list.id(), mode),
        row -> doubleAdmission(list, row));
  }

  private void checkins(CheckinList list, SequenceRow row, Map<Long, Happening> undone) {
    List<Item> tickets = row.item().items(CheckinMark.TICKETS);
    List<CheckinMark.InRow> all = CheckinMark.all(row);
    for (int index = 0; index < all.size(); index++) {
      CheckinMark mark = all.get(index).mark();
      Item ticket = tickets.get(index);
      Happening happening = shared(mark.tokenId(), Happening.checkin(list, mode, all.get(index)));
      Tally entry = TallyItems.entry(ticket, mark.doorTime());
      Tally undo = TallyItems.undo(ticket, mark.doorTime());
      add(happening, mark.ticketId(), mark.tokenId(), entry, undo, list, row.ordinal(), null);
      if (happening.undone()) {
        undone.put(CheckinMark.place(row.ordinal(), index), happening);
      }
    }
  }

  private void passage(CheckinList list, SequenceRow row) {
    Item item = row.item();
    if (!item.has(ScanItems.TICKET)) {
      return;
    }
    Happening happening = shared(item.text(ScanItems.BY), Happening.passage(list, mode, row));
    add(
        happening,
        item.number(ScanItems.TICKET),
        item.text(ScanItems.BY),
        TallyItems.tally(item.map(TallyItems.TALLY)),
        TallyItems.tally(item.map(TallyItems.UNDONE_TALLY)),
        list,
        row.ordinal(),
        PassageRow.marksKey(item));
    if (happening.undone()) {
      happenings.add(
          happening.undo(
              ScanItems.time(item, PassageRow.UNDONE_AT),
              names.get(item.text(PassageRow.UNDONE_TOKEN))));
    }
  }

  private void doubleAdmission(CheckinList list, SequenceRow row) {
    if (row.item().has(ScanItems.REASON)) {
      happenings.add(
          shared(row.item().text(ScanItems.BY), Happening.doubleAdmission(list, mode, row)));
    }
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
    sum.add(change);
    steps.add(change);
    if (happening.undone()) {
      sum.add(undo);
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
    return sum.build();
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
        Item item = read.computeIfAbsent(step.marks(), key -> dynamo.get(key).orElseGet(Item::new));
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
    happenings.set(place, was.with(was.ticketType(), was.phone(), was.reason(), explained));
  }

  /** Returns a scan of a token with one object for equal words: many rows need little memory. */
  private Happening shared(String token, Happening scan) {
    String phone = word(scan.phone());
    if (phone != null) {
      names.put(token, phone);
    }
    return scan.with(word(scan.ticketType()), phone, word(scan.reason()), null);
  }

  private String word(String word) {
    return word == null ? null : words.computeIfAbsent(word, any -> word);
  }
}
