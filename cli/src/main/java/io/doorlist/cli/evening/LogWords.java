package io.doorlist.cli.evening;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Reentry;
import io.doorlist.store.checkin.RefusedItem;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.LongFunction;

/** Translates the rows of a list's log into members of lines, and back. */
final class LogWords {
  private static final String ID = "id";
  private static final String TYPE = "type";
  private static final String REFUSED = "refused";
  private static final String FIRST = "first";
  private static final String FIRST_LIST = "first_list";
  private static final String UNDOES = "undoes";
  private static final String PASSAGES = "passages";

  private static final Words SCAN =
      new Words()
          .time(ScanAttributes.DOOR_TIME, "at")
          .time(ScanAttributes.SCANNED_AT, "scanned_at")
          .word(CheckinMark.SCANNED, "qr_code_scanned")
          .word(CheckinMark.SKEW, "clock_skew");

  private static final Words STATE =
      new Words()
          .same(CheckinMark.AGAIN, CheckinMark.ADDED, CheckinMark.UNEXPLAINED)
          .same(CheckinMark.UNDONE, CheckinMark.WITHDRAWN)
          .word(TallyItems.TALLY, "counts");

  private static final Words TICKET =
      new Words()
          .word(OrderFacts.ID, "ticket")
          .same(ScanAttributes.REFERENCE, CheckinMark.NAME, CheckinMark.PARTY)
          .same(CheckinMark.ATTENTION)
          .word(ScanAttributes.TYPE, "ticket_type")
          .all(SCAN)
          .all(STATE);

  private static final Words REFUSAL =
      new Words()
          .same(ScanAttributes.REASON, FIRST_LIST)
          .word(RefusedItem.FIRST, FIRST)
          .word(RefusedItem.SECONDS, "seconds_since")
          .word(RefusedItem.SAME, "same_token")
          .same(RefusedItem.INSIDE_LIST)
          .time(RefusedItem.INSIDE_SINCE, "inside_since")
          .same(RefusedItem.ADMITTED_ON)
          .word(
              RefusedItem.LIMIT,
              "limit",
              name -> ((String) name).toLowerCase(Locale.ROOT),
              word -> ((String) word).toUpperCase(Locale.ROOT))
          .time(RefusedItem.LIMIT_AT, "limit_at");

  /** The words for a ticket in a row that is no check-in. */
  private static final Words PASSAGE =
      new Words()
          .word(ScanAttributes.TICKET, "ticket")
          .same(ScanAttributes.REFERENCE)
          .word(ScanAttributes.TYPE, "ticket_type")
          .time(ScanAttributes.DOOR_TIME, "at")
          .word(
              LogRow.RULE,
              "reentry",
              rule -> Reentry.values()[((Long) rule).intValue()].word(),
              word -> (long) Reentry.of((String) word).ordinal())
          .all(STATE)
          .same(LogRow.OPENS, LogRow.CLOSES)
          .same(LogRow.WAS_INSIDE, LogRow.MINUTES, LogRow.ENTRIES)
          .word(LogRow.FIRST, FIRST)
          .unsaid(LogRow.MARKS_PK, LogRow.MARKS_SK);

  private static final Words ROW =
      new Words()
          .word(LogRow.TYPE, TYPE)
          .all(PASSAGE)
          .all(SCAN)
          .time(ScanAttributes.AT, "created_at")
          .word(ScanAttributes.BY, "token")
          .word(ScanAttributes.BY_NAME, "scanned_by")
          .same(ScanAttributes.GATE, ScanAttributes.ONLINE, ScanAttributes.WAITING)
          .inside(CheckinMark.TICKETS, "tickets", TICKET)
          .inside(LogRow.PASSAGES, PASSAGES, PASSAGE)
          .inside(LogRow.REFUSED, REFUSED, REFUSAL)
          .word(LogRow.UNDID, "undid")
          .word(LogRow.PLACE, UNDOES)
          .same(LogRow.UNDID_BY, LogRow.HELD)
          .time(LogRow.UNDID_AT, "undid_at")
          .unsaid(LogRow.MARKS_PK, LogRow.MARKS_SK, SequenceRow.UNITS, SequenceNote.LEFT);

