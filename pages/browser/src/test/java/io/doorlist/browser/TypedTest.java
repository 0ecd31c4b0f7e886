package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Issue 70: what staff type at the scanner page, and the people of a group who come one by one. */
@Tag("long")
class TypedTest extends BrowserTest {
  /** Types as a person does. */
  private static void typed(PhonePage phone, String text) {
    phone.dismiss();
    phone.page.locator("#code").fill(text);
    phone.page.locator("form button.main").click();
    phone.waitFor(".verdict:not(:has(h2:text-is('CHECKING')))");
  }

  @Test
  void typedCode_countsByItsMeaning_withAndWithoutANetwork() throws Exception {
    String first = Fair.unused();
    String second = Fair.unused();
    try (PhonePage phone = phone("Typist")) {
      typed(phone, "\u201E" + first.toUpperCase() + "\u201C");
      phone.waitFor(".verdict.in");
      phone.goOffline();
      typed(phone, second.replace("-", " \u2013 "));
      phone.waitFor(".verdict.in");
      phone.expect("already", second);
      // A camera and a hand scanner read what is there.
      assertEquals("unknown", phone.scan(first.replace("-", "\u2013")));
      phone.goOnline();
      phone.waitUntilSent();
    }
  }

  @Test
  void reference_opensTheGuest_atADeskOnly_andLetsInAfterALook() throws Exception {
    String code = Fair.unused();
    String reference = Fair.reference(code);
    try (PhonePage phone = phone("Scanner of references")) {
      typed(phone, reference);
      phone.waitFor(".verdict.unknown");
    }
    int before = in();
    try (PhonePage phone = phone(Fair.MAIN, "desk", "Desk of references")) {
      typed(phone, reference);
      phone.waitFor(".verdict.wait .name:text-is('" + Fair.name(code) + "')");
      assertEquals(before, in());
      phone.press("Let in");
      phone.waitFor(".verdict.in");
      assertEquals(before + 1, in());
      typed(phone, reference);
      phone.waitFor(".verdict.already .name:text-is('" + Fair.name(code) + "')");
      assertFalse(phone.page.locator("button:has-text('Let in')").isVisible());
    }
  }

  @Test
  void refusal_namesTheGuest_toADesk() throws Exception {
    String code = Fair.unused();
    try (PhonePage phone = phone(Fair.LATER, "desk", "Desk that refuses")) {
      phone.expect("no", code);
      phone.waitFor(".verdict.no .name:text-is('" + Fair.name(code) + "')");
    }
    try (PhonePage phone = phone(Fair.LATER, "scanner", "Scanner that refuses")) {
      phone.expect("no", code);
      assertEquals(0, phone.page.locator(".verdict.no .name").count());
    }
  }

  @Test
  void groupThatCameIn_isAskedAboutOnce_atThePhoneThatLetItIn() throws Exception {
    String member = Fair.TRIO + "1";
    int before = in();
    try (PhonePage phone = phone("Group door");
        PhonePage other = phone("Other door")) {
      phone.expect("in", Fair.TRIO + "0");
      phone.waitFor(".verdict.in .detail:has-text('2 more of this group')");
      phone.press("Let 2 in");
      phone.waitFor(".verdict.in:has-text('The group is complete')");
      assertEquals(before + 3, in());

      other.expect("already", member);
      phone.expect("wait", member, "Part of the group of 3 that just came in?");
      phone.press("Let in");
      phone.waitFor(".verdict.in h2:text-is('IN')");
      assertEquals(before + 3, in());
      phone.expect("already", member);
      // Who showed the first ticket has come in by it.
      phone.expect("already", Fair.TRIO + "0");
      String history = host.get("/demo/fair/tickets/" + Fair.reference(member) + "/history");
      assertEquals(
          List.of("refusal", "check_in", "undo", "refusal", "refusal", "check_in"), types(history));
    }
  }

  @Test
  void groupThatCameInMoreThanAMinuteAgo_isNotAskedAbout() throws Exception {
    String added =
        host.post(
            "/demo/fair/guests",
            """
            {"idempotency_key":"0b7a4d0e-51c2-4f6f-9d3e-8e2b7c9a6f14","name":"Lena Later",\
            "ticket_type":"adult","companions":2}\
            """);
    List<String> codes =
        Pattern.compile("\"qr_code_identifier\":\"([^\"]+)\"")
            .matcher(added)
            .results()
            .map(each -> each.group(1))
            .distinct()
            .toList();
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.page.clock().install();
      phone.pair(link(Fair.MAIN, "scanner", "Door a minute later"));
      phone.expect("in", codes.get(0));
      phone.press("Let 2 in");
      phone.waitFor(".verdict.in:has-text('The group is complete')");
      phone.expect("wait", codes.get(1), "Part of the group of 3 that just came in?");

      phone.page.clock().fastForward(61_000);

      phone.expect("already", codes.get(2));
    }
  }

  /** Returns what happened to a ticket, the latest first. */
  private static List<String> types(String history) {
    return Pattern.compile("\\{\"type\":\"([a-z_]+)\",\"id\":[^}]+\"ticket\"")
        .matcher(history)
        .results()
        .map(each -> each.group(1))
        .toList();
  }
}
