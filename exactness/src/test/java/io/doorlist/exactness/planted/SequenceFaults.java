package io.doorlist.exactness.planted;

import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Path;
import io.doorlist.table.Update;
import io.doorlist.table.Update.Step;
import io.doorlist.table.Write;
import io.doorlist.testing.RelayingEngine;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Faults in the growth, settling and reading of lists. */
final class SequenceFaults {
  private SequenceFaults() {}

  private static boolean isReserve(Write write) {
    return write instanceof Update update
        && update.steps().size() == 1
        && update.steps().getFirst() instanceof Step.Add add
        && add.attribute().equals("next");
  }

  private static boolean isAdvance(Write write) {
    return Writes.firstSet(write).filter(Path.of("settled")::equals).isPresent();
  }

  /** Every second writer gets the ordinals of the previous one. */
  static Engine ordinalReused(Engine next) {
    return new RelayingEngine(next) {
      private final Map<Key, Item> last = new ConcurrentHashMap<>();

      @Override
      public Optional<Item> write(Write write) {
        if (!isReserve(write)) {
          return super.write(write);
        }
        Item before = last.remove(write.key());
        if (before != null) {
          return Optional.of(before);
        }
        Optional<Item> now = super.write(write);
        now.ifPresent(item -> last.put(write.key(), item));
        return now;
      }
    };
  }

  /** Settles over gaps without closing them. */
  static Engine settledOverGap(Engine next) {
    return new RelayingEngine(next) {
      @Override
      public Optional<Item> write(Write write) {
        return isVoid(write) ? Optional.of(new Item()) : super.write(write);
      }
    };
  }

  private static boolean isVoid(Write write) {
    return write instanceof Write.Put put
        && put.item().has("units")
        && put.item().number("units") == 0;
  }

  /** Closes gaps with rows that count as units. */
  static Engine voidCountedAsRow(Engine next) {
    return changing(
        next, SequenceFaults::isVoid, write -> Writes.item(write, item -> item.without("units")));
  }

  /** Changes some writes that are sent alone. */
  private static Engine changing(Engine next, Predicate<Write> which, UnaryOperator<Write> change) {
    return new RelayingEngine(next) {
      @Override
      public Optional<Item> write(Write write) {
        return super.write(which.test(write) ? change.apply(write) : write);
      }
    };
  }

  /** Adds one to the surplus each time that the list settles. */
  static Engine countOffByOne(Engine next) {
    return changing(
        next,
        SequenceFaults::isAdvance,
        write -> Writes.changed((Update) write, SequenceFaults::oneMore));
  }

  private static Step oneMore(Step step) {
    return step instanceof Step.Add add && add.attribute().equals("surplus")
        ? new Step.Add("surplus", add.number() + 1)
        : step;
  }

  /** Lets two writers settle the same rows. */
  static Engine settledWithoutCondition(Engine next) {
    return changing(next, SequenceFaults::isAdvance, Writes::unconditional);
  }
}
