package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Keyboard.TypeOptions;
import com.microsoft.playwright.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Everything beyond scanning: groups, looking first, notes, the keyboard alone. */
@Tag("long")
class DeskTest extends BrowserTest {
  private static final Pattern BATCH = Pattern.compile("/checkin_lists/\\d+/checkins$");
  private static final Pattern ORDER = Pattern.compile("/orders/[^/]+/checkins");

  private static final Route.FulfillOptions TOO_MANY =
      new Route.FulfillOptions()
          .setStatus(409)
          .setContentType("application/problem+json")
          .setBody(
              """
              {"type": "urn:doorlist:problem:too_many_at_once", "title": "Too many at once",
               "status": 409, "code": "too_many_at_once", "request_id": "1",
               "at_once": {"adult": 1, "child": 1}}
              """);

  @Test
  void group_comesInByCounts_andIsUndone_andTheRestOfAPartyByOneTap() throws Exception {
    try (PhonePage phone = phone(Fair.MAIN, "desk", "Group desk")) {
      int before = in();
      phone.type(Fair.GROUP);
      phone.waitFor("h2:has-text('A group: 3 left')");
      // Of an order of moved tickets so many may not fit into one request.
      phone.page.route(ORDER, route -> route.fulfill(TOO_MANY));
      phone.press("Let 3 in");
      phone.waitFor(".problem:has-text('At most 2 fit at once')");
      phone.page.unroute(ORDER);
      phone.page.locator(".stepper:has-text('Adult') button[aria-label='One less']").click();
      phone.press("Let 2 in");
      phone.waitFor(".verdict.in h2:text-is('2 IN')");
      phone.assertSays("1 more of this group");
      assertEquals(before + 2, in());

      phone.undo();
      assertEquals(before, in());
      List<Route> held = new ArrayList<>();
      phone.page.route(BATCH, held::add);
      phone.goOffline();
      phone.expect("in", "fair-group-0");
      phone.goOnline();
      phone.page.waitForCondition(() -> !held.isEmpty());
      phone.dismiss();
      phone.type(Fair.GROUP);
      phone.press("Let 3 in");
      phone.waitFor(".problem:has-text('No answer yet')");
      phone.page.unroute(BATCH);
      held.forEach(Route::resume);
      phone.waitUntilSent();
      phone.press("Let 3 in");
      phone.waitFor(".problem:has-text('Somebody else')");
      phone.press("Let 2 in");
      phone.waitFor(".verdict.in:has-text('The group is complete')");
      phone.expect("already", Fair.GROUP, "ALL IN");

      phone.expect("in", Fair.PARTY + 0);
      phone.waitFor(".verdict.in .detail:has-text('2 more of this group')");
      phone.press("Let 2 in");
      phone.waitFor(".verdict.in:has-text('The group is complete')");
      phone.expect("wait", Fair.PARTY + 2, "Part of the group of 3 that just came in?");
      phone.expect("already", Fair.PARTY + 2);
    }
  }

  @Test
  void search_findsTheTicketOfSomebodyWhoLostIt_andWhatHappenedToIt() throws Exception {
    String name = Fair.name(Fair.unused());
    try (PhonePage phone = phone(Fair.MAIN, "desk", "Search desk")) {
      phone.press("Search");
      search(phone, name);
      phone.page.locator("#q").fill("v");
      phone.page.keyboard().press("Enter");
      phone.waitFor(".problem:has-text('At least three letters')");
      assertEquals(0, phone.page.locator(".found li").count());
      search(phone, name);
      assertFalse(phone.page.content().contains("grace@example.org"), "shows an address");
      phone.press("What happened");
      phone.waitFor(".found .recent:has-text('Nothing yet.')");

      phone.page.locator(".found li:has-text('" + name + "') button.main").click();
      phone.waitFor(".verdict.in .name:text-is('" + name + "')");
      phone.expect("already", name.replace("Visitor ", "fair-"));
      phone.dismiss();
      phone.press("Search");
      // A refusal is kept after its answer, and a phone may ask 30 times a minute.
      for (int pause = 100; pause < 20_000 && shown(phone) < 2; pause *= 2) {
        search(phone, name);
        phone.waitFor(".found li:has-text('" + name + "') .in:has-text('In since')");
        phone.press("What happened");
        phone.page.waitForTimeout(pause);
      }
      String happened = phone.page.locator(".found .recent").innerText();
      assertTrue(happened.indexOf("already in") < happened.indexOf("IN\n"), happened);
      assertTrue(happened.contains("Search desk"), happened);
    }
  }

  private static int shown(PhonePage phone) {
    return phone.page.locator(".found .recent li").count();
  }

  private static void search(PhonePage phone, String name) {
    phone.page.locator("#q").fill(name);
    phone.page.keyboard().press("Enter");
    phone.waitFor(".found li:has-text('" + name + "')");
  }

  @Test
  void scanner_offersNoSearchNorExits_showsNotesUntilTheyAreSeen_andNoHtml() throws Exception {
    try (PhonePage phone = phone("<b>Bold</b>")) {
      assertEquals(0, phone.page.locator("button:has-text('Search')").count());
      phone.page.locator("button[aria-label=Menu]").click();
      phone.waitFor(".sheet");
      assertEquals(0, phone.page.locator("button:has-text('Use as exit')").count());
      phone.page.keyboard().press("Escape");

      phone.expect("in", Fair.MARKUP, "<img src=x");
      assertEquals(0, phone.page.locator(".verdict img").count());
      assertTrue(phone.page.title().startsWith("Doorlist"), phone.page.title());

      phone.expect("in", Fair.ATTENTION);
      assertEquals("Check ID", phone.page.locator(".note.attention").innerText());
      phone.goOffline();
      phone.expect("already", Fair.ATTENTION);
      assertEquals("Check ID", phone.page.locator(".note.attention").innerText());
    }
  }

