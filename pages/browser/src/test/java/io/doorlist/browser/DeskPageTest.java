package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Issue 70: the page of a desk, with a keyboard and a hand scanner. */
@Tag("long")
class DeskPageTest extends BrowserTest {
  private static final Pattern GUESTS = Pattern.compile("/demo/fair/guests(\\?.*)?$");
  private static final String KEY = ".*\"idempotency_key\":\"([^\"]+)\".*";
  private static final int MANY = 2_000;
  private static final int PART = 500;

  private static PhonePage desk(String name) throws IOException {
    PhonePage desk = PhonePage.on(browser, 1280, 800, ColorScheme.LIGHT);
    desk.open(link(Fair.MAIN, "desk", name).replace("/-/scan", "/-/desk"), "#field");
    return desk;
  }

  /** Types as a person does. */
  private static void typed(PhonePage desk, String text) {
    desk.page.locator("#field").fill(text);
    desk.page.keyboard().press("Enter");
  }

  private static String focused(PhonePage desk) {
    return (String) desk.page.evaluate("document.activeElement.innerText.trim()");
  }

  @Test
  void guest_isFoundByNameReferenceOrScan_letIn_andUndone_byKeyboard() throws Exception {
    String code = Fair.unused();
    String name = Fair.name(code);
    int before = in();
    try (PhonePage desk = desk("Desk with a keyboard")) {
      desk.page.locator("#field").fill(name);
      desk.waitFor(".row:has-text('" + name + "')");
      desk.page.keyboard().press("ArrowDown");
      desk.page.keyboard().press("Enter");
      desk.waitFor(".guest h2:text-is('" + name + "')");
      desk.waitFor(".guest .recent:has-text('Nothing yet.')");
      assertEquals("Let in", focused(desk));
      assertEquals(before, in());
      desk.page.keyboard().press("Enter");
      desk.waitFor(".verdict.in");
      desk.waitFor(".guest .came:has-text('In since')");
      assertEquals(before + 1, in());
      desk.page.keyboard().press("Escape");
      assertEquals("field", desk.page.evaluate("document.activeElement.id"));

      typed(desk, Fair.reference(code));
      desk.waitFor(".guest .came:has-text('In since')");
      desk.waitFor(".guest .recent:has-text('Desk with a keyboard')");
      desk.page.locator(".guest > .actions button:text-is('Undo')").click();
      desk.waitFor(".verdict.undone");
      assertEquals(before, in());
      desk.page.keyboard().press("Escape");

      // A scan at the desk opens the guest, and lets nobody in.
      desk.type(code);
      desk.waitFor(".guest h2:text-is('" + name + "')");
      assertEquals(before, in());
    }
  }

  @Test
  void guest_isFoundByEMailAndPhoneNumber() throws Exception {
    host.post(
        "/demo/fair/guests",
        """
        {"idempotency_key":"1d0f6a3c-8c55-4b57-a2cf-6a3c1e1f7d20","name":"Nadia Numbers",\
        "ticket_type":"adult","email":"nadia@example.net","phone":"+49 171 5550143"}\
        """);
    try (PhonePage desk = desk("Desk of addresses")) {
      for (String text : List.of("nadia@example.net", "+49 171 5550143", "0171 5550143")) {
        desk.page.locator("#field").fill(text);
        desk.waitFor("p:text-is('Guests: 1')");
        desk.waitFor(".row:has-text('Nadia Numbers')");
      }
    }
  }

  @Test
  void guest_isLetOut_andInAgain_whereADoorCountsWhoIsInside() throws Exception {
    String link = link(Fair.GARDEN, "desk", "Desk in the garden").replace("/-/scan", "/-/desk");
    try (PhonePage desk = PhonePage.on(browser, 1280, 800, ColorScheme.LIGHT)) {
      desk.open(link, "#field");
      typed(desk, "walker-12");
      desk.waitFor(".guest h2:text-is('Walker 12')");
      for (String pressed : List.of("Let in", "Let out", "Let in")) {
        int before = inside();
        desk.page.locator(".guest > .actions button:text-is('" + pressed + "')").click();
        boolean out = pressed.equals("Let out");
        desk.waitFor(out ? ".verdict.out" : ".verdict.in");
        assertEquals(before + (out ? -1 : 1), inside());
      }
    }
  }

