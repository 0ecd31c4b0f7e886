package io.doorlist.store.checkin.refusal;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Range;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.Update;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts refusals by list, minute and reason. Thread-safe. */
public final class RefusalCounts {
  private static final Duration KEPT = Duration.ofDays(30);

  private static final Set<String> NO_REASONS =
      Set.of(TableSchema.PK, TableSchema.SK, TableSchema.EXPIRE_AT);

  private final Dynamo dynamo;

  public RefusalCounts(Dynamo dynamo) {
    this.dynamo = dynamo;
  }

  /**
   * Counts a refusal of this time; 1 write unit.
   *
   * @throws UnavailableException if the table did not answer before the deadline
   */
  public void add(
      String account,
      String event,
      long list,
      Mode mode,
      String reason,
      Instant at,
      Instant deadline) {
    dynamo.update(
        Update.of(TableSchema.refusals(account, event, mode, minute(at), list))
            .add(reason, 1)
            .set(TableSchema.EXPIRE_AT, at.plus(KEPT).getEpochSecond()),
        deadline);
  }

  /**
   * Returns list to reason to how often, from one minute to another; lists that refused nobody are
   * left out. Eventually consistent: a count that is a second late misleads nobody.
   */
  public SortedMap<Long, SortedMap<String, Long>> read(
      String account, String event, Mode mode, Instant from, Instant until, Instant deadline) {
    SortedMap<Long, SortedMap<String, Long>> refused = new TreeMap<>();
    Range range =
        Range.between(
            TableSchema.refusals(account, event, mode),
            TableSchema.ordinal(minute(from)),
            TableSchema.afterRefusals(minute(until)));
    for (Item item : dynamo.query(range.eventually(), deadline)) {
      SortedMap<String, Long> reasons =
          refused.computeIfAbsent(item.key().number(), any -> new TreeMap<>());
      for (String name : item.attributes().keySet()) {
        if (!NO_REASONS.contains(name)) {
          reasons.merge(name, item.number(name), Long::sum);
        }
      }
    }
    return refused;
  }

  private static long minute(Instant time) {
    return time.getEpochSecond() / Duration.ofMinutes(1).toSeconds();
  }
}
