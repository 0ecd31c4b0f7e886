package io.doorlist.store.checkin.log;

import io.doorlist.domain.UnavailableException;
import io.doorlist.store.checkin.request.Attempt;
import io.doorlist.store.checkin.request.Lanes;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Transaction;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows for a list's log, with all that is written with them: either everything is, or nothing.
 *
 * @param sequence of the log
 * @param first the first of the ordinals that were reserved for the rows
 * @param tickets the writes of the tickets' items, which fail if those have changed
 * @param keys the writes of the items that show repeated requests
 * @param waits whether a key that another request is writing is an answer
 * @param others marks of explanations in other rows, as far as there is room
 */
public record LogWrite(
    String sequence,
    long first,
    List<Item> rows,
    Map<Key, Write> tickets,
    Map<Key, Write> keys,
    boolean waits,
    List<Write> others) {
  /** The most items that a transaction writes. */
  private static final int MAX_WRITES = 100;

  /**
   * Writes it.
   *
   * @throws UnavailableException if the store did not answer in time; the rows may or may not be
   *     written
   */
  public Attempt<List<Item>> run(Lanes.Lane lane, Instant deadline) {
    List<Write> appends = rows.stream().map(Sequence::append).toList();
    List<Write> writes = new ArrayList<>(tickets.values());
    writes.addAll(appends);
    writes.addAll(keys.values());
    // They only say what the log adds up to: what is left out costs a reader nothing but a word.
    writes.addAll(others.subList(0, Math.min(others.size(), MAX_WRITES - writes.size())));
    Transaction outcome;
    try {
      outcome = lane.dynamo().transact(writes, deadline);
    } catch (UnavailableException e) {
      if (waits && keys.values().stream().anyMatch(key -> Dynamo.conflicted(e, writes, key))) {
        return new Attempt.KeyBusy<>();
      }
      throw e;
    }
    if (outcome instanceof Transaction.Rejected rejected && !ours(rejected, appends)) {
      return lost(rejected, appends, lane, deadline);
    }
    lane.sequence().settleInTurn(sequence, first, rows.size(), deadline);
    return new Attempt.Done<>(rows);
  }

  /**
   * Returns whether this very attempt was written earlier and its answer was lost: only it writes
   * other rows than voids at its ordinals.
   */
  private static boolean ours(Transaction.Rejected rejected, List<Write> appends) {
    Write append = appends.getFirst();
    return rejected.failed(append) && LogRow.type(rejected.old(append)).isPresent();
  }

  /** Gives up the ordinals that are still free, and returns what was in the way. */
  private Attempt<List<Item>> lost(
      Transaction.Rejected rejected, List<Write> appends, Lanes.Lane lane, Instant deadline) {
    for (int row = 0; row < appends.size(); row++) {
      if (!rejected.failed(appends.get(row))) {
        lane.sequence().giveUp(sequence, first + row, 1, deadline);
      }
    }
    Map<Key, Item> taken = failed(rejected, keys);
    if (keys.size() == 1 && !taken.isEmpty()) {
      return new Attempt.KeyUsed<>(taken.values().iterator().next());
    }
    Map<Key, Item> changed = failed(rejected, tickets);
    changed.putAll(taken);
    return new Attempt.Lost<>(changed);
  }

  /** Returns the items that were in the way of these writes. */
  private static Map<Key, Item> failed(Transaction.Rejected rejected, Map<Key, Write> writes) {
    Map<Key, Item> failed = new HashMap<>();
    writes.forEach(
        (key, write) -> {
          if (rejected.failed(write)) {
            failed.put(key, rejected.old(write));
          }
        });
    return failed;
  }
}