  private static int inside() {
    return DemoHost.number("inside", host.get("/demo/fair/areas"));
  }

  /** Issue 70: Enter opened the first of all guests. */
  @Test
  void onlyGuestWhomANameFits_isOpened_byEnter() throws Exception {
    try (PhonePage desk = desk("Desk of names")) {
      desk.waitFor(".row");
      desk.page.locator("#field").fill("noted 5");
      desk.waitFor("p:text-is('Guests: 1')");
      desk.page.keyboard().press("Enter");
      desk.waitFor(".guest h2");
      assertEquals("Nora Noted 5", desk.page.locator(".guest h2").innerText());
    }
  }

  @Test
  void party_isShown_andItsRestComesInByOneTap() throws Exception {
    int before = in();
    try (PhonePage desk = desk("Desk of parties")) {
      desk.page.locator("#field").fill("Dora Duo 0");
      desk.waitFor(".row");
      desk.page.keyboard().press("ArrowDown");
      desk.page.keyboard().press("Enter");
      desk.waitFor("h3:has-text('Group: 2')");
      desk.press("Let 2 in");
      desk.waitFor(".verdict.in h2:text-is('2 IN')");
      assertEquals(before + 2, in());
    }
  }

  @Test
  void list_isBrowsedAndFiltered_whenTheServiceListsItsGuests() throws Exception {
    try (PhonePage desk = PhonePage.on(browser, 1280, 800, ColorScheme.DARK)) {
      desk.page.route(GUESTS, DeskPageTest::guests);
      desk.open(link(Fair.MAIN, "desk", "Browsing").replace("/-/scan", "/-/desk"), ".row");
      desk.waitFor("p:text-is('Guests: 2,000')");
      // Few rows are there, whatever the number of guests.
      assertFalse(desk.page.locator(".row").count() > 60);
      desk.press("Needs attention");
      desk.waitFor("p:text-is('Guests: 20')");
      desk.press("All");
      desk.page.locator("#field").fill("exam zoe 7");
      desk.waitFor("p:text-is('Guests: 56')");
      desk.page.locator("#field").fill("g1234-1");
      desk.waitFor("p:text-is('Guests: 1')");
      desk.page.locator("#field").fill("");
      desk.page.keyboard().press("PageDown");
      desk.page.keyboard().press("PageDown");
      assertEquals(
          List.of("20"),
          desk.page.locator(".row[aria-selected=true]").all().stream()
              .map(row -> row.getAttribute("aria-posinset"))
              .toList());
      desk.page.keyboard().press("Enter");
      desk.waitFor(".guest h3:has-text('Group: 2')");
      AccessibilityTest.check(desk.page, "the desk with a guest");
      desk.page.setViewportSize(320, 640);
      AccessibilityTest.check(desk.page, "the desk on a phone");
    }
  }

  @Test
  void listOfTheService_isBrowsedFiltered_andFollowed() throws Exception {
    String code = Fair.unused();
    try (PhonePage desk = desk("Desk with the real list")) {
      desk.waitFor("p:text-is('Guests: %,d')".formatted(listed("\"id\":(\\d+),\"reference\"")));
      assertFalse(desk.page.locator(".row").count() > 60);
      desk.page.locator(".filters select").selectOption("Youth");
      desk.waitFor("p:text-is('Guests: 2')");
      desk.page.locator(".filters select").selectOption("");
      desk.page.locator("#field").fill(Fair.name(code));
      desk.waitFor("p:text-is('Guests: 1')");
      desk.press("Not in yet");
      desk.waitFor(".row:has-text('" + Fair.name(code) + "')");
      // Another phone lets them in, and the list learns it.
      host.checkIn(Fair.EVENT, Fair.MAIN, code, "");
      desk.waitFor("p:text-is('Guests: 0')");
      desk.page.locator(".filters button:text-is('In')").click();
      desk.waitFor(".row.in:has-text('In since')");
    }
  }

