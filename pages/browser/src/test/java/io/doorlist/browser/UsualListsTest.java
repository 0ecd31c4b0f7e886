package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser.NewContextOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lists that organisers of a pretix usually have, from the import to the screen (issue 35). */
@Tag("long")
class UsualListsTest extends BrowserTest {
  private static final String EVENT = "usual";
  private static final String DAILY = "91";
  private static final String FROM_SIX = "92";
  private static final String WITHIN_AN_HOUR = "93";

  /** A zone whose clocks show noon, so that it is the same day two hours ago and not yet six. */
  private static final String NOON = noon();

  private static final String SHOP =
      """
      {"name":{"en":"Usual"},"slug":"usual","live":true,"testmode":false,"currency":"EUR",\
      "date_from":"2026-05-01T18:00:00Z","date_to":null,"date_admission":null,\
      "has_subevents":false,"timezone":"%s"}"""
          .formatted(NOON);

  private static final String PRODUCTS =
      """
      {"next":null,"results":[\
      {"id":1,"name":{"en":"Guest"},"default_price":"23.00","has_variations":false,"variations":[]},\
      {"id":2,"name":{"en":"VIP"},"default_price":"23.00","has_variations":false,"variations":[]}]}""";

  private static final String FROM_SIX_BUT_VIP =
      """
      {"or":[{"isAfter":[{"var":"now"},{"buildTime":["customtime","18:00"]},null]},\
      {"inList":[{"var":"product"},{"objectList":[{"lookup":["product","2","VIP"]}]}]}]}""";

  private static final String FIRST_OR_WITHIN_AN_HOUR =
      """
      {"or":[{"<":[{"var":"entries_number"},1]},\
      {"<":[{"var":"minutes_since_last_entry"},60]}]}""";

  @TempDir private static Path folder;

  @BeforeAll
  static void importTheShop() throws IOException {
    List<String> lists =
        List.of(
            list(DAILY, "Once a day", "{\"and\":[{\"<\":[{\"var\":\"entries_today\"},1]}]}"),
            list(FROM_SIX, "From six", FROM_SIX_BUT_VIP),
            list(WITHIN_AN_HOUR, "Within an hour", FIRST_OR_WITHIN_AN_HOUR));
    List<String> orders = new ArrayList<>();
    for (int i = 1; i <= 2; i++) {
      orders.add(order("GUEST" + i, 1, "usual-guest-code-000" + i));
    }
    orders.add(order("VIP1", 2, "usual-vip-code-0001"));
    List<String> files = new ArrayList<>();
    for (String content : List.of(SHOP, PRODUCTS, results(lists), results(orders))) {
      Path file = folder.resolve(files.size() + ".json");
      Files.writeString(file, content);
      files.add(file.toString());
    }
    List<String> command = new ArrayList<>(List.of("import", "--from=pretix", "--account=demo"));
    command.addAll(files);
    host.run("", command.toArray(String[]::new));
  }

  /** With and without a network. */
  @Test
  void guests_areToldWhy() throws Exception {
    String today = "usual-guest-code-0001";
    String earlier = "usual-guest-code-0002";
    String daily = "Only once a day.";
    String fromSix = "From 6:00 PM.";
    String withinAnHour = "Only within 1 hr of the last entry.";
    host.checkIn(EVENT, DAILY, today);
    Instant then = Instant.now().minus(2, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);
    host.checkIn(EVENT, WITHIN_AN_HOUR, earlier, "online=false&scanned_at=" + then);
    try (PhonePage phone = usual(DAILY)) {
      assertRefused(phone, today, daily);
      phone.picture("rules");
      phone.goOffline();
      assertRefused(phone, today, daily);
      assertEquals("in", phone.scan(earlier));
    }
    try (PhonePage phone = usual(FROM_SIX)) {
      assertRefused(phone, today, fromSix);
      assertEquals("in", phone.scan("usual-vip-code-0001"));
      phone.goOffline();
      assertRefused(phone, today, fromSix);
      assertEquals("in", phone.scan("usual-vip-code-0001"));
    }
    try (PhonePage phone = usual(WITHIN_AN_HOUR)) {
      assertRefused(phone, earlier, withinAnHour);
      assertEquals("in", phone.scan(today));
      assertEquals("in", phone.scan(today));
      phone.goOffline();
      assertRefused(phone, earlier, withinAnHour);
      assertEquals("in", phone.scan(today));
    }
  }

  private static void assertRefused(PhonePage phone, String code, String text) {
    assertEquals("no", phone.scan(code));
    // Times have spaces of their own.
    String said = phone.says().replaceAll("[\\u00a0\\u202f]", " ");
    assertTrue(said.contains(text), said);
  }

  private static PhonePage usual(String list) throws IOException {
    String link = host.link(list, "scanner", "Usual").replace("summer-festival", EVENT);
    return PhonePage.with(browser, new NewContextOptions().setTimezoneId(NOON)).pair(link);
  }

  private static String noon() {
    int hour = Instant.now().atOffset(ZoneOffset.UTC).getHour();
    return hour == 12 ? "Etc/UTC" : "Etc/GMT%+d".formatted(hour - 12);
  }

  private static String list(String id, String name, String rules) {
    return """
        {"id":%s,"name":"%s","all_products":true,"limit_products":[],"subevent":null,\
        "include_pending":false,"allow_multiple_entries":true,"allow_entry_after_exit":true,\
        "rules":%s,"exit_all_at":null,"addon_match":false}"""
        .formatted(id, name, rules);
  }

  private static String order(String code, int product, String secret) {
    return """
        {"code":"%s","event":"usual","status":"p","testmode":false,"email":null,\
        "datetime":"2026-03-01T10:00:00Z","last_modified":"2026-03-01T10:00:00Z","total":"23.00",\
        "positions":[{"id":%d,"positionid":1,"canceled":false,"item":%d,"variation":null,\
        "attendee_name":"Guest of %s","secret":"%s","addon_to":null,"subevent":null,"answers":[]}],\
        "payments":[],"refunds":[]}"""
        .formatted(code, 98_000_000 + Math.abs(code.hashCode() % 100_000), product, code, secret);
  }

  private static String results(List<String> all) {
    return "{\"next\":null,\"results\":[" + String.join(",", all) + "]}";
  }
}
