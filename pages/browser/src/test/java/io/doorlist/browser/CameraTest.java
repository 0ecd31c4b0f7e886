package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scanner with a camera that plays a film of a QR code; it was allowed earlier, so it opens by
 * itself.
 */
@Tag("long")
class CameraTest extends BrowserTest {
  @TempDir private Path folder;

  @Test
  void codeBeforeTheCamera_isReadOnce() throws Exception {
    Path film = Film.of(host.ticket("Day"), folder);
    try (Browser browser = Chromium.launch(film);
        PhonePage phone = PhonePage.on(browser).pair(host.link("scanner"))) {
      phone.waitFor(".verdict.in");
      phone.picture("camera-in");

      phone.page.locator(".verdict .next").click();
      phone.page.waitForTimeout(1_500);
      phone.picture("camera");
      assertEquals(0, phone.page.locator(".verdict").count());
      Object millis =
          phone.page.evaluate("() => performance.getEntriesByName('frame-to-verdict')[0].duration");
      assertTrue(((Number) millis).doubleValue() < 5_000, () -> millis + " ms");
    }
  }

  @Test
  void pairingCodeBeforeTheCamera_pairs() throws Exception {
    Path film = Film.of(host.link("scanner"), folder);
    try (Browser browser = Chromium.launch(film);
        PhonePage phone = PhonePage.on(browser)) {
      phone.open(host.url() + "/-/scan", "h1:has-text('Pair this phone')");
      phone.picture("pair");

      phone.waitFor("h1:has-text('Main gate')");
    }
  }
}