  @Test
  void guestWithANote_isFilteredFor_andReadWhenLetIn() throws Exception {
    try (PhonePage desk = desk("Desk with notes")) {
      desk.press("Needs attention");
      desk.waitFor(".row:has-text('Nora Noted 4')");
      desk.page.locator(".row:has-text('Nora Noted 4')").click();
      desk.waitFor(".guest > .note:text-is('Call Anna')");
      desk.press("Let in");
      desk.waitFor(".verdict.in .note:text-is('Call Anna')");
    }
  }

  @Test
  void walkIn_withACompanion_comesInOnce_howeverOftenItIsSent() throws Exception {
    int before = in();
    List<String> keys = new CopyOnWriteArrayList<>();
    try (PhonePage desk = desk("Desk that adds")) {
      desk.page.route(
          GUESTS,
          route -> {
            if (!route.request().method().equals("POST")) {
              route.resume();
              return;
            }
            keys.add(route.request().postData().replaceFirst(KEY, "$1"));
            if (keys.size() > 1) {
              route.resume();
            } else {
              // The service does it, and its answer is lost.
              route.fetch();
              route.abort();
            }
          });
      desk.waitFor("button:text-is('Add a guest')");
      desk.page.locator("#field").fill("Wanda Walkin");
      desk.waitFor("p:text-is('Guests: 0')");
      desk.page.locator("button.add").press("Enter");
      assertEquals("name", desk.page.evaluate("document.activeElement.name"));
      assertEquals("Wanda Walkin", desk.page.locator("[name=name]").inputValue());
      desk.page.locator("[name=companions]").selectOption("1");
      desk.page.locator("[name=email]").fill("wanda@example.org");
      desk.page.locator("[name=note]").fill("Press");
      AccessibilityTest.check(desk.page, "the form for a guest");
      desk.page.locator("[name=note]").press("Enter");
      desk.waitFor(".guest h2:text-is('Wanda Walkin')");
      desk.page.reload();
      desk.waitFor(".net.online:not(:has-text('to send'))");
      desk.page.locator("#field").fill("Wanda Walkin");
      desk.page.locator(".row:has(b:text-is('Wanda Walkin'))").click();
      desk.waitFor(".guest h2:text-is('Wanda Walkin')");
      desk.waitFor(".guest .came:has-text('In since')");
      desk.waitFor(".guest .note:text-is('Press')");
      desk.waitFor("h3:has-text('Group: 2')");
      // A reload may cut off a request, which is then sent once more.
      assertTrue(keys.size() > 1, keys.toString());
      assertEquals(1, keys.stream().distinct().count(), keys.toString());
      assertEquals(before + 2, in());
      assertEquals(1, listed("\"name\":\"Wanda Walkin\""));

      // Another one of that name is another guest, and the desk says whom they may be.
      desk.page.keyboard().press("Escape");
      desk.page.locator("button.add").click();
      desk.page.locator("[name=name]").fill("Wanda Walkin");
      desk.page.locator("[name=in]").uncheck();
      desk.page.locator("[name=name]").press("Enter");
      desk.waitFor(".guest .note:has-text('Maybe the same person')");
      assertEquals(before + 2, in());
    }
  }

