package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scanner with a network, by hand scanner and keyboard alone. */
class ScannerTest extends BrowserTest {
  private static final String MAIN = "/demo/fair/checkin_lists/" + Fair.MAIN + "/checkins";
  private static final String CHECKINS = "^POST .*/checkins";
  private static final String LATE =
      """
      {"scans":[{"ticket_qr_token":"%s","idempotency_key":"late","online":false,"scanned_at":"%s"}]}
      """;
  private static final long MAX_BYTES = 132_300;

  /** What comes with the camera, which a slow machine may open first. */
  private static final Pattern READER = Pattern.compile("/(reader-worker|zxing|zxing-wasm)\\.js$");

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
        const end = fault === 'tab' ? 'Tab' : 'Enter';
        if (fault !== 'unended') press(end, end);
      }
      """;

  /** The page loads little and one language; its link stays out of every address. */
  @Test
  void scansOfOnePhone_areShownOnTheBoard() throws Exception {
    String link = link(Fair.MAIN, "scanner", "Evening");
    String ticket = Fair.unused();
    try (PhonePage wall = PhonePage.on(browser, 1600, 900, ColorScheme.DARK);
        PhonePage phone = PhonePage.on(browser)) {
      List<Response> answers = new ArrayList<>();
      phone.page.onResponse(answers::add);
      phone.pair(link);
      // What the page keeps it takes from the browser's cache, which is an answer too.
      long languages =
          answers.stream()
              .map(Response::url)
              .filter(url -> url.contains("/words-"))
              .distinct()
              .count();
      assertEquals(1, languages);
      long bytes = bytes(answers);
      assertTrue(bytes > 0 && bytes <= MAX_BYTES, () -> bytes + " bytes");
      String north = ".lists article:has-text('North door') ";
      wall.open(board("Wall"), ".lists");
      int before = in();

      phone.expect("in", ticket);
      wall.waitFor(north + "b:text-is('" + (before + 1) + "')");
      phone.expect("already", ticket, "By you");
      phone.expect("in", Fair.unused());
      phone.undo();
      assertEquals(before + 1, in());
      phone.dismiss();
      phone.choose("Change door");
      phone.press("South door");
      phone.expect("door", Fair.unused(), "North door");
      phone.expect("unknown", "no-such-code-1234");

      String token = link.replaceFirst(".*token=", "");
      assertTrue(phone.asked.stream().noneMatch(url -> url.contains(token)), "sent the token");
      assertTrue(phone.asked.stream().allMatch(url -> url.startsWith(host.url())), "elsewhere");
      assertEquals(host.url() + "/-/scan", phone.page.url());
    }
  }

  /** Returns how many bytes of the page itself came by the network, compressed, without reader. */
  static long bytes(List<Response> answers) {
    // To ask for a size lets further answers in.
    return List.copyOf(answers).stream()
        .filter(answer -> answer.url().contains("/-/") && !answer.fromServiceWorker())
        .filter(answer -> !READER.matcher(answer.url()).find())
        .mapToLong(answer -> answer.request().sizes().responseBodySize)
        .sum();
  }

  /** The two timers that {@link PhonePage} changes for all tests. */
  @Test
  @Tag("long")
  void timers_areAsLongAsAtADoor() throws Exception {
    try (PhonePage phone = phone("Timers")) {
      phone.expect("in", Fair.unused());

      assertEquals(List.of("1500", "4000"), phone.page.evaluate("() => Object.keys(slowed)"));
      phone.page.evaluate("() => slowed[4_000]()");
      phone.page.locator(".verdict").waitFor(PhonePage.DETACHED);

      phone.page.evaluate("() => void (slowed = {})");
      phone.expect("unknown", "no-such-code-0002");
      assertEquals(List.of("1500"), phone.page.evaluate("() => Object.keys(slowed)"));
    }
  }

  /** Issue 36: whoever came with a picture of that ticket within a minute was told to be right. */
  @Test
  @Tag("long")
  void byYou_isOnlySaidByThatPhone_andOnlyForTenSecondsAllIsWell() throws Exception {
    String link = link(Fair.MAIN, "scanner", "Gate 9");
    String ticket = Fair.unused();
    try (Network network = new Network(host.url());
        PhonePage phone = PhonePage.on(browser).pair(network.link(link));
        PhonePage other = PhonePage.on(browser).pair(link)) {
      phone.expect("in", ticket);
      network.changes(CHECKINS, SECONDS, SECONDS + "9,\"more\":");
      phone.expect("already", ticket, "By you, ", " Is it the same person");

      other.expect("already", ticket, "By Gate 9, ", " Do not let in");
      network.changes(CHECKINS, SECONDS, SECONDS + "1");
      phone.expect("already", ticket, "By you, ", " Do not let in");

      // A device that was offline then, or a shop's own, which follow asks: its time counts.
      String late = Fair.unused();
      String at = Instant.now().minusSeconds(480).toString();
      host.post(MAIN, LATE.formatted(late, at));
      other.expect("already", late, "By doorlist up, ", ", 8 minutes ago.");
    }
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.page.clock().install();
      phone.pair(link(Fair.GARDEN, "scanner", "Gate 10"));
      phone.expect("in", "walker-10");

      phone.page.clock().fastForward(11_000);

      phone.expect("already", "walker-10", "By you, ", " They may have left");
    }
  }

  /** What a scanner that is set to US English types on other keyboards, and other usual faults. */
  @Test
  @Tag("long")
  void handScanner_ofAnotherKeyboard_isUnderstood() throws Exception {
    try (PhonePage phone = phone("Keyboards")) {
      for (String fault : List.of("de", "fr", "cs", "caps", "case", "prefix", "unended", "tab")) {
        phone.page.evaluate(WRONGLY_TYPED, List.of("https://zy.example/" + Fair.unused(), fault));
        phone.waitFor(".verdict");
        assertEquals("in", phone.page.getAttribute(".verdict", "data-kind"), fault);
        phone.dismiss();
      }
      phone.scanAll(List.of("no-such-code-1", "no-such-code-2", "no-such-code-3"));
      phone.assertSays("check the scanner's keyboard");
      phone.press("Test a hand scanner");
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
}
