package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.Digests;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.paging.Page;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Writes what can be checked in to a list: a device keeps it for when it is offline.
 *
 * <p>A QR code contains {@code <base URL>/<qr_code_identifier>}; the checksum next to it is the
 * SHA-256 of exactly these bytes. A page reuses one digest object, so only one thread may write it.
 */
public final class AdmittedJson {
  private AdmittedJson() {}

  /** Writes the answer of listOrdersOfList. */
  public static JsonValue orders(Page<AdmittedOrder> page, Mode mode, String qrBaseUrl) {
    MessageDigest sha256 = Digests.sha256();
    return PageJson.of(
        "orders",
        page,
        mode,
        (json, order) -> {
          writeQrCode(json, sha256, qrBaseUrl, order.qrCodeIdentifier());
          json.writeStringField("reference", order.reference());
          json.writeNumberField("order_id", order.orderId());
          json.writeFieldName("ticket_types");
          CheckinJson.writeCounts(json, order.ticketTypes());
        });
  }

  /** Writes the answer of listTicketsOfList. */
  public static JsonValue tickets(
      Page<AdmittedTicket> page, Mode mode, Event event, String qrBaseUrl) {
    MessageDigest sha256 = Digests.sha256();
    return PageJson.of(
        "tickets",
        page,
        mode,
        (json, ticket) -> {
          writeQrCode(json, sha256, qrBaseUrl, ticket.qrCodeIdentifier());
          json.writeStringField("reference", ticket.reference());
          json.writeNumberField("id", ticket.id());
          json.writeStringField(
              "ticket_type",
              event.ticketType(ticket.ticketType()).map(TicketType::name).orElse(null));
        });
  }

  private static void writeQrCode(
      JsonGenerator json, MessageDigest sha256, String qrBaseUrl, String identifier)
      throws IOException {
    String url = qrBaseUrl + "/" + PathSegment.encode(identifier);
    json.writeStringField("qr_code_identifier", identifier);
    json.writeStringField("qr_code_url", url);
    byte[] digest = sha256.digest(url.getBytes(StandardCharsets.UTF_8));
    json.writeStringField("url_checksum", HexFormat.of().formatHex(digest));
  }
}
