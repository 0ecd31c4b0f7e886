package io.doorlist.json;

import static io.doorlist.json.Samples.EVENT;
import static io.doorlist.json.Samples.compact;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The checksums were made with {@code printf %s <url> | sha256sum}. */
class AdmittedJsonTest {
  private static final String QR_BASE_URL = "https://doorlist.example/t";

  @Test
  void orders_writesEveryMemberInTheContractsOrder() {
    AdmittedOrder order =
        new AdmittedOrder("o-K7QX2", "K7QX2", 1001, new TreeMap<>(Map.of("child", 1, "adult", 2)));
    Page<AdmittedOrder> page = new Page<>(List.of(order), new PageRequest(1, 50), 1);

    String json = AdmittedJson.orders(page, Mode.LIVE, QR_BASE_URL).text();

    assertEquals(
        compact(
            """
            {"orders": [
               {"qr_code_identifier": "o-K7QX2",
                "qr_code_url": "https://doorlist.example/t/o-K7QX2",
                "url_checksum":
                  "a968d2828f26c50639f8cfd89a38aad9755e967fade89af6d822aa882087cb4f",
                "reference": "K7QX2", "order_id": 1001, "ticket_types": {"adult": 2, "child": 1}}],
             "meta": {"lookup_mode": "live",
                      "pagination": {"page": 1, "items": 50, "pages": 1, "count": 1}}}
            """),
        json);
  }

  @Test
  void tickets_writesEveryMemberInTheContractsOrder() {
    assertEquals(
        compact(
            """
            {"tickets": [
               {"qr_code_identifier": "t-K7QX2-1",
                "qr_code_url": "https://doorlist.example/t/t-K7QX2-1",
                "url_checksum":
                  "dae92a1e47645cc2c5bbf4cf787bab9f399c4e15731ae70115af6081e590069c",
                "reference": "K7QX2-1", "id": 9001, "ticket_type": "Adult"}],
             "meta": {"lookup_mode": "live",
                      "pagination": {"page": 1, "items": 50, "pages": 1, "count": 1}}}
            """),
        ticketOfType("adult"));
  }

  @Test
  void tickets_namesNoType_whenTheEventDoesNotKnowIt() {
    assertEquals(true, ticketOfType("gone").contains("\"ticket_type\":null"));
  }

  private static String ticketOfType(String type) {
    AdmittedTicket ticket = new AdmittedTicket("t-K7QX2-1", "K7QX2-1", 9001, type);
    Page<AdmittedTicket> page = new Page<>(List.of(ticket), new PageRequest(1, 50), 1);
    return AdmittedJson.tickets(page, Mode.LIVE, EVENT, QR_BASE_URL).text();
  }
}
