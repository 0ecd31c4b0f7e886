package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A phone with the scanner open. */
final class PhonePage implements AutoCloseable {
  private static final Path PICTURES = Path.of("target", "pictures");

  final BrowserContext phone;
  final List<String> asked = new ArrayList<>();
  final List<String> faults = new ArrayList<>();
  Page page;

  private PhonePage(BrowserContext phone) {
    this.phone = phone;
    phone.setDefaultTimeout(30_000);
    phone.onRequest(request -> asked.add(request.url()));
    open();
  }

  static PhonePage on(Browser browser) {
    return on(browser, 360, 740, ColorScheme.DARK);
  }

  static PhonePage on(Browser browser, int width, int height, ColorScheme scheme) {
    return new PhonePage(
        browser.newContext(
            new NewContextOptions().setViewportSize(width, height).setColorScheme(scheme)));
  }

  private void open() {
    page = phone.newPage();
    page.onPageError(faults::add);
    page.onConsoleMessage(
        message -> {
          if (message.text().contains("Content Security Policy")) {
            faults.add(message.text());
          }
        });
  }

  /** Opens a link and waits until the copy of the list is there. */
  PhonePage pair(String link) {
    page.navigate(link);
    waitFor(".status .copy:has-text('old')");
    return this;
  }

  /** Kills the tab and opens the page again, as somebody does who has only its icon. */
  void killAndReopen(String url) {
    page.close();
    open();
    page.navigate(url);
    waitFor(".status");
  }

  /** Types as a hand scanner does; returns the verdict's kind. */
  String scan(String text) {
    dismiss();
    page.keyboard().type(text);
    page.keyboard().press("Enter");
    waitFor(".verdict");
    return page.locator(".verdict").getAttribute("data-kind");
  }

  void dismiss() {
    page.keyboard().press("Escape");
    page.locator(".verdict")
        .waitFor(
            new Locator.WaitForOptions()
                .setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED));
  }

  String says() {
    return page.locator(".verdict").innerText().replaceAll("\\s+", " ");
  }

  void waitFor(String selector) {
    page.locator(selector).first().waitFor();
  }

  void picture(String name) {
    page.screenshot(new Page.ScreenshotOptions().setPath(PICTURES.resolve(name + ".png")));
  }

  @Override
  public void close() {
    phone.close();
    assertEquals(List.of(), faults);
  }
}
