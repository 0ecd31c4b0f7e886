package io.doorlist.ingest;

import io.doorlist.domain.Order;
import io.doorlist.domain.Ticket;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives orders and tickets the QR code identifiers that they lack: 160 random bits, URL-safe.
 * Thread-safe.
 */
final class OrderCodes {
  private static final int BYTES = 20;

  private final SecureRandom random = new SecureRandom();

  /** Fills in the identifiers: those of the stored order stay, missing ones are made. */
  Order fill(Order stored, Order incoming) {
    Map<Long, String> known = new HashMap<>();
    if (stored != null) {
      stored.tickets().forEach(ticket -> known.put(ticket.id(), ticket.qrCodeIdentifier()));
    }
    List<Ticket> tickets = new ArrayList<>(incoming.tickets().size());
    for (Ticket ticket : incoming.tickets()) {
      tickets.add(
          ticket.withQrCodeIdentifier(code(known.get(ticket.id()), ticket.qrCodeIdentifier())));
    }
    String code =
        code(stored == null ? null : stored.qrCodeIdentifier(), incoming.qrCodeIdentifier());
    return incoming.with(code, tickets);
  }

  private String code(String stored, String given) {
    if (stored != null) {
      return stored;
    }
    if (given != null) {
      return given;
    }
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
