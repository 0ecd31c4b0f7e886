package io.doorlist.json;

import io.doorlist.domain.Digests;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.paging.Page;
import java.util.HexFormat;

/**
 * Writes the tickets and orders that a list admits. The checksum is the SHA-256 of the QR code's
 * text.
 */
public final class AdmittedJson {
  private AdmittedJson() {}

  public static JsonValue orders(Page<AdmittedOrder> page, Mode mode, String qrBaseUrl) {
    return PageJson.of(
        "orders",
        page,
        mode,
        (json, order) -> {
          writeQrCode(json, qrBaseUrl, order.qrCodeIdentifier());
          json.put("reference", order.reference())
              .put("order_id", order.orderId())
              .putCounts("ticket_types", order.ticketTypes());
        });
  }

  public static JsonValue tickets(
      Page<AdmittedTicket> page, Mode mode, Event event, String qrBaseUrl) {
    return PageJson.of(
        "tickets",
        page,
        mode,
        (json, ticket) -> {
          writeQrCode(json, qrBaseUrl, ticket.qrCodeIdentifier());
          String type = event.ticketType(ticket.ticketType()).map(TicketType::name).orElse(null);
          json.put("reference", ticket.reference()).put("id", ticket.id()).put("ticket_type", type);
        });
  }

  private static void writeQrCode(ObjectWriter json, String qrBaseUrl, String identifier) {
    String url = qrBaseUrl + "/" + PathSegment.encode(identifier);
    json.put("qr_code_identifier", identifier)
        .put("qr_code_url", url)
        .put("url_checksum", HexFormat.of().formatHex(Digests.sha256(url)));
  }
}
