package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers that are late, of somebody else, or only the first half (issue 36). */
@Tag("long")
class AnswersTest extends BrowserTest {
  private static final String CHECKINS = "^POST .*/checkins";

  private static final String PROBLEM = "{\"code\":\"%s\",\"status\":%d,\"request_id\":\"1\"}";

  private static final String LISTS = "/checkin_lists\\?items";

  /** Counts how many parts of the copy of the main list have arrived. */
  private static final String COUNTS_PARTS =
      """
      globalThis.parts = 0;
      const real = fetch;
      globalThis.fetch = async (url, options) => {
        const response = await real(url, options);
        if (String(url).endsWith('/71/door')) {
          const {body} = response;
          const reader = body.getReader();
          body.getReader = () => ({
            async read() {
              const part = await reader.read();
              globalThis.parts++;
              return part;
            },
          });
        }
        return response;
      };
      """;

  /** Notes who is let in, or what is said of it: the first is shown for less than a second. */
  private static final String NOTES =
      """
      () => {
        globalThis.notes = [];
        const note = () => {
          const said = document.querySelector('.verdict.in :is(.band, .name)')?.textContent;
          if (said && said !== notes.at(-1)) {
            notes.push(said);
          }
        };
        const all = {subtree: true, childList: true, characterData: true};
        new MutationObserver(note).observe(document.body, all);
      }
      """;

  @TempDir private Path folder;

  /** A firewall's, a gateway's and a captive portal's, which answers all as if all were well. */
  @Test
  void answersOfOthers_decideNothing() throws Exception {
    int before = in();
    try (Network network = new Network(host.url());
        PhonePage phone = phone(network, "Others")) {
      String byCopy = "Decided by this phone's copy";
      network.answers(CHECKINS, 404, "{\"message\":\"Not Found\"}");
      phone.expect("in", Fair.unused(), byCopy);
      network.passes();
      phone.waitUntilSent();
      phone.waitFor(".status.online");
      network.answers(CHECKINS, 403, "<h1>Blocked</h1>");
      phone.expect("in", Fair.unused(), byCopy);
      phone.waitFor(".status .queue:has-text('1 to send')");
      assertEquals(0, phone.page.locator(".status.locked").count());
      network.answers("^(GET|POST) /demo/", 200, "{}");
      phone.expect("in", Fair.unused());
      network.passes();
      phone.waitUntilSent();
      assertEquals(before + 3, in());

      phone.expect("in", Fair.unused());
      network.answers("^(GET|POST) /demo/", 200, "{}");
      phone.undo();
      phone.waitFor(".verdict.undone .band:has-text('Not sent yet')");
      network.passes();
      phone.waitUntilSent();
      assertEquals(before + 3, in());
    }
  }

  @Test
  void refusalOfTheToken_isForgotten_andADoorThatWasRemovedIsToldSo() throws Exception {
    String code = Fair.unused();
    try (Network network = new Network(host.url());
        PhonePage phone = phone(network, "Stray")) {
      network.answers(CHECKINS, 403, PROBLEM.formatted("forbidden", 403));
      phone.expect("wait", code, "LOCKED");
      network.passes();
      phone.dismiss();
      phone.waitFor(".status.online");
      phone.expect("in", code);

      network.changes(LISTS, "\"id\":71,", "\"id\":7100,");
      network.answers(CHECKINS, 404, PROBLEM.formatted("not_found", 404));
      phone.expect("wait", Fair.unused(), "DOOR GONE", "Choose another door");
    }
  }

