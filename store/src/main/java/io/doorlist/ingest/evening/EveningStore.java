package io.doorlist.ingest.evening;

import io.doorlist.ingest.ImportOutcome;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.Stores;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.Pace;
import io.doorlist.store.table.TableFormat;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Write;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Carries all that an account has, and all that happened in it, from one table to another.
 *
 * <p>Implementation notes. Items are copied as they are, so every read of the other table answers
 * the same. A file is read twice: a bad one is refused before anything is written. The account and
 * its tokens come last: nobody can read or write what is not complete. A note in the table says
 * which export it is being filled from, so a run that was cut off goes on, and one that is done
 * does nothing. The recorder of webhook events finds that what it sees is told already. See ADR
 * 0041.
 */
public final class EveningStore {
  private static final String NOT_WHOLE =
      "is not whole: something changed while it was written, or it was cut off";

  private static final String SUM = "sum";
  private static final String DONE = "done";

  private final Dynamo dynamo;

  public EveningStore(Stores stores) {
    this.dynamo = stores.forCommand(Pace.FREE);
  }

  /**
   * The parts of an export, in their order: on AWS the recorder sees each order and each row that
   * is imported, and must find what these refer to.
   */
  private enum Part {
    REFERRED_TO,
    ORDERS,
    ROWS;

    static Part of(Item item) {
      return KeyParts.streamed(item.key())
          .map(streamed -> streamed instanceof KeyParts.LogRow ? ROWS : ORDERS)
          .orElse(REFERRED_TO);
    }
  }

  /** What {@link #write} did. */
  public record Written(Evening evening, boolean whole) {}

  /**
   * Writes an account's export: its first line, then its items. Reads the table four times.
   *
   * @return whether the items are whole: not if something changed meanwhile, so that what was
   *     written is of no use
   */
  public Written write(String account, Consumer<String> lines) {
    Evening.Sum before = new Evening.Sum();
    each(account, item -> before.add(ItemText.line(item)));
    Evening evening = before.evening(account);
    lines.accept(evening.line());
    Evening.Sum written = new Evening.Sum();
    for (Part part : Part.values()) {
      each(
          account,
          item -> {
            if (part == Part.of(item)) {
              String line = ItemText.line(item);
              written.add(line);
              lines.accept(line);
            }
          });
    }
    return new Written(evening, evening.equals(written.evening(account)));
  }

  private void each(String account, Consumer<Item> each) {
    dynamo.scanAccount(
        account,
        item -> {
          if (KeyParts.isCarried(item.key())) {
            each.accept(item);
          }
        });
  }

  /**
   * Begins to look at an export before anything is written.
   *
   * @throws RefusedEveningException if it is of another format of the table
   */
  public Check check(Evening evening) {
    if (evening.format() != TableFormat.CURRENT) {
      throw new RefusedEveningException(
          "is of another version (format "
              + evening.format()
              + ", this version reads "
              + TableFormat.CURRENT
              + "): import it with that one");
    }
    return new Check(evening);
  }

  /**
   * Begins to fill an account, or goes on. Reads the table once, unless it goes on.
   *
   * @param check that has seen all lines
   * @throws RefusedEveningException if the export is not whole, or the account is being filled from
   *     another one or has more than tokens; nothing was written then
   */
  public Filling fill(Check check) {
    check.finish();
    Evening evening = check.evening;
    Key note = TableSchema.evening(evening.account());
    Optional<Item> begun = dynamo.get(note);
    boolean done = begun.filter(item -> item.has(DONE)).isPresent();
    boolean same = begun.filter(item -> evening.sum().equals(item.text(SUM))).isPresent();
    if (begun.isPresent() && !done && !same) {
      throw new RefusedEveningException(
          "is not the export that account '"
              + evening.account()
              + "' is being filled from: import that one to its end");
    }
    if (!same) {
      requireNew(evening.account());
      dynamo.write(Write.put(new Item(note).put(SUM, evening.sum())));
    }
    return new Filling(evening, same && done);
  }