  @Test
  void guest_isCorrected_byKeyboard_andTheHistorySaysSo() throws Exception {
    String code = Fair.unused();
    String name = Fair.name(code) + " Right";
    try (PhonePage desk = desk("Desk that corrects")) {
      typed(desk, code);
      desk.waitFor(".guest h2:text-is('" + Fair.name(code) + "')");
      desk.page.locator("button:text-is('Correct')").press("Enter");
      assertEquals("name", desk.page.evaluate("document.activeElement.name"));
      AccessibilityTest.check(desk.page, "the form of a correction");
      desk.page.locator(".edit [name=name]").fill(name);
      desk.page.locator(".edit [name=note]").fill("Call Anna");
      desk.page.locator(".edit [name=note]").press("Enter");
      desk.waitFor(".guest h2:text-is('" + name + "')");
      desk.waitFor(".guest .note:text-is('Call Anna')");
      desk.waitFor(".recent b:text-is('Changed: Name, Note')");
      desk.waitFor(".recent small:has-text('Desk that corrects')");
      assertEquals("Correct", focused(desk));
      desk.page.keyboard().press("Escape");
      desk.page.locator("#field").fill(name);
      desk.waitFor(".row:has-text('" + name + "')");
      assertEquals(1, listed("\"name\":\"" + name + "\""));

      // Escape leaves the form first, and then the guest.
      typed(desk, code);
      desk.waitFor("button:text-is('Correct')");
      desk.page.locator("button:text-is('Correct')").click();
      desk.page.keyboard().press("Escape");
      desk.waitFor(".guest:not(:has(.edit)) h2:text-is('" + name + "')");
      assertEquals("Correct", focused(desk));
    }
  }

  @Test
  void newCode_isShownToBeReadOut_andOpens() throws Exception {
    String code = Fair.unused();
    int before = in();
    List<String> keys = new CopyOnWriteArrayList<>();
    try (PhonePage desk = desk("Desk with codes")) {
      desk.page.route(
          Pattern.compile("/demo/fair/guests/\\d+/code$"),
          route -> {
            keys.add(route.request().postData());
            if (keys.size() > 1) {
              route.resume();
            } else {
              // The service does it, and its answer is lost.
              route.fetch();
              route.abort();
            }
          });
      typed(desk, code);
      desk.waitFor("button:text-is('New code')");
      desk.page.locator("button:text-is('New code')").press("Enter");
      desk.waitFor(".edit p:has-text('The old one no longer opens.')");
      assertEquals("New code", focused(desk));
      desk.page.keyboard().press("Enter");
      desk.waitFor(".edit .problem:has-text('No answer.')");
      desk.page.locator(".edit .main").press("Enter");
      desk.waitFor(".edit svg.qr");
      AccessibilityTest.check(desk.page, "a new code");
      assertEquals(List.of(keys.getFirst(), keys.getFirst()), keys);
      String shown = desk.page.locator(".edit .code").innerText();
      assertEquals(8, shown.split(" ").length);
      desk.page.keyboard().press("Enter");
      desk.page.keyboard().press("Escape");

      assertEquals(before, in());
      typed(desk, shown);
      desk.waitFor(".guest h2:text-is('" + Fair.name(code) + "')");
      desk.page.locator("button:text-is('Let in')").press("Enter");
      desk.waitFor(".verdict.in");
      assertEquals(before + 1, in());
    }
  }

  @Test
  void guestAddedTwice_isTakenBack_byOneButton() throws Exception {
    int before = in();
    try (PhonePage desk = desk("Desk of twins")) {
      for (int i = 0; i < 2; i++) {
        desk.waitFor("button:text-is('Add a guest')");
        desk.page.locator("button.add").click();
        desk.page.locator("[name=name]").fill("Tina Twin");
        desk.page.locator("[name=name]").press("Enter");
        desk.waitFor(".guest .came:has-text('In since')");
        assertEquals(before + 1 + i, in());
        if (i == 0) {
          desk.page.keyboard().press("Escape");
        }
      }
      desk.page.locator("button:text-is('The same person')").press("Enter");
      desk.waitFor(".guest:not(:has-text('Maybe the same person')) .came:has-text('In since')");
      assertEquals(before + 1, in());
      assertEquals(2, listed("\"name\":\"Tina Twin\""));
      desk.page.keyboard().press("Escape");
      desk.page.locator("#field").fill("tina twin");
      desk.waitFor(".row .state:text-is('cancelled')");
      desk.waitFor(".row.in:has-text('Tina Twin')");

      // The other one is made void, too, once the desk has said so twice.
      desk.page.locator(".row.in").click();
      desk.waitFor("button:text-is('Make void')");
      desk.page.locator("button:text-is('Make void')").press("Enter");
      desk.waitFor(".edit p:has-text('Nobody comes in')");
      desk.page.keyboard().press("Enter");
      desk.waitFor(".guest .problem:text-is('cancelled')");
    }
  }

