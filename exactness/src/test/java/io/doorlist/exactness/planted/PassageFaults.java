package io.doorlist.exactness.planted;

import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Transaction;
import io.doorlist.table.Update;
import io.doorlist.table.Update.Step;
import io.doorlist.table.Write;
import io.doorlist.testing.RelayingEngine;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Faults in the comings and goings of tickets. */
final class PassageFaults {
  private PassageFaults() {}

  /** Returns what a row without units says happened; nothing if it is no such row. */
  static String what(Write write) {
    return write instanceof Write.Put put && put.item().has("what") ? put.item().text("what") : "";
  }

  private static boolean isPassage(Write write) {
    return what(write).equals("entry") || what(write).equals("exit");
  }

  static boolean marksOthers(Write write) {
    return write instanceof Update update
        && update.steps().stream().anyMatch(step -> step.path().steps().contains("unexplained"));
  }

  /** Changes the rows of passages. */
  static Engine rows(Engine next, UnaryOperator<Item> spoil) {
    return rows(next, PassageFaults::isPassage, spoil);
  }

  /** Leaves out what rows of undos say. */
  static Engine undos(Engine next, String member) {
    return rows(next, write -> what(write).equals("undo"), row -> row.without(member));
  }

  /** Takes the time of a scan as the phone's clock says it. */
  static Item bySaidTime(Item row) {
    return row.has("scanned_at") ? Writes.with(row, "door_at", row.number("scanned_at")) : row;
  }

  /** Takes the time at which a passage arrived. */
  static Item byArrival(Item row) {
    return Writes.with(row, "door_at", row.number("at"));
  }

  private static Engine rows(Engine next, Predicate<Write> which, UnaryOperator<Item> spoil) {
    return Writes.changingEach(
        next, write -> which.test(write) ? Writes.item(write, row -> parts(row, spoil)) : write);
  }

  /** Changes a row or, if it is of several, what it says of each. */
  private static Item parts(Item row, UnaryOperator<Item> spoil) {
    if (!row.has("passages")) {
      return spoil.apply(row);
    }
    List<Item> spoilt = row.items("passages").stream().map(part -> part(row, part, spoil)).toList();
    return Writes.with(row, "passages", spoilt);
  }

  private static Item part(Item row, Item part, UnaryOperator<Item> spoil) {
    Item spoilt = spoil.apply(row.without().putAll(part));
    String[] ofTheRow =
        spoilt.names().stream()
            .filter(name -> row.has(name) && !part.has(name))
            .toArray(String[]::new);
    return spoilt.without(ofTheRow);
  }

  /** An undo of what is no check-in overwrites what its ticket did meanwhile. */
  static Engine undoOverwrites(Engine next) {
    return Writes.changing(
        next,
        writes ->
            writes.stream().anyMatch(PassageFaults::undoesPassage)
                ? Writes.unconditional(writes, DoorFaults::isMark)
                : writes);
  }

  private static boolean undoesPassage(Write write) {
    return write instanceof Write.Put put
        && put.item().has("undid")
        && !put.item().text("undid").equals("check_in");
  }

  private static boolean isLaterPart(Write write) {
    return write instanceof Update && write.key().sk().equals("KEY");
  }

  /** The later parts of a group are written by everybody who repeats the request. */
  static Engine partsUnconditional(Engine next) {
    return Writes.changing(next, all -> Writes.unconditional(all, PassageFaults::isLaterPart));
  }

  /** Whoever repeats the request of a group finds the rows of the first part only. */
  static Engine partsForgotten(Engine next) {
    return Writes.changingEach(
        Writes.leavingOut(next, PassageFaults::isLaterPart),
        write -> Writes.isKey(write) ? Writes.item(write, key -> key.without("later")) : write);
  }

  static Engine unconditional(Engine next) {
    return Writes.changing(
        next,
        writes ->
            writes.stream().anyMatch(PassageFaults::isPassage)
                ? Writes.unconditional(writes, Update.class::isInstance)
                : writes);
  }

  /** A list of an area lets people in any number of times. */
  static Item alwaysAgain(Item item) {
    return item.has("area") ? Writes.with(item, "reentry", "always") : item;
  }

  /** No area of the event empties. */
  static Item neverEmpty(Item item) {
    return item.has("areas")
        ? Writes.with(item, "areas", item.items("areas", area -> area.without("empties_at")))
        : item;
  }

  static Item curveFromArrival(Item row) {
    Item tally = row.map("tally");
    if (!tally.has("curve")) {
      return row;
    }
    Item curve = tally.map("curve");
    long sum = curve.names().stream().mapToLong(curve::number).sum();
    String minute = Long.toString(Math.floorDiv(row.number("at"), 60_000L));
    Item moved = new Item().put(minute, sum);
    return Writes.with(row, "tally", Writes.with(tally, "curve", moved));
  }

  static Item entriesTwice(Item row) {
    Item tally = row.map("tally");
    return tally.has("entries")
        ? Writes.with(row, "tally", Writes.with(tally, "entries", 2L))
        : row;
  }

  /**
   * An undo of a check-in does not see the passages of its ticket, nor requires that there are
   * none.
   */
  static final class HastyUndo extends RelayingEngine {
    /** Whether the last row that a thread has read is a check-in, as an undo reads it first. */
    private final ThreadLocal<Boolean> undoing = ThreadLocal.withInitial(() -> false);

    HastyUndo(Engine next) {
      super(next);
    }

    @Override
    public Optional<Item> get(Key key) {
      Optional<Item> found = super.get(key);
      boolean row = Character.isDigit(key.sk().charAt(0));
      if (row && key.pk().contains("#checkins#")) {
        undoing.set(found.isPresent() && found.get().has("tickets"));
      }
      return undoing.get() ? found.map(HastyUndo::withoutSets) : found;
    }

    private static Item withoutSets(Item item) {
      return item.without(
          item.names().stream().filter(name -> name.matches("p[0-9]+")).toArray(String[]::new));
    }

    @Override
    public Transaction transact(List<? extends Write> writes, String token) {
      List<Write> all = List.copyOf(writes);
      if (!undoing.get() || all.stream().noneMatch(HastyUndo::removesMark)) {
        return super.transact(writes, token);
      }
      return Writes.asOf(
          all, super.transact(Writes.unconditional(all, HastyUndo::removesMark), token));
    }

    private static boolean removesMark(Write write) {
      return write instanceof Update update
          && update.steps().stream()
              .anyMatch(step -> step instanceof Step.Remove && step.path().steps().contains("in"));
    }
  }
}
