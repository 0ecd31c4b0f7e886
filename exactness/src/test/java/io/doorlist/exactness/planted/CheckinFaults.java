package io.doorlist.exactness.planted;

import io.doorlist.table.ConflictException;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Transaction;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.testing.RelayingEngine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** Faults in the transaction of a check-in. */
final class CheckinFaults {
  private CheckinFaults() {}

  /** Another way to send a transaction. */
  private interface Way {
    Transaction send(List<Write> writes, String token);
  }

  /** Changes only the transactions of check-ins. */
  static Engine ofCheckins(Engine next, UnaryOperator<List<Write>> change) {
    return Writes.changing(
        next, writes -> Writes.isCheckin(writes) ? change.apply(writes) : writes);
  }

  /** Sends only the transactions of check-ins in another way. */
  private static Engine checkinsSent(Engine next, Way way) {
    return new RelayingEngine(next) {
      @Override
      public Transaction transact(List<? extends Write> writes, String token) {
        List<Write> all = List.copyOf(writes);
        return Writes.isCheckin(all) ? way.send(all, token) : super.transact(writes, token);
      }
    };
  }

  /** Adds a guest whether somebody has or not. */
  static Engine guestAddedTwice(Engine next) {
    return Writes.changing(
        next, writes -> isAddition(writes) ? Writes.unconditional(writes, each -> true) : writes);
  }

  /** Adds a guest, and writes afterwards that they are in. */
  static Engine guestLetInAfterwards(Engine next) {
    return new RelayingEngine(next) {
      @Override
      public Transaction transact(List<? extends Write> writes, String token) {
        List<Write> all = List.copyOf(writes);
        if (!isAddition(all)) {
          return super.transact(writes, token);
        }
        Transaction outcome = super.transact(Writes.without(all, Writes::isRow), token);
        if (outcome.written()) {
          all.stream().filter(Writes::isRow).forEach(super::write);
        }
        return outcome;
      }
    };
  }

  /** Returns whether writes add a guest and let them in. */
  private static boolean isAddition(List<Write> writes) {
    return writes.stream().anyMatch(each -> each.key().sk().equals("ORDER"))
        && writes.stream().anyMatch(Writes::isRow);
  }

  /** Reads whether the marks are free, then writes without a condition on them. */
  static Engine readThenWrite(Engine next) {
    return checkinsSent(
        next,
        (writes, token) -> {
          Map<Write, Item> taken = new HashMap<>();
          for (Write write : writes) {
            if (Writes.isMark(write)) {
              Item door = next.get(write.key()).orElseThrow();
              if (isTaken((Update) write, door)) {
                taken.put(write, door);
              }
            }
          }
          if (!taken.isEmpty()) {
            return new Transaction.Rejected(taken);
          }
          return Writes.asOf(
              writes, next.transact(Writes.unconditional(writes, Writes::isMark), token));
        });
  }

  /** Returns whether somebody else has set a mark. */
  private static boolean isTaken(Update mark, Item door) {
    return mark.steps().stream()
        .map(step -> step.path().steps())
        .filter(path -> path.size() > 1 && path.getFirst().equals("in"))
        .anyMatch(path -> door.map("in").has((String) path.get(1)));
  }

  /** Sends each write of the transaction separately, rows first. */
  static Engine singleWrites(Engine next) {
    return checkinsSent(
        next,
        (writes, token) -> {
          for (Write write : writes.reversed()) {
            if (next.write(write).isEmpty()) {
              Item old = next.get(write.key()).orElseGet(Item::new);
              return new Transaction.Rejected(Map.of(write, old));
            }
          }
          return new Transaction.Written();
        });
  }

  /**
   * Gives every attempt a token of its own, and hides that a mark in the way is the sender's:
   * either alone does no harm, as the other prevents it.
   */
  static Engine newTokenAtEverySend(Engine next) {
    AtomicLong sent = new AtomicLong();
    return checkinsSent(
        next,
        (writes, token) -> {
          Transaction outcome = next.transact(writes, "token-" + sent.incrementAndGet());
          if (!(outcome instanceof Transaction.Rejected rejected)) {
            return outcome;
          }
          Map<Write, Item> failed = new HashMap<>(rejected.failed());
          failed.replaceAll((write, old) -> withoutOrdinals(old));
          return new Transaction.Rejected(failed);
        });
  }

  private static Item withoutOrdinals(Item door) {
    if (!door.has("in")) {
      return door;
    }
    Item in = door.map("in");
    Item others = new Item();
    for (String name : in.names()) {
      // The index stays; an ordinal larger by 2^20 belongs to nobody.
      Item mark = in.map(name);
      others.put(name, Writes.with(mark, "ordinal", mark.number("ordinal") + (1 << 20)));
    }
    return Writes.with(door, "in", others);
  }

  /** Reports a conflict as a failed condition. */
  static Engine conflictAsFailedCondition(Engine next) {
    return checkinsSent(
        next,
        (writes, token) -> {
          try {
            return next.transact(writes, token);
          } catch (ConflictException e) {
            if (e.writes().isEmpty()) {
              throw e;
            }
            Map<Write, Item> failed = new HashMap<>();
            e.writes().forEach(position -> failed.put(writes.get(position), new Item()));
            return new Transaction.Rejected(failed);
          }
        });
  }

  /** Sends only the first half of the marks of an order. */
  static Engine partialOrder(Engine next) {
    return ofCheckins(
        next,
        writes -> {
          List<Write> marks = writes.stream().filter(Writes::isMark).toList();
          List<Write> dropped =
              marks.size() < 2 ? List.of() : marks.subList(marks.size() / 2, marks.size());
          return Writes.without(writes, dropped::contains);
        });
  }

  /** Changes only the transactions of uploads, which have several keys. */
  private static Engine ofUploads(Engine next, BinaryOperator<List<Write>> change) {
    return ofCheckins(
        next,
        writes -> {
          List<Write> keys = writes.stream().filter(Writes::isKey).toList();
          return keys.size() < 2 ? writes : change.apply(writes, keys);
        });
  }

  /** Stores which row a key of an upload is of, and not which of its check-ins. */
  static Engine uploadKeyWithoutPlace(Engine next) {
    return ofUploads(
        next,
        (writes, keys) ->
            writes.stream().map(each -> keys.contains(each) ? withoutIndex(each) : each).toList());
  }

  private static Write withoutIndex(Write key) {
    return Writes.item(key, item -> item.without("index"));
  }

  /** Stores the first key of an upload alone. */
  static Engine uploadKeepsOneKey(Engine next) {
    return ofUploads(
        next, (writes, keys) -> Writes.without(writes, keys.subList(1, keys.size())::contains));
  }

  /** Leaves out the mark of the upload's last ticket. */
  static Engine uploadLosesAMark(Engine next) {
    return ofUploads(
        next,
        (writes, keys) -> {
          Write last =
              writes.stream().filter(Writes::isMark).reduce((one, other) -> other).orElseThrow();
          return Writes.without(writes, each -> each == last);
        });
  }
}
