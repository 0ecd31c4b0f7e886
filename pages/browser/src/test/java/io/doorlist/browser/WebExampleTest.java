package io.doorlist.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route.FulfillOptions;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The example of the library for apps, at the API's address as docs/apps.md says. */
class WebExampleTest extends BrowserTest {
  private static final Path LIBRARY = Path.of(System.getProperty("doorlist.root"), "phone/js");

  private static final String COPY = "/demo/fair/checkin_lists/" + Fair.MAIN + "/door";

  private static void scan(Page page, String code, String verdict) {
    page.locator("#code").fill(code);
    page.locator("#code").press("Enter");
    assertThat(page.locator("#verdict")).hasText(Pattern.compile("^" + verdict + "\\b"));
  }

  private static void state(Page page, String state) {
    page.locator("#state:text-is('" + state + "')").waitFor();
  }

  @Test
  void guest_isTakenBack_andComesInWithoutANetwork() throws Exception {
    String guest = Fair.unused();
    try (BrowserContext browser = BrowserTest.browser.newContext()) {
      browser.setDefaultTimeout(30_000);
      serve(browser, "scanner/", LIBRARY.resolve("example/index.html"));
      serve(browser, "scanner/door/index.js", LIBRARY.resolve("target/npm/index.js"));
      serve(browser, "scanner/door/core.js", LIBRARY.resolve("target/npm/core.js"));
      Page page = browser.newPage();
      String link = link(Fair.MAIN, "scanner", "Example").replace("/-/scan", "/scanner/");
      page.waitForResponse(host.url() + COPY, () -> page.navigate(link));
      state(page, "ONLINE, 0 to send");

      scan(page, guest, "IN");
      page.locator("#undo").click();
      assertThat(page.locator("#verdict")).hasText("TAKEN_BACK");
      state(page, "ONLINE, 0 to send");
      assertTrue(look(guest).contains("\"verdict\":\"admissible\""), look(guest));
      scan(page, "nobody", "UNKNOWN");

      browser.setOffline(true);
      scan(page, guest, "IN");
      state(page, "OFFLINE, 1 to send");
      browser.setOffline(false);
      state(page, "ONLINE, 0 to send");
      scan(page, guest, "ALREADY_IN");
    }
  }

  private static void serve(BrowserContext browser, String path, Path file) {
    browser.route(
        host.url() + "/" + path, route -> route.fulfill(new FulfillOptions().setPath(file)));
  }
}
