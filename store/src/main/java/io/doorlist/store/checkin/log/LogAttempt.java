package io.doorlist.store.checkin.log;

import static io.doorlist.store.table.Condition.all;
import static io.doorlist.store.table.Condition.is;

import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.door.Passage;
import io.doorlist.door.Presence;
import io.doorlist.store.checkin.request.Attempt;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.Lanes;
import io.doorlist.store.checkin.request.ScannedTicket;
import io.doorlist.store.checkin.request.UsedKey;
import io.doorlist.store.checkin.ticket.AreaChange;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.LogTraces;
import io.doorlist.store.checkin.ticket.PassageSet;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One attempt to write what a scan asks for, if it is no check-in, with an ordinal of its own.
 *
 * @param ticket {@code null} if nobody has the code
 * @param type a later entry, an exit or a wrong admission
 * @param refusal why the door refuses somebody whom the device has let in, as the row keeps it, or
 *     {@code null}
 * @param repeat the key that shows a repeated request, or {@code null}
 */
public record LogAttempt(
    CheckinRequest request,
    ScannedTicket ticket,
    Type type,
    Item refusal,
    Key repeat,
    Instant now) {
  /** Writes the row, and returns it. */
  public Attempt<List<Item>> run(Lanes.Lane lane) {
    CheckinCommand command = request.command();
    long ordinal = lane.sequence().reserve(request.log(), 1, command.deadline());
    Item row =
        ScanItems.put(LogRow.row(request.log(), ordinal, type), command, now)
            .put(ScanItems.ONLINE, command.online())
            .put(LogRow.REFUSED, refusal);
    if (type == Type.WRONG) {
      LogRow.putOpen(row, request.list(), command.mode(), ordinal)
          .put(ScanItems.DOOR_TIME, command.doorTime(now).toEpochMilli());
    }
    List<Write> others = List.of();
    Map<Key, Write> tickets = Map.of();
    if (ticket != null) {
      LogRow.putMarksKey(row, ticket.marksKey())
          .put(ScanItems.TICKET, ticket.ticketId())
          .put(ScanItems.REFERENCE, ticket.reference())
          .put(ScanItems.TYPE, ticket.ticketType());
      Comings comings = request.comings(ticket, now);
      Update update = Update.of(ticket.marksKey()).require(all(conditions(comings)));
      if (type == Type.WRONG) {
        long place = CheckinMark.place(ordinal, 0);
        update.set(
            LogTraces.name(request.list().id(), place), LogTraces.trace(ticket.ticketId(), null));
      } else {
        AreaChange change = putPassage(row, update, comings, ordinal);
        others = LogRow.marks(List.of(change), request.account(), request.event(), command.mode());
      }
      tickets = Map.of(ticket.marksKey(), update);
    }
    Map<Key, Write> keys = repeat == null ? Map.of() : Map.of(repeat, usedKey(ordinal));
    LogWrite write =
        new LogWrite(
            request.log(), ordinal, List.of(row), tickets, keys, command.key() != null, others);
    return write.run(lane, command.deadline());
  }

  /** Returns conditions that hold while the ticket is as it was when this was decided. */
  private List<Condition> conditions(Comings comings) {
    List<Condition> conditions = new ArrayList<>(comings.unchanged());
    if (type != Type.EXIT) {
      conditions.add(is(CodeItems.VERSION, ticket.marksVersion()));
    }
    return conditions;
  }

  /** Adds the passage to the row and to the ticket's set. */
  private AreaChange putPassage(Item row, Update update, Comings comings, long ordinal) {
    boolean exit = type == Type.EXIT;
    Passage passage =
        comings.passage(
            exit, comings.doorTime(request.command(), now), request.command().tokenId());
    PassageSet set =
        comings
            .set()
            .with(
                new PassageSet.Stored(
                    passage.at(),
                    passage.tie(),
                    exit,
                    passage.reentry().ordinal(),
                    request.list().number(),
                    ordinal));
    Comings after = comings.with(set);
    AreaChange change = AreaChange.between(comings, after, request.command().mode());
    update.set(PassageSet.name(ticket.ticketId()), set.item());
    LogRow.putPassage(row, passage, change, after.explains(CheckinMark.place(ordinal, 0)));
    if (exit) {
      Presence before = comings.before(passage);
      row.put(LogRow.WAS_INSIDE, before.inside());
      if (before.inside()) {
        row.put(LogRow.MINUTES, Duration.ofMillis(passage.at() - before.since()).toMinutes());
      }
    } else {
      ticket.mark(request.list().id()).ifPresent(mark -> row.put(LogRow.FIRST, mark.place()));
      row.put(LogRow.ENTRIES, after.fold().tally().entries());
    }
    return change;
  }

  private Write usedKey(long ordinal) {
    String asked = request.command().key() == null ? "" : request.command().key().request();
    UsedKey used = new UsedKey(asked, false, ordinal, 1, UsedKey.ALL, new TreeMap<>());
    return Write.put(used.item(repeat)).ifAbsent();
  }
}