  private final EventDefinition definition;
  private final CheckinList list;
  private final Mode mode;

  LogWords(EventDefinition definition, CheckinList list, Mode mode) {
    this.definition = definition;
    this.list = list;
    this.mode = mode;
  }

  private Object id(CheckinList of, Object place) {
    return CheckinMark.id(of, mode, (Long) place);
  }

  private Object place(CheckinList of, Object id) {
    return CheckinMark.place(of, mode, (Long) id).orElseThrow();
  }

  /**
   * Returns the members for a row. The caller has checked that the row has a type. Rows that only
   * fill a gap have none.
   */
  Map<String, Object> say(Item row) {
    Type type = LogRow.type(row).orElseThrow();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(ID, id(list, CheckinMark.place(SequenceRow.of(row).ordinal(), 0)));
    members.put(TYPE, type.word());
    members.putAll(ROW.say(row.values()));
    convert(members, this::id);
    return members;
  }

  /**
   * Returns the row that has these members.
   *
   * @param marks returns, for the id of a ticket, the key of the item with its marks
   */
  Item hear(Map<String, Object> said, LongFunction<Key> marks) {
    Map<String, Object> members = new LinkedHashMap<>(said);
    long ordinal = CheckinMark.ordinal((Long) place(list, members.remove(ID)));
    if (Type.CHECK_IN.word().equals(members.get(TYPE))) {
      members.remove(TYPE);
    }
    convert(members, this::place);
    Item heard = ROW.hear(new Item(), members);
    String log =
        TableSchema.checkins(
            definition.event().account(), definition.event().slug(), list.id(), mode);
    Type type = LogRow.type(heard).orElseThrow();
    if (type == Type.UNDO) {
      long undone = LogRow.undidPlace(heard);
      return new SequenceNote(List.of(), List.of(undone), List.of())
          .row(log, ordinal)
          .putAll(heard);
    }
    long units =
        heard.items(CheckinMark.TICKETS).stream()
            .filter(ticket -> !ticket.flag(CheckinMark.UNDONE))
            .count();
    Item row = SequenceRow.row(log, ordinal, (int) units).putAll(heard);
    if (row.has(LogRow.PASSAGES)) {
      return row.put(
          LogRow.PASSAGES,
          row.items(LogRow.PASSAGES),
          passage -> withMarks(passage.without(), marks));
    }
    return row.has(ScanAttributes.TICKET) ? withMarks(row, marks) : row;
  }

  private static Item withMarks(Item part, LongFunction<Key> marks) {
    return LogRow.putMarksKey(part, marks.apply(part.number(ScanAttributes.TICKET)));
  }

  /**
   * Converts the members that name other rows. In a refusal, such a row may be a check-in on
   * another list.
   */
  private void convert(
      Map<String, Object> members, BiFunction<CheckinList, Object, Object> conversion) {
    for (String name : List.of(FIRST, UNDOES)) {
      members.computeIfPresent(name, (any, value) -> conversion.apply(list, value));
    }
    if (members.get(PASSAGES) instanceof List<?> passages) {
      List<Map<String, Object>> converted = new ArrayList<>(passages.size());
      for (Object each : passages) {
        Map<String, Object> passage = new LinkedHashMap<>(Words.members(each));
        passage.computeIfPresent(FIRST, (any, value) -> conversion.apply(list, value));
        converted.add(passage);
      }
      members.put(PASSAGES, converted);
    }
    if (members.get(REFUSED) instanceof Map<?, ?> refused && refused.containsKey(FIRST)) {
      Map<String, Object> converted = new LinkedHashMap<>(Words.members(refused));
      CheckinList of = definition.list((Long) refused.get(FIRST_LIST)).orElse(list);
      converted.put(FIRST, conversion.apply(of, refused.get(FIRST)));
      members.put(REFUSED, converted);
    }
  }
}
