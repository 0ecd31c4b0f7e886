package io.doorlist.store.checkin.passage;

import static io.doorlist.store.table.Condition.all;
import static io.doorlist.store.table.Condition.is;

import io.doorlist.domain.UnavailableException;
import io.doorlist.door.Passage;
import io.doorlist.door.PassageFold;
import io.doorlist.door.Presence;
import io.doorlist.store.checkin.request.Attempt;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.Lanes;
import io.doorlist.store.checkin.request.ScannedTicket;
import io.doorlist.store.checkin.request.UsedKey;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.PassageSet;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Transaction;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One attempt to record a passage that is no check-in, with an ordinal of its own: the ticket's set
 * of passages grows, a row says what that changes in the area, and the key is used, all at once and
 * only if the ticket's comings and goings are as they were read.
 *
 * @param repeat the key that shows a repeated request, or {@code null}
 */
public record PassageAttempt(
    CheckinRequest request, ScannedTicket ticket, boolean exit, Key repeat, Instant now) {
  /** What else an attempt writes in its transaction, in place of an ordinary key. */
  public record Along(List<Write> writes, Write key) {}

  /**
   * Writes the passage, and returns its row.
   *
   * @param along what is written with it, or {@code null}
   */
  public Attempt<Item> run(Lanes.Lane lane, Along along) {
    Sequence sequence = lane.sequence();
    Instant deadline = request.command().deadline();
    Comings comings = request.comings(ticket, now);
    Passage passage =
        comings.passage(
            exit, comings.doorTime(request.command(), now), request.command().tokenId());
    long ordinal = sequence.reserve(request.passages(), 1, deadline);
    Item row = row(comings, passage, ordinal);
    Write append = Sequence.append(row);
    Write set = set(comings, passage, ordinal);
    Write key = along == null ? usedKey(ordinal) : along.key();
    List<Write> writes = new ArrayList<>(List.of(set, append));
    if (key != null) {
      writes.add(key);
    }
    if (along != null) {
      writes.addAll(along.writes());
    }
    Transaction outcome;
    try {
      outcome = lane.dynamo().transact(writes, deadline);
    } catch (UnavailableException e) {
      if (key != null && request.command().key() != null && Dynamo.conflicted(e, writes, key)) {
        return new Attempt.KeyBusy<>();
      }
      throw e;
    }
    if (outcome instanceof Transaction.Rejected rejected && !ours(rejected, set, ordinal)) {
      if (!rejected.failed(append)) {
        sequence.giveUp(request.passages(), ordinal, 1, deadline);
      }
      if (key != null && rejected.failed(key)) {
        return new Attempt.KeyUsed<>(rejected.old(key));
      }
      return new Attempt.Lost<>(
          rejected.failed(set) ? Map.of(ticket.marksKey(), rejected.old(set)) : Map.of());
    }
    sequence.settleInTurn(request.passages(), ordinal, 1, deadline);
    return new Attempt.Done<>(row);
  }

  private Item row(Comings comings, Passage passage, long ordinal) {
    PassageFold after = comings.with(passage);
    Item row = PassageRow.row(request, ticket, ordinal, passage, comings.change(passage), now);
    if (exit) {
      Presence before = comings.before(passage);
      return row.put(PassageRow.WAS_INSIDE, before.inside())
          .put(
              PassageRow.MINUTES,
              before.inside()
                  ? (Long) Duration.ofMillis(passage.at() - before.since()).toMinutes()
                  : null);
    }
    Optional<CheckinMark> first = ticket.mark(request.list().id());
    return row.put(PassageRow.FIRST, first.map(CheckinMark::ordinal).orElse(null))
        .put(ScanItems.INDEX, first.map(mark -> (long) mark.index()).orElse(null))
        .put(PassageRow.ENTRIES, after.tally().entries());
  }

  /** Returns the write that adds the passage to the ticket's set. */
  private Write set(Comings comings, Passage passage, long ordinal) {
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
    List<Condition> conditions = new ArrayList<>(comings.unchanged());
    if (!exit) {
      conditions.add(is(CodeItems.VERSION, ticket.marksVersion()));
    }
    return Update.of(ticket.marksKey())
        .set(PassageSet.name(ticket.ticketId()), set.item())
        .require(all(conditions));
  }

  private Write usedKey(long ordinal) {
    if (repeat == null) {
      return null;
    }
    String asked = request.command().key() == null ? "" : request.command().key().request();
    UsedKey used = new UsedKey(asked, false, ordinal, 1, UsedKey.ALL, new TreeMap<>());
    return Write.put(used.item(repeat).put(UsedKey.PASSAGE, true)).ifAbsent();
  }

  /** Returns whether this very attempt was written earlier and its answer was lost. */
  private boolean ours(Transaction.Rejected rejected, Write set, long ordinal) {
    return rejected.failed(set)
        && PassageSet.of(rejected.old(set), ticket.ticketId())
            .has(request.list().number(), ordinal);
  }
}
