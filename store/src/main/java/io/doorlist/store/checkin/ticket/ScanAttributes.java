package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.checkin.Scan;
import io.doorlist.table.Item;
import java.time.Instant;

/**
 * Attributes shared by every item about a scan: who scanned what, when, where. Marks, rows of a
 * list's log and rows of undos have them.
 */
public final class ScanAttributes {
  /** The id of the ticket or order that an item or a part of it is about. */
  public static final String ID = "id";

  public static final String TICKET = "ticket";
  public static final String REFERENCE = "reference";
  public static final String TYPE = "type";

  /** When the server wrote the item, in milliseconds. */
  public static final String AT = "at";

  public static final String BY = "by";

  /** The organiser's name for the token in {@link #BY}. */
  public static final String BY_NAME = "by_name";

  /** The shop's number of the gate. */
  public static final String GATE = "gate";

  /** Whether the server decided, rather than the device. */
  public static final String ONLINE = "online";

  /** When the device said it scanned, in milliseconds. */
  public static final String SCANNED_AT = "scanned_at";

  /** When the code was scanned, by our clock; in a check-in only if it is not {@link #AT}. */
  public static final String DOOR_TIME = "door_at";

  /** In a row: how many scans of the list the device still kept after this upload, if any. */
  public static final String WAITING = "waiting";

  /** In an item that refers to a row: the row's ordinal. */
  public static final String ORDINAL = "ordinal";

  /** In an item that refers to a check-in: its index in that row. */
  public static final String INDEX = "index";

  public static final String REASON = "reason";

  private ScanAttributes() {}

  /** Puts when a request came, and from which token. */
  public static Item put(Item item, Instant at, String token, String tokenName) {
    return item.put(AT, at.toEpochMilli()).put(BY, token).put(BY_NAME, tokenName);
  }

  /** Puts when a scan came, from which token, and where it was made. */
  public static Item put(Item item, Scan scan, Instant now) {
    put(item, now, scan.tokenId(), scan.tokenName());
    return item.put(GATE, scan.gate()).put(SCANNED_AT, millis(scan.scannedAt()));
  }

  public static Long millis(Instant time) {
    return time == null ? null : (Long) time.toEpochMilli();
  }

  public static Instant time(Item item, String name) {
    return Instant.ofEpochMilli(item.number(name));
  }

  public static Instant at(Item item) {
    return time(item, AT);
  }

  /** Returns when the device said it scanned, or {@code null}. */
  public static Instant scannedAt(Item item) {
    return item.has(SCANNED_AT) ? time(item, SCANNED_AT) : null;
  }
}
