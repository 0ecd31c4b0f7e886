package io.doorlist.store.checkin.refusal;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Range;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps refusals for 30 days, for guests who complain.
 *
 * <p>Implementation notes. A refusal is kept beside the ticket that was refused, or beside the code
 * if the server knew no ticket by it: an order's code, and a code that was unknown then and may be
 * a ticket's now. Attributes are named so that the stream's filter lets none of them pass.
 *
 * <p>Thread-safe.
 */
public final class Refusals {
  public static final Duration KEPT = Duration.ofDays(30);
  private static final int KEY_DIGITS = 8;

  public static final String WHEN = "when";
  public static final String LIST = "list";
  public static final String MODE = "mode";
  public static final String TOKEN_NAME = "token_name";
  public static final String REQUEST = "request";

  private final Dynamo dynamo;

  public Refusals(Dynamo dynamo) {
    this.dynamo = dynamo;
  }

  /**
   * A refusal.
   *
   * @param scannedAt when the device said it scanned, or {@code null}
   * @param tokenName the organiser's name for the token, or {@code null}
   */
  public record Refusal(
      long list,
      String reason,
      Instant at,
      Instant scannedAt,
      String tokenName,
      boolean online,
      String requestId) {}

  /**
   * Keeps a refusal; 1 write unit.
   *
   * @param code that was scanned, or its digest in the form that may replace it
   * @param requestId of the request that was refused
   * @throws UnavailableException if the table did not answer before the deadline
   */
  public void keep(
      String account,
      String event,
      long list,
      String code,
      CheckinCommand command,
      CheckinOutcome refusal,
      String requestId,
      Instant deadline) {
    Instant now = dynamo.clock().instant();
    Key beside =
        refusal
            .refusedTicket()
            .map(ticket -> TableSchema.ticket(account, event, ticket))
            .orElseGet(() -> TableSchema.qr(account, event, code));
    Item item =
        new Item(TableSchema.refusal(beside, now.toEpochMilli(), name(requestId, command.key())))
            .put(WHEN, now.toEpochMilli())
            .put(LIST, list)
            .put(MODE, command.mode().word())
            .put(ScanItems.REASON, refusal.refusalWord().orElseThrow())
            .put(TOKEN_NAME, command.tokenName())
            .put(ScanItems.ONLINE, command.online())
            .put(ScanItems.SCANNED_AT, ScanItems.millis(command.scannedAt()))
            .put(REQUEST, requestId)
            .put(TableSchema.EXPIRE_AT, now.plus(KEPT).getEpochSecond());
    dynamo.write(Write.put(item), deadline);
  }

  /** Returns what distinguishes refusals of a moment: a request may bring several scans. */
  private static String name(String requestId, IdempotencyKey key) {
    return key == null ? requestId : requestId + "-" + key.digest().substring(0, KEY_DIGITS);
  }

  /** Returns what is kept beside items, of the last 30 days; at least half a unit an item. */
  public List<Refusal> beside(List<Key> keys, Instant deadline) {
    String oldest =
        TableSchema.refusal(
                keys.getFirst(), dynamo.clock().instant().minus(KEPT).toEpochMilli(), "")
            .sk();
    List<Refusal> refusals = new ArrayList<>();
    for (Key key : keys) {
      Range kept = Range.between(key.pk(), oldest, TableSchema.REFUSED + "~").eventually();
      for (Item item : dynamo.query(kept, deadline)) {
        refusals.add(refusal(item));
      }
    }
    return refusals;
  }

  /**
   * A refusal of a request.
   *
   * @param ticket its id, or {@code null} if the server knew no ticket by the code
   */
  public record OfRequest(Long ticket, Refusal refusal) {}

  /** Returns what a request was refused at an event. It reads the whole table: for a command. */
  public List<OfRequest> ofRequest(String account, String event, String requestId) {
    List<OfRequest> found = new ArrayList<>();
    dynamo.scanAccount(
        account,
        item -> {
          List<String> parts = item.key().parts();
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
        item.text(ScanItems.REASON),
        Instant.ofEpochMilli(item.number(WHEN)),
        ScanItems.scannedAt(item),
        item.text(TOKEN_NAME),
        item.flag(ScanItems.ONLINE),
        item.text(REQUEST));
  }
}
