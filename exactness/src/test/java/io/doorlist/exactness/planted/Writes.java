package io.doorlist.exactness.planted;

import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Path;
import io.doorlist.table.Transaction;
import io.doorlist.table.Update;
import io.doorlist.table.Update.Step;
import io.doorlist.table.Write;
import io.doorlist.testing.RelayingEngine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Recognises the writes of a check-in, and removes parts of them. */
final class Writes {
  private Writes() {}

  /** The mark of a ticket at its door. */
  static boolean isMark(Write write) {
    return firstSet(write)
        .filter(path -> path.steps().size() > 1 && path.steps().getFirst().equals("in"))
        .isPresent();
  }

  /** Returns what an update sets first. */
  static Optional<Path> firstSet(Write write) {
    return write instanceof Update update
        ? update.steps().stream()
            .filter(step -> !(step instanceof Step.Add || step instanceof Step.Remove))
            .map(Step::path)
            .findFirst()
        : Optional.empty();
  }

  /** A row of a list's check-ins. */
  static boolean isRow(Write write) {
    return puts(write, "tickets") && write.key().pk().contains("#checkins#");
  }

  /** A used idempotency key. */
  static boolean isKey(Write write) {
    return write instanceof Write.Put && write.key().sk().equals("KEY");
  }

  /** The items for a sequence's irregular rows. */
  static boolean isIrregular(Write write) {
    String sk = write.key().sk();
    return write instanceof Update && (sk.startsWith("HEAD#") || sk.startsWith("IRREGULAR#"));
  }

  static boolean isCheckin(List<Write> writes) {
    return writes.stream().anyMatch(Writes::isMark);
  }

  /** Returns whether a write puts an item with this attribute. */
  static boolean puts(Write write, String attribute) {
    return write instanceof Write.Put put && put.item().has(attribute);
  }

  static List<Write> without(List<Write> writes, Predicate<Write> dropped) {
    return writes.stream().filter(dropped.negate()).toList();
  }

  /** Returns an engine that sends other transactions than it is asked to. */
  static Engine changing(Engine next, UnaryOperator<List<Write>> change) {
    return new RelayingEngine(next) {
      @Override
      public Transaction transact(List<? extends Write> writes, String token) {
        return asOf(writes, super.transact(change.apply(List.copyOf(writes)), token));
      }
    };
  }

  /** Returns what an outcome of other writes of the same items says of these writes. */
  static Transaction asOf(List<? extends Write> writes, Transaction outcome) {
    if (!(outcome instanceof Transaction.Rejected rejected)) {
      return outcome;
    }
    Map<Write, Item> failed = new HashMap<>();
    for (Write write : writes) {
      rejected
          .failed()
          .forEach(
              (other, old) -> {
                if (other.key().equals(write.key())) {
                  failed.put(write, old);
                }
              });
    }
    return new Transaction.Rejected(failed);
  }

  /** Returns an engine whose transactions have other writes. */
  static Engine changingEach(Engine next, UnaryOperator<Write> change) {
    return changing(next, writes -> writes.stream().map(change).toList());
  }

  /** Returns an engine whose transactions lack some writes. */
  static Engine leavingOut(Engine next, Predicate<Write> dropped) {
    return changing(next, writes -> without(writes, dropped));
  }

  /** Returns an engine that sends some writes of transactions afterwards, each alone. */
  static Engine afterwards(Engine next, Predicate<Write> late) {
    return new RelayingEngine(next) {
      @Override
      public Transaction transact(List<? extends Write> writes, String token) {
        Transaction outcome = super.transact(without(List.copyOf(writes), late), token);
        if (outcome.written()) {
          writes.stream().filter(late).forEach(next::write);
        }
        return outcome;
      }
    };
  }

  static List<Write> unconditional(List<Write> writes, Predicate<Write> which) {
    return writes.stream().map(each -> which.test(each) ? unconditional(each) : each).toList();
  }

  static Write unconditional(Write write) {
    return switch (write) {
      case Write.Put put -> Write.put(put.item());
      case Update update -> copy(update, step -> step);
      case Write.Delete delete -> Write.delete(delete.key());
      // Without its condition nothing is left of it.
      case Write.Check check -> check;
    };
  }

  /** Returns an update with other steps and no condition. */
  static Update copy(Update update, UnaryOperator<Step> change) {
    Update copy = Update.of(update.key());
    for (Step step : update.steps()) {
      switch (change.apply(step)) {
        case Step.Set set -> copy.set(set.path(), set.value());
        case Step.SetIfAbsent set -> copy.setIfAbsent(set.attribute(), set.value());
        case Step.Append append -> copy.append(append.list(), append.element());
        case Step.Add add -> copy.add(add.attribute(), add.number());
        case Step.Remove remove -> copy.remove(remove.path());
      }
    }
    return copy;
  }

  /** Returns an update with other steps and the same condition. */
  static Update changed(Update update, UnaryOperator<Step> change) {
    Update copy = copy(update, change);
    return update.condition() == null ? copy : copy.require(update.condition());
  }

  /** Returns a put of another item. */
  static Write item(Write write, UnaryOperator<Item> change) {
    Write put = Write.put(change.apply(((Write.Put) write).item()));
    return write.condition() == null ? put : put.require(write.condition());
  }

  static Item with(Item item, String name, Object value) {
    return item.without().put(name, value);
  }
}
