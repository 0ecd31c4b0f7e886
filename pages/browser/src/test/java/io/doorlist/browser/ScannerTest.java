package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scanner with a network, by hand scanner and keyboard alone. */
class ScannerTest extends BrowserTest {
  private static final String CHECKINS = "^POST .*/checkins";
  private static final String SECONDS = "\"seconds_since\":";

  /** Presses the keys of a US keyboard, which type something else. */
  private static final String WRONGLY_TYPED =
      """
      ([text, fault]) => {
        const us = "1234567890-=[];'`,./\\\\" + '!@#$%^&*()_+{}:"~<>?|';
        const codes = [...Array.from('1234567890', (digit) => 'Digit' + digit), 'Minus', 'Equal', 'BracketLeft',
            'BracketRight', 'Semicolon', 'Quote', 'Backquote', 'Comma', 'Period', 'Slash', 'Backslash'];
        const layouts = {
          de: ["1234567890ß´ü+öä^,.-#" + '!"§$%&/()=?`Ü*ÖÄ°;:_\\'', 'yz', 'zy'],
          fr: ["&é\\"'(-è_çà)=^$mù²;:!*" + '1234567890°+¨£M%~./§µ', 'aqwzm', 'qazw,'],
          cs: ["+ěščřžýáíé=´ú)ů§;,.-¨" + "1234567890%ˇ/(\\"!°?:_\\'", 'yz', 'zy'],
        };
        const dead = '´^`¨ˇ°~';
        const press = (key, code, shiftKey = false) => document.body.dispatchEvent(
            new KeyboardEvent('keydown', {key, code, shiftKey, bubbles: true, cancelable: true}));
        for (const each of (fault === 'prefix' ? ']Q1' : '') + text) {
          const place = us.indexOf(each);
          const letter = each.toLowerCase();
          const shift = place < 0 ? each !== letter : place >= 21;
          const code = place < 0 ? 'Key' + letter.toUpperCase() : codes[place % 21];
          if (shift) press('Shift', 'ShiftLeft', true);
          let key = each;
          if (layouts[fault]) {
            const [symbols, from, to] = layouts[fault];
            const other = from.includes(letter) ? to[from.indexOf(letter)] : letter;
            key = place < 0 ? (shift ? other.toUpperCase() : other) : symbols[place];
            key = dead.includes(key) ? 'Dead' : key;
          } else if (fault === 'caps' || fault === 'case') {
            key = shift ? letter : each.toUpperCase();
          }
          press(key, fault === 'case' ? '' : code, shift);
        }
        if (fault !== 'unended') press('Enter', 'Enter');
      }
      """;

  @Test
  void ticket_isInOnce() {
    try (PhonePage phone = phone()) {
      String ticket = host.ticket("Day");

      assertEquals("in", phone.scan(ticket));
      phone.picture("in");
      assertEquals("already", phone.scan(ticket));
      assertTrue(phone.says().contains("By you"), phone.says());
      phone.picture("already");
    }
  }

  /** The two timers that {@link PhonePage} changes for all tests. */
  @Test
  @Tag("long")
  void timers_areAsLongAsAtADoor() {
    try (PhonePage phone = phone()) {
      assertEquals("in", phone.scan(host.ticket("Day")));

      assertEquals(List.of("1500", "4000"), phone.page.evaluate("() => Object.keys(slowed)"));
      phone.page.evaluate("() => slowed[4_000]()");
      phone.page.locator(".verdict").waitFor(PhonePage.DETACHED);

      phone.page.evaluate("() => void (slowed = {})");
      assertEquals("unknown", phone.scan("no-such-code-0002"));
      assertEquals(List.of("1500"), phone.page.evaluate("() => Object.keys(slowed)"));
    }
  }

  /** Issue 36: whoever came with a picture of that ticket within a minute was told to be right. */
  @Test
  @Tag("long")
  void byYou_isOnlySaidByThatPhone_andOnlyForTenSecondsAllIsWell() throws Exception {
    String link = Fair.link(host, Fair.MAIN, "scanner", "Gate 9");
    String ticket = Fair.unused();
    try (Network network = new Network(host.url());
        PhonePage phone = PhonePage.on(browser).pair(network.link(link));
        PhonePage other = PhonePage.on(browser).pair(link)) {
      assertEquals("in", phone.scan(ticket));
      network.changes(CHECKINS, SECONDS, SECONDS + "9,\"more\":");
      assertEquals("already", phone.scan(ticket));
      assertTrue(phone.says().matches(".*By you, .* Is it the same person.*"), phone.says());

      assertEquals("already", other.scan(ticket));
      assertTrue(other.says().matches(".*By Gate 9, .* Do not let in.*"), other.says());
      network.changes(CHECKINS, SECONDS, SECONDS + "1");
      assertEquals("already", phone.scan(ticket));
      assertTrue(phone.says().matches(".*By you, .* Do not let in.*"), phone.says());
    }
  }

