package io.doorlist.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Every screen of the scanner in one language, one after the other, without a door. */
final class Gallery implements AutoCloseable {
  static final List<String> LANGUAGES =
      List.of("en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "uk", "ar", "ja");

  private static final String SCRIPT = script();

  final PhonePage phone;

  private Gallery(PhonePage phone) {
    this.phone = phone;
  }

  static Gallery open(Browser browser, DemoHost host, String language, NewContextOptions options) {
    PhonePage phone =
        PhonePage.with(
            browser,
            options
                .setLocale(language)
                .setTimezoneId("UTC")
                .setReducedMotion(ReducedMotion.REDUCE));
    phone.page.route(
        "**/scan.js",
        route -> route.fulfill(new FulfillOptions().setContentType("text/javascript").setBody("")));
    phone.open(host.url() + "/-/scan", ".starting");
    phone.page.evaluate("document.getElementById('app').replaceChildren()");
    phone.page.evaluate(SCRIPT, language);
    return new Gallery(phone);
  }

  /**
   * Shows every screen; returns what a check says of them, with their names.
   *
   * @param check a function that returns texts
   */
  List<?> check(String check) {
    return (List<?>)
        phone.page.evaluate(
            """
            async () => {
              const said = [];
              for (const name of gallery.screens) {
                gallery.show(name);
                said.push(...(await (%s)()).map((each) => `${name} ${each}`));
              }
              return said;
            }
            """
                .formatted(check));
  }

  private static String script() {
    try (InputStream script = Gallery.class.getResourceAsStream("/gallery.js")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^//.*", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    phone.close();
  }
}
