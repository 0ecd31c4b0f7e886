package io.doorlist.ingest.shop;

import static io.doorlist.table.Condition.absent;
import static io.doorlist.table.Condition.below;
import static io.doorlist.table.Condition.is;

import io.doorlist.domain.Mode;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import io.doorlist.table.Write;
import java.time.Duration;
import java.time.Instant;

/**
 * Stores how far each list's log was reported to a ticket shop, and which process reports at
 * present: access pattern 48. Not thread-safe.
 */
public final class ReportPositionStore {
  /** How long a process keeps others from reporting after it last claimed the turn. */
  public static final Duration TURN = Duration.ofSeconds(15);

  private static final String HOLDER = "holder";
  private static final String UNTIL = "until";
  private static final String POSITION = "place";

  private final Table table;
  private final String account;
  private final String digest;
  private final String holder;

  /**
   * Creates a store for one process that reports to one shop.
   *
   * @param shop the shop's address and the part of it that is followed
   * @param holder a name that no other process has
   */
  public ReportPositionStore(Table table, String account, String shop, String holder) {
    this.table = table;
    this.account = account;
    this.digest = FollowedShopStore.digest(shop);
    this.holder = holder;
  }

  /** Takes or keeps the turn to report, for {@link #TURN}; returns whether this process has it. */
  public boolean claim() {
    Instant now = table.clock().instant();
    Item turn =
        new Item(TableSchema.reporter(account, digest))
            .put(HOLDER, holder)
            .put(UNTIL, now.plus(TURN).toEpochMilli());
    return table.write(
        Write.put(turn)
            .require(absent().or(is(HOLDER, holder)).or(below(UNTIL, now.toEpochMilli()))));
  }

  /** Lets another process report at once. */
  public void giveUp() {
    table.write(Write.delete(TableSchema.reporter(account, digest)).require(is(HOLDER, holder)));
  }

  public SequenceMark find(String event, long list, Mode mode) {
    return table
        .get(key(event, list, mode))
        .flatMap(item -> SequenceMark.of(item.text(POSITION)))
        .orElse(SequenceMark.NONE);
  }

  public void put(String event, long list, Mode mode, SequenceMark position) {
    Item item = new Item(key(event, list, mode)).put(POSITION, position.text());
    table.write(Write.put(item));
  }

  /** Forgets what was reported about an event, to all shops. */
  public static void forget(Table table, String account, String event) {
    table.query(Range.whole(TableSchema.reports(account))).stream()
        .map(Item::key)
        .filter(key -> KeyParts.isReportOf(event, key))
        .forEach(key -> table.write(Write.delete(key)));
  }

  private Key key(String event, long list, Mode mode) {
    return TableSchema.report(account, digest, event, list, mode);
  }
}