  @Test
  void guestOfTheList_isNotMadeVoidAtADesk() throws Exception {
    String code = Fair.unused();
    try (PhonePage desk = desk("Desk that may not")) {
      typed(desk, code);
      desk.waitFor("button:text-is('Correct')");
      assertEquals(0, desk.page.locator("button:text-is('Make void')").count());
    }
  }

  @Test
  void whomTheDoorRefuses_isNotAdded_andTheFormSaysWhy() throws Exception {
    try (PhonePage desk = PhonePage.on(browser, 1280, 800, ColorScheme.LIGHT)) {
      String link = link(Fair.SIDE, "desk", "Desk at the side").replace("/-/scan", "/-/desk");
      desk.open(link, "button:text-is('Add a guest')");
      desk.page.locator("button.add").click();
      desk.page.locator("[name=name]").fill("Rita Refused");
      desk.page.locator("[name=ticket_type]").selectOption("adult");
      desk.page.locator("[name=name]").press("Enter");
      desk.waitFor(
          ".new-guest .problem:text-is('Nobody is added. This door refuses them: other door.')");
      assertEquals(0, listed("\"name\":\"Rita Refused\""));
      desk.page.locator("[name=ticket_type]").selectOption("child");
      desk.page.locator("[name=name]").press("Enter");
      desk.waitFor(".guest .came:has-text('In since')");
      assertEquals(1, listed("\"name\":\"Rita Refused\""));
    }
  }

  private static void open(PhonePage desk, String name) {
    desk.page.locator("#field").fill(name);
    desk.waitFor(".row:has-text('" + name + "')");
    desk.page.keyboard().press("ArrowDown");
    desk.page.keyboard().press("Enter");
    desk.waitFor(".guest h2:text-is('" + name + "')");
  }

  @Test
  void guest_whoOwesMoney_paysAndComesIn_byKeyboard() throws Exception {
    int before = in();
    try (PhonePage desk = desk("Desk of money")) {
      open(desk, "Una Unpaid 0");
      desk.waitFor(".due:text-is('\u20AC25.00 to collect')");
      AccessibilityTest.check(desk.page, "a guest who owes money");
      desk.page.locator(".guest > .actions button:text-is('Let in')").click();
      desk.waitFor(".verdict.no:has-text('\u20AC25.00 to collect')");
      assertEquals(before, in());
      desk.page.keyboard().press("Escape");

      open(desk, "Una Unpaid 0");
      desk.waitFor("button:focus:has-text('Take \u20AC25.00')");
      desk.page.keyboard().press("Enter");
      desk.waitFor(".paid:text-is('Paid: \u20AC25.00, at Desk of money')");
      desk.waitFor(".guest:not(:has(.due))");
      desk.waitFor("button:focus:has-text('Let in')");
      desk.page.keyboard().press("Enter");
      desk.waitFor(".verdict.in");
      assertEquals(before + 1, in());

      // The next of the party is shown who took it.
      desk.page.locator(".party button:has-text('Una Unpaid 1')").click();
      desk.waitFor(".guest h2:text-is('Una Unpaid 1')");
      desk.waitFor(".paid:text-is('Paid: \u20AC25.00, at Desk of money')");
      desk.page.keyboard().press("Escape");
    }
  }

