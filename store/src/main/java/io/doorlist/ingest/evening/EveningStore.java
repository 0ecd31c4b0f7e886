package io.doorlist.ingest.evening;

import io.doorlist.ingest.ImportOutcome;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.merge.CannotMergeException;
import io.doorlist.store.checkin.merge.EveningMerge;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.Pace;
import io.doorlist.store.table.TableFormat;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Carries all that an account has, and all that happened in it, from one table to another.
 *
 * <p>Implementation notes. Items are copied as they are, so every read of the other table answers
 * the same. The account and its tokens come last: nobody can read or write what is not complete. A
 * note in the table says which export it is being filled from, so a run that was cut off goes on,
 * and one that is done does nothing. The recorder of webhook events finds that what it sees is told
 * already. See ADR 0041.
 */
public final class EveningStore {
  /** What is wrong with an export whose lines are not those that its first line says. */
  public static final String NOT_WHOLE =
      "is not whole: something changed while it was written, or it was cut off";

  private static final String SUM = "sum";
  private static final String DONE = "done";

  private final Stores stores;
  private final Dynamo dynamo;

  public EveningStore(Stores stores) {
    this.stores = stores;
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
          .map(streamed -> streamed instanceof KeyParts.ListRow ? ROWS : ORDERS)
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
   * Begins to fill an account, or goes on; if the table has the account, begins to merge into it
   * what happened elsewhere.
   *
   * @throws RefusedEveningException if the account is being filled from another export
   */
  public Filling fill(Evening evening) {
    if (evening.format() != TableFormat.CURRENT) {
      throw new RefusedEveningException(
          "is of another version (format "
              + evening.format()
              + "): update and migrate the table that it is from, then export again");
    }
    Key note = TableSchema.evening(evening.account());
    Optional<Item> account = dynamo.get(TableSchema.account(evening.account()));
    Optional<Item> begun = dynamo.get(note);
    boolean same = begun.filter(item -> evening.sum().equals(item.text(SUM))).isPresent();
    if (account.isPresent()) {
      return new Filling(evening, true, same ? null : merge(evening.account()));
    }
    if (begun.isPresent() && !same) {
      throw new RefusedEveningException(
          "is not the export that account '"
              + evening.account()
              + "' is being filled from: import that one to its end");
    }
    if (begun.isEmpty()) {
      dynamo.write(Write.put(new Item(note).put(SUM, evening.sum())));
    }
    return new Filling(evening, false, null);
  }

  private EveningMerge merge(String account) {
    return new EveningMerge(
        account,
        dynamo,
        event -> stores.events().readDefinition(account, event),
        stores.checkins(),
        stores.passages(),
        stores.undos());
  }

  /** An account that is being filled. Lines may be put by several threads. */
  public final class Filling {
    private final Evening evening;
    private final boolean done;
    private final ConcurrentLinkedQueue<Item> last = new ConcurrentLinkedQueue<>();
    private final Evening.Sum sum = new Evening.Sum();

    private final EveningMerge merge;

    private Filling(Evening evening, boolean done, EveningMerge merge) {
      this.evening = evening;
      this.done = done;
      this.merge = merge;
    }

    /**
     * Puts the item of a line; those that open the account wait for {@link #finish}.
     *
     * @throws RefusedEveningException if the line is no item of the account, or the table has
     *     another item in its place
     */
    public ImportOutcome put(String line) {
      Item item = read(line);
      synchronized (sum) {
        sum.add(line);
      }
      if (merge != null) {
        merge.add(item);
      }
      if (done) {
        return ImportOutcome.UNCHANGED;
      }
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

    private Item read(String line) {
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

    /**
     * Opens the account, once all lines are put, or merges what happened into it.
     *
     * @return what was merged; empty if the account was filled from this export
     * @throws RefusedEveningException if lines are missing or other than they were written, or if
     *     they cannot be merged
     */
    public Optional<EveningMerge.Merged> finish() {
      Evening put;
      synchronized (sum) {
        put = sum.evening(evening.account());
      }
      if (!put.equals(evening)) {
        throw new RefusedEveningException(NOT_WHOLE);
      }
      if (merge != null) {
        try {
          return Optional.of(merge.run());
        } catch (CannotMergeException e) {
          throw new RefusedEveningException(e.getMessage());
        }
      }
      if (done) {
        return Optional.empty();
      }
      List<Item> tokens = new ArrayList<>(last);
      Key key = TableSchema.account(evening.account());
      Item account =
          tokens.stream()
              .filter(item -> item.key().equals(key))
              .findFirst()
              .orElseThrow(() -> new RefusedEveningException("has no account"));
      tokens.remove(account);
      tokens.forEach(this::put);
      Item note =
          new Item(TableSchema.evening(evening.account()))
              .put(SUM, evening.sum())
              .put(DONE, dynamo.clock().millis());
      dynamo.transact(List.of(Write.put(account).ifAbsent(), Write.put(note)));
      return Optional.empty();
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
