package io.doorlist.store.checkin;

import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.checkin.WithdrawalOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Withdraws scans. A withdrawn scan does not count, whatever became of it. If a request with the
 * scan is still on its way, that request is refused when it arrives.
 *
 * <p>Implementation notes. First the item of the idempotency key is marked. Every write of the scan
 * depends on that item, so nothing more is written for the scan. Then what was written is undone.
 * Each ticket has its own transaction, which also notes in the key's item what it undid. So a
 * repeated withdrawal goes on where the last one ended, and all get the same answer. See ADR 0052.
 * Thread-safe.
 */
public final class WithdrawalStore {
  private final Table table;
  private final LogAnswers answers;
  private final UndoStore undos;
  private final KeySpellings spellings;

  public WithdrawalStore(Table table) {
    this.table = table;
    this.answers = new LogAnswers(table);
    this.undos = new UndoStore(table);
    this.spellings = new KeySpellings(table);
  }

  /**
   * Withdraws the scan that has this key. Access pattern 58: 1 write unit for a key that was never
   * used, otherwise 2 more and an undo of each ticket.
   *
   * @param scan the scan with its key; its token is the one that withdraws it
   * @throws io.doorlist.domain.UnavailableException if the table did not answer before the scan's
   *     deadline. A repeated request goes on
   */
  public WithdrawalOutcome withdraw(EventDefinition definition, CheckinList list, Scan scan) {
    ScanRequest request = spellings.request(definition, list, scan);
    Key key = request.idempotencyKey().orElseThrow();
    Item used = marked(request, key);
    if (LogAnswers.isOfOther(request, UsedKey.request(used))) {
      return new WithdrawalOutcome.KeyReused();
    }
    UndoRequest undo =
        new UndoRequest(
            scan.mode(), scan.tokenId(), scan.tokenName(), Role.SCANNER, scan.deadline());
    if (!used.has(UsedKey.FIRST)) {
      return new WithdrawalOutcome.Withdrawn(List.of());
    }
    for (long place : standing(request, used)) {
      undos.withdraw(definition, list, place, undo, Update.of(key).append(UsedKey.UNDONE, place));
    }
    // If the same request was sent twice at once, the other one may have undone some of it. The
    // key's item says so by now.
    Item now = table.get(key, scan.deadline()).orElseThrow();
    return new WithdrawalOutcome.Withdrawn(
        now.numbers(UsedKey.UNDONE).stream()
            .map(place -> CheckinMark.id(list, scan.mode(), place))
            .toList());
  }

  /**
   * Marks the item of the key as withdrawn, unless the key belongs to another scan. Returns the
   * item.
   */
  private Item marked(ScanRequest request, Key key) {
    Item unused = UsedKey.withdrawn(key, request.digest());
    while (true) {
      if (table.write(Write.put(unused).ifAbsent(), request.scan().deadline())) {
        return unused;
      }
      Optional<Item> used = table.get(key, request.scan().deadline());
      if (used.isEmpty()) {
        continue;
      }
      if (UsedKey.isWithdrawn(used.get())
          || LogAnswers.isOfOther(request, UsedKey.request(used.get()))) {
        return used.get();
      }
      // Until this update, later parts of a leaving group may still be written. So the item that it
      // returns is complete.
      Update mark =
          Update.of(key).set(UsedKey.WITHDRAWN, true).require(Condition.lacks(UsedKey.WITHDRAWN));
      Optional<Item> marked = table.update(mark, request.scan().deadline());
      if (marked.isPresent()) {
        return marked.get();
      }
    }
  }

  /** Returns the places of what was written for the scan and is not undone yet. */
  private List<Long> standing(ScanRequest request, Item key) {
    UsedKey used = UsedKey.of(key);
    List<UsedKey.Rows> parts =
        LeavingGroup.isIn(key) ? LeavingGroup.of(key).written() : List.of(used.rows());
    return parts.stream()
        .flatMap(rows -> answers.rows(request, rows).stream())
        .flatMap(row -> standing(row, used.index()))
        .toList();
  }

  private static Stream<Long> standing(SequenceRow row, int index) {
    return LogRow.parts(row.item()).stream()
        .filter(part -> index == UsedKey.ALL || part.index() == index)
        .filter(part -> !UndoStore.isGone(part.item(), true))
        .map(part -> CheckinMark.place(row.ordinal(), part.index()));
  }
}