  private void requireNew(String account) {
    SortedSet<String> there = new TreeSet<>();
    each(
        account,
        item -> {
          if (!KeyParts.opens(item.key())) {
            Optional<String> event = KeyParts.event(item.key());
            there.add(event.map(slug -> "has event '" + slug + "'").orElse("was used"));
          }
        });
    if (!there.isEmpty()) {
      throw new RefusedEveningException(
          "goes where nothing has happened, but account '"
              + account
              + "' "
              + there.first()
              + " here already: import it into a new table");
    }
  }

  private static Item read(Evening evening, String line) {
    Item item;
    try {
      item = ItemText.item(line);
    } catch (MalformedJsonException | IllegalArgumentException e) {
      throw new RefusedEveningException("has a line that is no item");
    }
    boolean ours =
        KeyParts.isOf(evening.account(), item.key())
            || (KeyParts.opens(item.key()) && evening.account().equals(item.text("account")));
    if (!ours || !KeyParts.isCarried(item.key())) {
      throw new RefusedEveningException("has an item that is not the account's");
    }
    return item;
  }

  /** An export that is looked at before anything is written. Not thread-safe. */
  public static final class Check {
    private final Evening evening;
    private final Evening.Sum sum = new Evening.Sum();
    private boolean account;
    private RefusedEveningException fault;

    private Check(Evening evening) {
      this.evening = evening;
    }

    /** Looks at a line. What is wrong with it is said once it is known that the export is whole. */
    public void add(String line) {
      sum.add(line);
      try {
        account |= read(evening, line).key().equals(TableSchema.account(evening.account()));
      } catch (RefusedEveningException e) {
        fault = e;
      }
    }

    private void finish() {
      if (!sum.evening(evening.account()).equals(evening)) {
        throw new RefusedEveningException(NOT_WHOLE);
      }
      if (fault != null) {
        throw fault;
      }
      if (!account) {
        throw new RefusedEveningException("has no account");
      }
    }
  }

  /** An account that is being filled. Lines may be put by several threads. */
  public final class Filling {
    private final Evening evening;
    private final boolean done;
    private final ConcurrentLinkedQueue<Item> last = new ConcurrentLinkedQueue<>();
    private final Evening.Sum sum = new Evening.Sum();

    private Filling(Evening evening, boolean done) {
      this.evening = evening;
      this.done = done;
    }

    /**
     * Puts the item of a line; those that open the account wait for {@link #finish}.
     *
     * @throws RefusedEveningException if the table has another item in its place
     */
    public ImportOutcome put(String line) {
      synchronized (sum) {
        sum.add(line);
      }
      if (done) {
        return ImportOutcome.UNCHANGED;
      }
      Item item = read(evening, line);
      if (KeyParts.opens(item.key())) {
        last.add(item);
        return ImportOutcome.CREATED;
      }
      return put(item);
    }

    private ImportOutcome put(Item item) {
      if (dynamo.write(Write.put(item).ifAbsent())) {
        return ImportOutcome.CREATED;
      }
      String there = dynamo.get(item.key()).map(ItemText::line).orElse("");
      // The recorder may have begun to add what was not told or added up yet.
      if (!there.equals(ItemText.line(item)) && !KeyParts.isRecorded(item.key())) {
        throw new RefusedEveningException("has an item that the table has otherwise");
      }
      return ImportOutcome.UNCHANGED;
    }

    /**
     * Opens the account, once all lines are put.
     *
     * @throws RefusedEveningException if they are not those that were looked at
     */
    public void finish() {
      synchronized (sum) {
        if (!sum.evening(evening.account()).equals(evening)) {
          throw new RefusedEveningException("changed while it was read: import it again");
        }
      }
      if (done) {
        return;
      }
      Key key = TableSchema.account(evening.account());
      List<Item> account = last.stream().filter(item -> item.key().equals(key)).toList();
      last.stream().filter(item -> !item.key().equals(key)).forEach(this::put);
      Item note =
          new Item(TableSchema.evening(evening.account()))
              .put(SUM, evening.sum())
              .put(DONE, dynamo.clock().millis());
      dynamo.transact(List.of(Write.put(account.getFirst()), Write.put(note)));
    }
  }

  /** An export cannot be imported here. The message follows a file's name. */
  public static final class RefusedEveningException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RefusedEveningException(String message) {
      super(message);
    }
  }
}