  @Test
  void money_isTakenOnce_whoseAnswerIsLost_andGivenBack() throws Exception {
    List<String> keys = new CopyOnWriteArrayList<>();
    try (PhonePage desk = desk("Desk with a bad line")) {
      desk.page.route(
          Pattern.compile("/payments$"),
          route -> {
            keys.add(route.request().postData().replaceFirst(KEY, "$1"));
            if (keys.size() > 1) {
              route.resume();
            } else {
              // The service takes it, and its answer is lost.
              route.fetch();
              route.abort();
            }
          });
      open(desk, "Umo Unpaid 0");
      desk.page.locator("[name=amount]").fill("10,5");
      desk.page.locator("button:text-is('Take \u20AC10.50')").click();
      desk.waitFor(".problem:has-text('No answer.')");
      desk.page.reload();
      desk.waitFor(".problem:has-text('No answer.')");
      desk.page.locator("button:text-is('Try again')").dblclick();
      desk.waitFor(".paid:text-is('Paid: \u20AC10.50, at Desk with a bad line')");
      desk.waitFor(".due:text-is('\u20AC14.50 to collect')");
      assertEquals(List.of(keys.getFirst(), keys.getFirst()), keys);

      desk.page.locator("[name=amount]").fill("10.50");
      desk.page.locator("button:text-is('Give back \u20AC10.50')").click();
      desk.waitFor(".due:text-is('\u20AC25.00 to collect')");
      desk.page.locator("[name=amount]").fill("much");
      desk.waitFor(".till button[type=submit]:disabled");
      assertEquals(3, keys.size());
    }
  }

  @Test
  void walkIn_paysThePriceOfTheType() throws Exception {
    int before = in();
    try (PhonePage desk = desk("Desk with prices")) {
      desk.waitFor("button:text-is('Add a guest')");
      desk.page.locator("button.add").click();
      desk.page.locator("[name=name]").fill("Cora Child");
      desk.page.locator("[name=ticket_type]").selectOption("child");
      desk.page.locator("[name=companions]").selectOption("1");
      desk.waitFor(".tick:has-text('Take \u20AC25.00')");
      desk.page.locator("[name=paid]").uncheck();
      desk.page.locator("[name=name]").press("Enter");
      desk.waitFor(".new-guest .problem:text-is('Nobody is added. \u20AC25.00 to collect')");
      desk.page.locator("[name=paid]").check();
      desk.page.locator("[name=name]").press("Enter");
      desk.waitFor(".guest .came:has-text('In since')");
      desk.waitFor(".paid:text-is('Paid: \u20AC25.00, at Desk with prices')");
      assertEquals(before + 2, in());
    }
  }

  /** Counts the guests of the service's list whose JSON has a pattern. A guest may come again. */
  private static int listed(String pattern) {
    Map<String, String> guests = new HashMap<>();
    Matcher version;
    String after = "";
    String part;
    do {
      part = host.get("/demo/fair/guests" + after);
      for (String each : part.split("(?=\\{\"id\":\\d+,\"reference\")")) {
        guests.put(each.replaceFirst(",(?s).*", ""), each);
      }
      version = Pattern.compile("\"version\":\"([^\"]+)\"").matcher(part);
      after = version.find() ? "?after=" + version.group(1) : "";
    } while (part.contains("\"more\":true"));
    return (int) guests.values().stream().filter(Pattern.compile(pattern).asPredicate()).count();
  }

  /** Answers as `listGuests` does. */
  private static void guests(Route route) {
    String url = route.request().url();
    int from = url.contains("after=") ? Integer.parseInt(url.replaceFirst(".*after=", "")) : 0;
    int until = Math.min(MANY, from + PART);
    String guests =
        IntStream.range(from, until).mapToObj(DeskPageTest::guest).collect(Collectors.joining(","));
    route.fulfill(
        new Route.FulfillOptions()
            .setContentType("application/json")
            .setHeaders(Map.of("X-Request-Id", "none", "Content-Type", "application/json"))
            .setBody(
                """
                {"guests": [%s], "version": "%d", "more": %b, "whole": %b,
                 "desk": {"add_guests": null}}
                """
                    .formatted(guests, until, until < MANY, from == 0)));
  }

  private static String guest(int i) {
    return """
    {"id": %d, "reference": "G%1$d-1", "order_id": %d, "order_reference": "O%2$d", "name": "%s Example %1$d",
     "company": null, "ticket_type": "Adult", "ticket_type_slug": "adult", "state": "valid",
     "order_state": "confirmed", "payment_state": "paid", "qr_code_identifier": "x-%1$d",
     "note": %s, "attention": false, "added": null, "checked_in": []}
    """
        .formatted(
            i, i / 2, i % 2 == 0 ? "Ada" : "Zo\u00EB", i % 100 == 0 ? "\"Call Anna\"" : "null");
  }
}
