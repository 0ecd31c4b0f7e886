package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.SelectOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scanner with a camera that plays a film of a QR code; it was allowed earlier, so it opens by
 * itself.
 */
@Tag("long")
class CameraTest extends BrowserTest {
  private static final String SHOWN =
      """
      (state) => {
        Object.defineProperty(document, 'visibilityState', {value: state, configurable: true});
        document.dispatchEvent(new Event('visibilitychange'));
      }
      """;

  /** Notes when a picture was last read; a glance for motion takes a smaller one. */
  private static final String COUNT_PICTURES =
      """
      const {postMessage} = Worker.prototype;
      Worker.prototype.postMessage = function (message, ...more) {
        if ('quickly' in message) window.readAt = performance.now();
        return postMessage.call(this, message, ...more);
      };
      """;

  /** Notes which codes are read. */
  private static final String NOTE_READ =
      """
      globalThis.read = [];
      const {onmessage} = Object.getOwnPropertyDescriptors(Worker.prototype);
      Object.defineProperty(Worker.prototype, 'onmessage', {set(does) {
        onmessage.set.call(this, (event) => {
          read.push(...event.data.map((each) => each.text));
          does(event);
        });
      }});
      """;

  private static final String FRAME_RATE =
      "() =>"
          + " document.getElementById('video').srcObject.getVideoTracks()[0].getSettings().frameRate";