  /** Issue 66: a proxy added a second {@code Date}, and no answer counted. */
  @Test
  void answerWithTwoDates_isAnAnswer_andSaysNoTime() throws Exception {
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.open(host.url() + "/-/scan", "h1:has-text('Pair this phone')");
      Object heard =
          phone.page.evaluate(
              """
              async () => {
                const {Api} = await load('api.js');
                const phone = await load('phone.js');
                const headers = new Headers({'X-Request-Id': '1'});
                headers.append('Date', 'Sun, 29 Nov 2026 05:00:00 GMT');
                headers.append('Date', 'Sun, 29 Nov 2026 05:00:01 GMT');
                globalThis.fetch = async () => new Response('{"events": null}', {headers});
                const said = [];
                const api = new Api('token', (reached, sent, received, date) => {
                  said.push(reached, date ? phone.correction(sent, received, Date.parse(date)) : null);
                });
                said.push((await api.ask('getAccess', '')).status);
                return JSON.stringify(said);
              }
              """);

      assertEquals("[true,null,200]", heard);
    }
  }

  @Test
  void halfACopy_decidesNothing_andSaysHowMuchIsThere() throws Exception {
    try (Network network = new Network(host.url());
        PhonePage phone = PhonePage.on(browser)) {
      network.changes("^GET .*/door$", "\"more\":false", "\"more\":true");
      network.answers("^GET .*/door\\?have", 503, "");
      String link = network.link(link(Fair.MAIN, "scanner", "Half"));
      phone.open(link, ".status .copy:has-text('tickets copied so far')");
      phone.goOffline();

      phone.expect("wait", Fair.unused(), "tickets copied so far", "Nobody was let in");
    }
  }

  /** Issue 36: each attempt was given up after 20 seconds, however much had come. */
  @Test
  void copyOfASlowLine_comes_asLongAsItsPartsDo() throws Exception {
    try (Network network = new Network(host.url());
        PhonePage phone = PhonePage.on(browser)) {
      phone.phone.addInitScript(COUNTS_PARTS);
      phone.page.clock().install();
      network.drips("^GET .*/71/door$");
      phone.open(
          network.link(link(Fair.MAIN, "scanner", "Slow line")),
          ".status .copy:has-text('No copy yet')");
      for (int part = 1; part < Network.PARTS; part++) {
        network.drip();
        phone.page.waitForFunction("n => parts >= n", part);
        phone.page.clock().fastForward(15_000);
      }
      network.drip();

      phone.waitFor(PhonePage.COPY);
    }
  }

  @Test
  void doorThatWasRenamed_hasItsNewName_andAServerThatIsAwayIsNotCalledNoNetwork()
      throws Exception {
    try (Network network = new Network(host.url());
        PhonePage phone = PhonePage.on(browser)) {
      phone.page.clock().install();
      phone.pair(network.link(link(Fair.MAIN, "scanner", "Renamed")));
      network.changes(LISTS, "\"North door\"", "\"East door\"");
      phone.page.clock().fastForward(301_000);
      phone.waitFor(".bar h1:text-is('East door')");

      network.answers("^(GET|POST) /demo/", 503, "");
      phone.expect("in", Fair.unused(), "The server does not answer.");
      phone.dismiss();
      phone.waitFor(".status.offline .net:has-text('No answer')");
      assertEquals(0, phone.page.locator(".notice").count());
      phone.page.clock().fastForward(70_000);
      phone.waitFor(".notice:has-text('127.0.0.1'):has-text('has not answered for 1 min.')");
    }
  }

  @Test
  void codeThatIsHeldUp_whileAnotherIsAskedAbout_isNext() throws Exception {
    String first = Fair.unused();
    String second = Fair.unused();
    Path film = Film.of(second, folder);
    try (Network network = new Network(host.url());
        Browser browser = Chromium.launch(film);
        PhonePage phone = PhonePage.on(browser)) {
      network.holds("^POST .*/tickets/" + first + "/checkins");
      phone.page.addInitScript(
          """
          globalThis.patience = 5_000;
          navigator.permissions.query = async () => ({state: 'prompt'});
          """);
      phone.pair(network.link(link(Fair.MAIN, "scanner", "Film")));
      // The copy would learn of the first by itself.
      network.answers("^GET .*/door\\b", 304, "");
      phone.page.evaluate(NOTES);
      phone.type(first);
      phone.waitFor(".camera.busy");
      phone.page.locator("button:has-text('Start camera')").click();

      phone.page.waitForFunction("(name) => notes.includes(name)", Fair.name(second));
      String ofFirst = (String) phone.page.evaluate("() => notes[0]");
      assertTrue(ofFirst.contains("Decided by this phone's copy"), ofFirst);
    }
  }

  /** Nobody was told of a guest who was asked about when the verdict before went by itself. */
  @Test
  void guestWhoIsAskedAbout_isShown_thoughTheVerdictBeforeGoesMeanwhile() throws Exception {
    String second = Fair.unused();
    try (Network network = new Network(host.url());
        PhonePage phone = phone(network, "Goes by")) {
      phone.expect("in", Fair.unused());
      network.holds("^POST .*/tickets/" + second + "/checkins");
      phone.page.waitForRequest(
          request -> request.url().contains("/checkins"), () -> phone.type(second));
      phone.page.evaluate("() => slowed[4_000]()");
      phone.page.locator(".verdict").waitFor(PhonePage.DETACHED);

      network.releases();
      phone.waitFor(".verdict.in:has-text('" + Fair.name(second) + "')");
      phone.expect("in", Fair.unused());
    }
  }

  @Test
  void browserThatKeepsNothing_isToldSo() {
    for (String lacks :
        List.of(
            "delete IDBFactory.prototype.open; indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };",
            "indexedDB.open = () => ({addEventListener() {}});",
            "delete globalThis.BroadcastChannel;",
            "Object.defineProperty(Navigator.prototype, 'locks', {value: undefined});")) {
      for (String page : List.of("scan", "board")) {
        try (PhonePage phone = PhonePage.on(browser)) {
          phone.phone.addInitScript(lacks);
          phone.open(host.url() + "/-/" + page, ".problem:has-text('This browser')");
        }
      }
    }
  }
}
