package io.doorlist.store.checkin.area;

import io.doorlist.domain.UnavailableException;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Update;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * When phones that scan exits were last heard of and had nothing to send: a quiet door is not a
 * silent one. Thread-safe.
 */
public final class ExitPhones {
  private static final Duration EVERY = Duration.ofMinutes(1);

  /** A heartbeat must not stop a copy. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  /** After this time the table may drop what is known of a phone. */
  private static final Duration KEPT = Duration.ofDays(1);

  private static final int MAX_REMEMBERED = 1000;

  private final Dynamo dynamo;
  private final Map<Key, Instant> noted = new ConcurrentHashMap<>();

  public ExitPhones(Dynamo dynamo) {
    this.dynamo = dynamo;
  }

  /**
   * Notes that a phone has nothing to send; access pattern 52: 1 write unit a minute. If the table
   * does not answer, the next poll notes it.
   */
  public void heard(String account, String tokenId) {
    Instant now = dynamo.clock().instant();
    Key key = TableSchema.reported(account, tokenId);
    Instant before = noted.get(key);
    if (before != null && now.isBefore(before.plus(EVERY))) {
      return;
    }
    if (noted.size() >= MAX_REMEMBERED) {
      noted.clear();
    }
    noted.put(key, now);
    Update heard =
        Update.of(key)
            .set(ScanItems.AT, now.toEpochMilli())
            .set(TableSchema.EXPIRE_AT, now.plus(KEPT).getEpochSecond());
    try {
      dynamo.update(heard, now.plus(PATIENCE));
    } catch (UnavailableException e) {
      noted.remove(key);
    }
  }

  /** Returns when each of these was last heard of, by token; nothing of those who never were. */
  Map<String, Instant> lastHeard(String account, Collection<String> tokens, Instant deadline) {
    Map<Key, String> byKey =
        tokens.stream()
            .collect(
                Collectors.toMap(
                    token -> TableSchema.reported(account, token), Function.identity()));
    return dynamo.get(byKey.keySet(), deadline).entrySet().stream()
        .collect(
            Collectors.toMap(
                each -> byKey.get(each.getKey()), each -> ScanItems.at(each.getValue())));
  }
}