  @Test
  @Tag("long")
  void byYou_isOnlyForTenSeconds_whereTheyMayLeave() {
    String ticket = host.ticket("Day");
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.page.clock().install();
      phone.pair(host.link("scanner"));
      assertEquals("in", phone.scan(ticket));

      phone.page.clock().fastForward(11_000);

      assertEquals("already", phone.scan(ticket));
      assertTrue(phone.says().matches(".*By you, .* They may have left.*"), phone.says());
    }
  }

  @Test
  @Tag("long")
  void handScanner_mayEndWithTab() throws Exception {
    try (PhonePage phone = phone(Fair.MAIN, "scanner", "Tab")) {
      phone.page.evaluate(
          """
          (code) => [...code, 'Tab'].forEach((key) =>
            document.body.dispatchEvent(
              new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true})))
          """,
          Fair.unused());

      phone.waitFor(".verdict.in");
    }
  }

  /** What a scanner that is set to US English types on other keyboards, and other usual faults. */
  @Test
  @Tag("long")
  void handScanner_ofAnotherKeyboard_isUnderstood() {
    try (PhonePage phone = phone()) {
      for (String fault : List.of("de", "fr", "cs", "caps", "case", "prefix", "unended")) {
        phone.page.evaluate(WRONGLY_TYPED, List.of(host.ticket("Day"), fault));
        phone.waitFor(".verdict");
        assertEquals("in", phone.page.getAttribute(".verdict", "data-kind"), fault);
        phone.dismiss();
      }
      phone.scanAll(List.of("no-such-code-1", "no-such-code-2", "no-such-code-3"));
      assertTrue(phone.says().contains("check the scanner's keyboard"), phone.says());
      phone.page.locator(".verdict button:has-text('Test a hand scanner')").click();
      phone.page.evaluate(WRONGLY_TYPED, List.of("AB-12/x", "de"));

      phone.waitFor(".sheet .tested:text-is('ABß12-x')");
      phone.waitFor(".sheet .tested:text-is('AB-12/x')");
      assertEquals(0, phone.page.locator(".verdict").count());
    }
  }

  @Test
  @Tag("long")
  void screenStaysOn_withoutACamera() {
    try (PhonePage phone = PhonePage.withCamera(browser)) {
      phone.phone.addInitScript(
          """
          globalThis.locks = 0;
          Object.defineProperty(Navigator.prototype, 'wakeLock', {value: {
            request: async () => (++globalThis.locks, {released: false}),
          }});
          navigator.mediaDevices.getUserMedia = async () => {
            throw new DOMException('none', 'NotFoundError');
          };
          """);
      phone.pair(host.link("scanner"));

      assertEquals(1, phone.page.evaluate("locks"));
    }
  }

  @Test
  void ticket_isSentToItsDoor() {
    String vip = host.link("scanner").replace("list=1", "list=2");
    try (PhonePage phone = PhonePage.on(browser).pair(vip)) {
      assertEquals("door", phone.scan(host.ticket("Day")));
      assertTrue(phone.says().contains("Main gate"), phone.says());
      phone.picture("other-door");
      assertEquals("unknown", phone.scan("no-such-code-1234"));
      phone.picture("unknown");
    }
  }

  @Test
  void undo_letsTheTicketInAgain() {
    try (PhonePage phone = phone()) {
      String ticket = host.ticket("Day");
      phone.scan(ticket);

      phone.page.locator(".verdict button:has-text('Undo')").click();
      phone.waitFor(".verdict.undone");

      assertEquals("in", phone.scan(ticket));
    }
  }

  @Test
  @Tag("long")
  void link_staysOutOfTheAddressAndOfEveryRequest() {
    try (PhonePage phone = phone()) {
      String token = host.link("scanner").replaceFirst(".*token=", "");

      phone.scan(host.ticket("Day"));

      assertTrue(phone.asked.stream().noneMatch(url -> url.contains(token)), "sent the token");
      assertTrue(phone.asked.stream().allMatch(url -> url.startsWith(host.url())), "elsewhere");
      assertEquals(host.url() + "/-/scan", phone.page.url());
    }
  }
}