  @Test
  void noteOfAGuest_isReadAtADesk_andAScannerSaysThatTheDeskHasIt() throws Exception {
    String hidden = "Note: ask at the desk";
    try (PhonePage desk = phone(Fair.MAIN, "desk", "Desk that reads");
        PhonePage door = phone(Fair.MAIN, "scanner", "Door that does not")) {
      desk.expect("in", Fair.NOTED + 0);
      assertEquals("Call Anna", desk.page.locator(".note.attention").innerText());
      desk.expect("already", Fair.NOTED + 0);
      assertEquals("Call Anna", desk.page.locator(".note.attention").innerText());
      door.expect("already", Fair.NOTED + 0);
      assertEquals(hidden, door.page.locator(".note").innerText());
      assertEquals("Table: 7", door.page.locator(".type").last().innerText());
      door.expect("in", Fair.NOTED + 1);
      assertEquals("Table: 7", door.page.locator(".type").last().innerText());
      assertEquals(hidden, door.page.locator(".note").innerText());
      door.goOffline();
      door.expect("in", Fair.NOTED + 2);
      assertEquals(hidden, door.page.locator(".note").innerText());
      assertFalse(door.page.content().contains("Anna"));

      desk.dismiss();
      desk.press("Search");
      search(desk, "Nora Noted 3");
      desk.waitFor(".found li:has-text('Call Anna')");
    }
    try (PhonePage desk = phone(Fair.SIDE, "desk", "Desk that reads refusals")) {
      desk.expect("door", Fair.NOTED + 3);
      desk.waitFor(".verdict .note.attention:text-is('Call Anna')");
    }
  }

  @Test
  void doorThatIsNotOpen_orHasARule_saysWhy_withAndWithoutANetwork() throws Exception {
    String code = Fair.unused();
    try (PhonePage phone = phone(Fair.LATER, "scanner", "Night")) {
      phone.expect("no", code, "From Jan 1, 2099");
      phone.goOffline();
      phone.expect("no", code, "From Jan 1, 2099");
    }
    host.checkIn(Fair.EVENT, Fair.DAILY, "walker-1", "");
    try (PhonePage phone = phone(Fair.DAILY, "scanner", "Daily")) {
      phone.expect("no", "walker-1", "Only once a day.");
      phone.goOffline();
      phone.expect("no", "walker-1", "Only once a day.");
      phone.expect("in", "walker-2");
    }
  }

  @Test
  void desk_canBeUsedByKeyboardAlone() throws Exception {
    try (PhonePage phone = phone(Fair.MAIN, "desk", "Keyboard")) {
      String code = Fair.unused();
      phone.page.locator("#code").focus();
      phone.page.keyboard().type(code, new TypeOptions().setDelay(90));
      phone.page.keyboard().press("Enter");
      phone.waitFor(".verdict.in");
      assertEquals("Next", focused(phone));
      phone.page.keyboard().press("Shift+Tab");
      assertEquals("Undo", focused(phone));
      phone.page.keyboard().press("Enter");
      phone.waitFor(".verdict.undone");
      phone.page.keyboard().press("Enter");
      phone.page.locator(".verdict").waitFor(PhonePage.DETACHED);
      assertEquals("code", phone.page.evaluate("document.activeElement.id"));

      tabTo(phone, "Menu");
      phone.page.keyboard().press("Enter");
      phone.waitFor(".sheet h2:has-text('This phone')");
      for (int i = 0; i < 20; i++) {
        phone.page.keyboard().press("Tab");
        assertEquals(
            false, phone.page.evaluate("Boolean(document.activeElement.closest('.scan'))"));
      }
      // A hand scanner works in a menu too, and an extra Enter presses nothing. From here on no
      // time passes between keys.
      phone.page.evaluate(
          """
          () => void Object.defineProperty(Event.prototype, 'timeStamp', {value: performance.now()})
          """);
      phone.page.locator("select").focus();
      phone.type(code);
      phone.waitFor(".verdict.in");
      assertEquals("en", phone.page.getAttribute("html", "lang"));
      phone.page.keyboard().press("Enter");
      assertEquals(1, phone.page.locator(".verdict").count());
      phone.page.keyboard().press("Escape");
      tabTo(phone, "Menu");
      phone.page.keyboard().press("Enter");
      tabTo(phone, "Change door");
      phone.page.keyboard().press("Enter");
      phone.waitFor("h1:has-text('Which door?')");
      tabTo(phone, "South door");
      phone.page.keyboard().press("Enter");
      phone.waitFor(".bar h1:has-text('South door')");
    }
  }

  private static void tabTo(PhonePage phone, String name) {
    for (int i = 0; i < 30 && !focused(phone).equals(name); i++) {
      phone.page.keyboard().press("Tab");
    }
    assertEquals(name, focused(phone));
  }

  private static String focused(PhonePage phone) {
    return (String)
        phone.page.evaluate(
            "document.activeElement.ariaLabel ?? document.activeElement.innerText.trim()");
  }
}
