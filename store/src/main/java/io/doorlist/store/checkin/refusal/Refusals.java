package io.doorlist.store.checkin.refusal;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keeps refusals for 30 days, for guests who complain, and counts them by list, minute and reason.
 *
 * <p>Implementation notes. A refusal is kept beside the ticket that was refused, or beside the code
 * if the server knew no ticket with it. Such a code is an order's, or was unknown then and may be a
 * ticket's now. Attributes have other names than elsewhere, so that the stream's filter lets no
 * refusal pass.
 *
 * <p>Thread-safe.
 */
public final class Refusals {
  public static final Duration KEPT = Duration.ofDays(30);
  private static final int KEY_DIGITS = 8;

  private static final Set<String> NO_REASONS =
      Set.of(TableSchema.PK, TableSchema.SK, TableSchema.EXPIRE_AT);

  public static final String WHEN = "when";
  public static final String LIST = "list";
  public static final String MODE = "mode";
  public static final String TOKEN_NAME = "token_name";
  public static final String REQUEST = "request";

  private final Table table;

  public Refusals(Table table) {
    this.table = table;
  }

  public record Refusal(
      long list,
      String reason,
      Instant at,
      Instant scannedAt,
      String tokenName,
      boolean online,
      String requestId) {}

  /** Keeps a refusal of a code; 1 write unit. The code may be given as its digest. */
  public void keep(
      String account,
      String event,
      long list,
      String code,
      Scan scan,
      CheckinOutcome refusal,
      String requestId,
      Instant deadline) {
    Instant now = table.clock().instant();
    Key beside =
        refusal
            .refusedTicket()
            .map(ticket -> TableSchema.ticket(account, event, ticket))
            .orElseGet(() -> TableSchema.qr(account, event, code));
    Item item =
        new Item(TableSchema.refusal(beside, now.toEpochMilli(), name(requestId, scan.key())))
            .put(WHEN, now.toEpochMilli())
            .put(LIST, list)
            .put(MODE, scan.mode().word())
            .put(ScanAttributes.REASON, refusal.refusalWord().orElseThrow())
            .put(TOKEN_NAME, scan.tokenName())
            .put(ScanAttributes.ONLINE, scan.online())
            .put(ScanAttributes.SCANNED_AT, ScanAttributes.millis(scan.scannedAt()))
            .put(REQUEST, requestId)
            .put(TableSchema.EXPIRE_AT, now.plus(KEPT).getEpochSecond());
    table.write(Write.put(item), deadline);
  }

  /**
   * Returns what distinguishes refusals of the same moment, as a request may bring several scans.
   */
  private static String name(String requestId, IdempotencyKey key) {
    return key == null ? requestId : requestId + "-" + key.digest().substring(0, KEY_DIGITS);
  }

  /**
   * Returns the refusals of the last 30 days that are kept beside these items. Each item costs half
   * a unit or more.
   */
  public List<Refusal> beside(List<Key> keys, Instant deadline) {
    String oldest =
        TableSchema.refusal(keys.getFirst(), table.clock().instant().minus(KEPT).toEpochMilli(), "")
            .sk();
    List<Refusal> refusals = new ArrayList<>();
    for (Key key : keys) {
      Range kept = Range.between(key.pk(), oldest, TableSchema.REFUSED + "~").eventually();
      for (Item item : table.query(kept, deadline)) {
        refusals.add(refusal(item));
      }
    }
    return refusals;
  }

  /**
   * A refusal of a request; the ticket is {@code null} if the server knew no ticket with the code.
   */
  public record OfRequest(Long ticket, Refusal refusal) {}

  /**
   * Returns the refusals of a request at an event. Only for commands, as it reads the whole table.
   */
  public List<OfRequest> ofRequest(String account, String event, String requestId) {
    List<OfRequest> found = new ArrayList<>();
    table.scan(
        TableSchema.isOf(account),
        item -> {
          List<String> parts = KeyParts.of(item.key());
          if (item.key().sk().startsWith(TableSchema.REFUSED)
              && parts.get(1).equals(event)
              && requestId.equals(item.text(REQUEST))) {
            Long ticket = parts.get(2).equals("ticket") ? Long.valueOf(parts.get(3)) : null;
            found.add(new OfRequest(ticket, refusal(item)));
          }
        });
    return found;
  }

  private static Refusal refusal(Item item) {
    return new Refusal(
        item.number(LIST),
        item.text(ScanAttributes.REASON),
        Instant.ofEpochMilli(item.number(WHEN)),
        ScanAttributes.scannedAt(item),
        item.text(TOKEN_NAME),
        item.flag(ScanAttributes.ONLINE),
        item.text(REQUEST));
  }

  public void count(
      String account, String event, long list, Mode mode, String reason, Instant deadline) {
    Instant now = table.clock().instant();
    table.update(
        Update.of(TableSchema.refusals(account, event, mode, minute(now), list))
            .add(reason, 1)
            .set(TableSchema.EXPIRE_AT, now.plus(KEPT).getEpochSecond()),
        deadline);
  }

  /**
   * Returns how often tickets were refused from one minute to another, by list and reason.
   * Eventually consistent, as a count that is a second late misleads nobody.
   */
  public SortedMap<Long, SortedMap<String, Long>> counts(
      String account, String event, Mode mode, Instant from, Instant until, Instant deadline) {
    SortedMap<Long, SortedMap<String, Long>> refused = new TreeMap<>();
    Range range =
        Range.between(
            TableSchema.refusals(account, event, mode),
            TableSchema.ordinal(minute(from)),
            TableSchema.afterRefusals(minute(until)));
    for (Item item : table.query(range.eventually(), deadline)) {
      SortedMap<String, Long> reasons =
          refused.computeIfAbsent(KeyParts.number(item.key()), any -> new TreeMap<>());
      item.names().stream()
          .filter(name -> !NO_REASONS.contains(name))
          .forEach(name -> reasons.merge(name, item.number(name), Long::sum));
    }
    return refused;
  }

  private static long minute(Instant time) {
    return time.getEpochSecond() / Duration.ofMinutes(1).toSeconds();
  }
}