  private static final String LYING_THEN_LIFTED =
      """
      () => {
        for (const z of [9.8, 9.9, 7]) {
          dispatchEvent(new DeviceMotionEvent('devicemotion', {accelerationIncludingGravity: {x: 0, y: 0, z}}));
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void codeBeforeTheCamera_isReadOnce() throws Exception {
    Path film = Film.of(Fair.unused(), folder);
    try (Browser browser = Chromium.launch(film);
        PhonePage phone = PhonePage.on(browser).pair(link(Fair.MAIN, "scanner", "Once"))) {
      phone.waitFor(".verdict.in");

      phone.page.locator(".verdict .next").click();
      phone.page.waitForTimeout(1_500);
      assertEquals(0, phone.page.locator(".verdict").count());
      assertEquals(
          1, phone.page.evaluate("() => performance.getEntriesByName('frame-to-verdict').length"));
    }
  }

  /** What somebody has to act on stays until Next. */
  @Test
  void refusalAndNote_stay_whateverIsBeforeTheCamera() throws Exception {
    // Each is in front for so long that the other counts as a new scan, also at 30 frames a second.
    List<String> shown = new ArrayList<>(Collections.nCopies(5, Fair.unused()));
    shown.addAll(Collections.nCopies(5, Fair.unused()));
    Path film = Film.of(shown, folder);
    try (Browser browser = Chromium.launch(film);
        PhonePage phone = PhonePage.on(browser)) {
      phone.page.addInitScript("navigator.permissions.query = async () => ({state: 'prompt'});");
      phone.page.addInitScript(NOTE_READ);
      phone.pair(link(Fair.MAIN, "scanner", "Film"));
      phone.expect("in", Fair.ATTENTION_2);
      phone.page.evaluate("() => document.querySelector('.camera button').click()");
      assertStays(phone);
      assertEquals("Check ID", phone.page.locator(".note.attention").innerText());

      // Both are let in, one after the other; then the first is before the camera again.
      phone.page.locator(".verdict .next").click();
      phone.waitFor(".verdict.already");
      assertStays(phone);
    }
  }

  /** Waits until the camera has read both codes, and sees the same verdict of the same guest. */
  private static void assertStays(PhonePage phone) {
    String name = phone.page.innerText(".verdict .name");
    Object before = phone.page.evaluate("() => read.length");
    phone.page.waitForFunction("(before) => new Set(read.slice(before)).size > 1", before);
    assertEquals(name, phone.page.innerText(".verdict .name"));
  }

  @Test
  void severalBackCameras_areToChooseFrom_andTheChoiceIsRemembered() throws Exception {
    try (Browser browser = Chromium.launchWithCameras(3);
        PhonePage phone = PhonePage.on(browser).pair(host.link("scanner"))) {
      phone.waitFor(".camera.on");
      phone.page.locator("button[aria-label=Menu]").click();
      phone
          .page
          .locator("label:has-text('Camera') select")
          .selectOption(new SelectOption().setIndex(2));
      phone.waitFor(".camera.on");
      String chosen = camera(phone);

      phone.page.reload();
      phone.waitFor(".camera.on");
      assertEquals(chosen, camera(phone));
      phone.page.locator("button[aria-label=Menu]").click();
      phone
          .page
          .locator("label:has-text('Camera') select")
          .selectOption(new SelectOption().setIndex(0));
      phone.waitFor(".camera.on");
      assertNotEquals(chosen, camera(phone));
    }
  }

  /** A camera that was unplugged is no reason to have none. */
  @Test
  void chosenCameraThatIsGone_isReplaced() throws Exception {
    try (PhonePage phone = PhonePage.withCamera(browser).pair(host.link("scanner"))) {
      phone.page.evaluate(
          """
          async () => {
            const db = await (await load('database.js')).open();
            await db.put('settings', 'gone', 'camera');
            db.close();
          }
          """);
      phone.page.reload();
      phone.waitFor(".camera.on");
    }
  }

  private static String camera(PhonePage phone) {
    return phone
        .page
        .evaluate("() => document.getElementById('video').srcObject.getVideoTracks()[0].label")
        .toString();
  }

  /** A ticket shows a Code 128 beside its QR code, which no copy knows. */
  @Test
  void otherCodeOfATicket_changesNothing() throws Exception {
    Path film = Film.beside(Fair.unused(), "4711000815", folder);
    try (Browser browser = Chromium.launch(film);
        PhonePage phone = PhonePage.on(browser)) {
      phone.page.addInitScript(NOTE_READ);
      phone.pair(link(Fair.MAIN, "scanner", "Beside"));
      phone.waitFor(".verdict.in");
      readTimes(phone, 20);
      assertEquals("in", phone.page.getAttribute(".verdict", "data-kind"));

      phone.page.locator(".verdict .next").click();
      readTimes(phone, 20);
      assertEquals(0, phone.page.locator(".verdict").count());
      phone.page.locator("nav button:has-text('Recent')").click();
      assertEquals(1, phone.page.locator(".recent li").count());
    }
  }

  /** Waits until the other code was read so many times more. */
  private static void readTimes(PhonePage phone, int times) {
    phone.page.evaluate("() => void read.splice(0)");
    phone.page.waitForFunction(
        "(times) => read.filter((each) => each === '4711000815').length >= times", times);
  }

  /** What the camera saw before a refusal is long gone when somebody goes on. */
  @Test
  void codeThatTheCameraSawBeforeARefusal_hasNoTurn_butThatOfAHandScannerHas() throws Exception {
    String refused = Fair.unused();
    host.checkIn(Fair.EVENT, Fair.MAIN, refused, "");
    String seen = Fair.unused();
    Path film = Film.of(seen, folder);
    try (Browser browser = Chromium.launch(film);
        Network network = new Network(host.url());
        PhonePage phone = PhonePage.on(browser)) {
      phone.page.addInitScript("navigator.permissions.query = async () => ({state: 'prompt'});");
      phone.page.addInitScript(NOTE_READ);
      phone.pair(network.link(link(Fair.MAIN, "scanner", "Refusal")));
      network.holds("POST .*checkins");
      phone.page.waitForRequest(
          request -> request.url().contains("checkins"), () -> phone.type(refused));
      phone.page.evaluate("() => document.querySelector('.camera button').click()");
      phone.page.waitForFunction("() => read.length > 5");
      // The code is gone when they go on.
      phone.page.evaluate(SHOWN, "hidden");
      phone.type(Fair.ATTENTION);
      network.releases();
      phone.waitFor(".verdict.already");

      phone.page.locator(".verdict .next").click();
      phone.waitFor(".verdict.in .note.attention");
      phone.page.locator(".verdict .next").click();
      phone.page.waitForTimeout(1_000);
      assertEquals(0, phone.page.locator(".verdict").count());
      assertTrue(look(seen).contains("\"admissible\""), () -> look(seen));
    }
  }

  /**
   * Safari before 16.4 and Firefox before 130 have no VideoFrame: the page draws the frames itself.
   */
  @Test
  void pairingCodeBeforeTheCamera_pairs_whereTheBrowserHasNoVideoFrame() throws Exception {
    Path film = Film.of(host.link("scanner"), folder);
    try (Browser browser = Chromium.launch(film);
        PhonePage phone = PhonePage.on(browser)) {
      phone.page.addInitScript("delete window.VideoFrame;");
      phone.open(host.url() + "/-/scan", "h1:has-text('Pair this phone')");

      phone.waitFor("h1:has-text('Main gate')");
      assertEquals("undefined", phone.page.evaluate("() => typeof VideoFrame"));
    }
  }

  @Test
  void cameraThatDies_isOpenedAgainByItself_andClosedWhileThePageIsHidden() {
    try (PhonePage phone = PhonePage.withCamera(browser).pair(host.link("scanner"))) {
      phone.waitFor(".camera.on");
      phone.page.evaluate(
          """
          () => {
            const track = document.getElementById('video').srcObject.getVideoTracks()[0];
            track.stop();
            track.dispatchEvent(new Event('ended'));
          }
          """);
      phone.waitFor(".camera.lost [role=alert]");
      phone.waitFor(".camera.lost button");
      phone.waitFor(".camera.on");

      phone.page.evaluate(SHOWN, "hidden");
      phone.waitFor(".camera.off");
      assertEquals(
          true, phone.page.evaluate("() => document.getElementById('video').srcObject === null"));
      phone.page.evaluate(SHOWN, "visible");
      phone.waitFor(".camera.on");
    }
  }

  @Test
  void cameraRests_whileNothingMoves_untilATouchOrThePhoneIsLifted() throws Exception {
    Path film = Film.still(folder);
    try (Browser browser = Chromium.launch(film);
        PhonePage phone = PhonePage.on(browser)) {
      phone.page.clock().install();
      phone.page.addInitScript(COUNT_PICTURES);
      phone.pair(host.link("scanner"));
      phone.waitFor(".camera.on");
      Object rate = phone.page.evaluate(FRAME_RATE);
      assertTrue(((Number) rate).doubleValue() > 2, () -> rate + " pictures a second");

      Object readAt = untilAtRest(phone);
      phone.page.mouse().click(5, 5);
      phone.page.waitForFunction("(before) => window.readAt > before", readAt);
      phone.page.waitForFunction("(rate) => (" + FRAME_RATE + ")() === rate", rate);

      Object again = untilAtRest(phone);
      phone.page.evaluate(LYING_THEN_LIFTED);
      phone.page.waitForFunction("(before) => window.readAt > before", again);
      phone.page.waitForFunction("(rate) => (" + FRAME_RATE + ")() === rate", rate);
    }
  }

  /**
   * Lets 20 seconds pass, and waits until nothing is read and the camera is slow; returns when a
   * picture was last read.
   */
  private static Object untilAtRest(PhonePage phone) {
    phone.page.waitForFunction("() => window.readAt");
    phone.page.clock().fastForward(20_000);
    phone.page.waitForFunction(
        "() => performance.now() - window.readAt > 3_000 && (" + FRAME_RATE + ")() <= 2");
    return phone.page.evaluate("() => window.readAt");
  }
}
