package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser.NewContextOptions;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules that lists of organisers usually have, on the screen (issue 35). */
@Tag("long")
class UsualListsTest extends BrowserTest {
  private static final String EVENT = "usual";
  private static final String DAILY = "91";
  private static final String FROM_SIX = "92";
  private static final String WITHIN_AN_HOUR = "93";

  /** A zone whose clocks show noon, so that it is the same day two hours ago and not yet six. */
  private static final String NOON = noon();

  private static final String LISTS =
      """
      {"kind":"event","account":"demo","id":7901,"slug":"usual","title":"Usual","time_zone":"%s",\
      "ticket_types":[{"id":1,"slug":"guest","name":"Guest"},{"id":2,"slug":"vip","name":"VIP"}]}
      {"kind":"checkin_list","account":"demo","event":"usual","id":91,"name":"Once a day",\
      "reentry":"always","rules":{"and":[{"<":[{"var":"entries_today"},1]}]}}
      {"kind":"checkin_list","account":"demo","event":"usual","id":92,"name":"From six",\
      "reentry":"always","rules":{"or":[\
      {"isAfter":[{"var":"now"},{"buildTime":["customtime","18:00"]},null]},\
      {"inList":[{"var":"product"},{"objectList":[{"lookup":["product","2","VIP"]}]}]}]}}
      {"kind":"checkin_list","account":"demo","event":"usual","id":93,"name":"Within an hour",\
      "reentry":"always","rules":{"or":[{"<":[{"var":"entries_number"},1]},\
      {"<":[{"var":"minutes_since_last_entry"},60]}]}}
      {"kind":"order","account":"demo","event":"usual","id":9600001,"reference":"U1",\
      "state":"confirmed","payment_state":"paid","currency":"EUR","amount":0,\
      "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z","tickets":[%s,%s,%s]}
      """;

  /** With and without a network. */
  @Test
  void guests_areToldWhy() throws Exception {
    host.load(
        LISTS.formatted(
            NOON,
            ticket(1, "guest", "usual-guest-1"),
            ticket(2, "guest", "usual-guest-2"),
            ticket(3, "vip", "usual-vip")));
    String today = "usual-guest-1";
    String earlier = "usual-guest-2";
    String daily = "Only once a day.";
    String fromSix = "From 6:00 PM.";
    String withinAnHour = "Only within 1 hr of the last entry.";
    host.checkIn(EVENT, DAILY, today, "");
    Instant then = Instant.now().minus(2, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);
    host.checkIn(EVENT, WITHIN_AN_HOUR, earlier, "online=false&scanned_at=" + then);
    try (PhonePage phone = usual(DAILY)) {
      assertRefused(phone, today, daily);
      phone.goOffline();
      assertRefused(phone, today, daily);
      phone.expect("in", earlier);
    }
    try (PhonePage phone = usual(FROM_SIX)) {
      assertRefused(phone, today, fromSix);
      phone.expect("in", "usual-vip");
      phone.goOffline();
      assertRefused(phone, today, fromSix);
      phone.expect("in", "usual-vip");
    }
    try (PhonePage phone = usual(WITHIN_AN_HOUR)) {
      assertRefused(phone, earlier, withinAnHour);
      phone.expect("in", today);
      phone.expect("in", today);
      phone.goOffline();
      assertRefused(phone, earlier, withinAnHour);
      phone.expect("in", today);
    }
  }

  private static void assertRefused(PhonePage phone, String code, String text) {
    assertEquals("no", phone.scan(code));
    // Times have spaces of their own.
    String said = phone.says().replaceAll("[\\u00a0\\u202f]", " ");
    assertTrue(said.contains(text), said);
  }

  private static PhonePage usual(String list) throws IOException {
    return PhonePage.with(browser, new NewContextOptions().setTimezoneId(NOON))
        .pair(host.link(EVENT, list, "scanner", "Usual"));
  }

  private static String noon() {
    int hour = Instant.now().atOffset(ZoneOffset.UTC).getHour();
    return hour == 12 ? "Etc/UTC" : "Etc/GMT%+d".formatted(hour - 12);
  }

  private static String ticket(int number, String type, String code) {
    return """
        {"id":%d,"reference":"U-%1$d","state":"valid","ticket_type":"%s","qr_code_identifier":"%s",\
        "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}"""
        .formatted(99_600_000 + number, type, code);
  }
}
