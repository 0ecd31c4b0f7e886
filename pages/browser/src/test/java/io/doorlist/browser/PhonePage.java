package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator.WaitForOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.util.ArrayList;
import java.util.List;

/** A phone with the scanner open. */
final class PhonePage implements AutoCloseable {
  static final WaitForOptions ATTACHED =
      new WaitForOptions().setState(WaitForSelectorState.ATTACHED);
  static final WaitForOptions DETACHED =
      new WaitForOptions().setState(WaitForSelectorState.DETACHED);

  /** Shown once the phone's copy is whole. */
  static final String COPY = ".status:not(:has(.copy.none))";

  /** Lets a script load a module of the page. */
  private static final String LOAD =
      "globalThis.load = (file) => import(new URL(file, document.querySelector('script').src));";

  /**
   * Changes two timers that are too fast for a test on a busy machine. The verdict on who was let
   * in or out stays on the screen. The server has 15 seconds to answer if {@code patience} is not
   * set. Notes both timers by the milliseconds that they had.
   */
  private static final String SLOW_DOWN =
      """
      {
        const later = setTimeout;
        globalThis.slowed = {};
        globalThis.setTimeout = (does, millis, ...more) => {
          const dismisses = /\\bdismiss\\(/.test(does);
          if (dismisses || millis === 1_500) {
            slowed[millis] = does;
            millis = dismisses ? 3_600_000 : (globalThis.patience ?? 15_000);
          }
          return later(does, millis, ...more);
        };
      }
      """;

  private static final String SCAN_ALL =
      """
      async (codes) => {
        const press = (key) =>
          document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
        const verdict = () => document.querySelector('.verdict');
        const told = () => verdict() && verdict().querySelector('h2').textContent !== 'CHECKING';
        const until = async (so) => {
          const latest = performance.now() + 20_000;
          while (!so()) {
            if (performance.now() > latest) {
              throw new Error(document.body.innerText);
            }
            await new Promise((done) => setTimeout(done));
          }
        };
        const all = [];
        for (const code of codes) {
          press('Escape');
          await until(() => !verdict());
          const from = performance.now();
          [...code, 'Enter'].forEach(press);
          await until(told);
          all.push([verdict().dataset.kind, performance.now() - from]);
        }
        return all;
      }
      """;
  private static final String COUNT =
      """
      async (store) => {
        const db = await (await load('database.js')).open();
        const count = await db.count(store);
        db.close();
        return count;
      }
      """;

  /** Asks again and again, as {@code waitForFunction} takes the promise of an answer for a yes. */
  private static final String UNTIL =
      """
      async (given) => {
        const so = %s;
        const latest = performance.now() + 60_000;
        while (!(await so(given))) {
          if (performance.now() > latest) {
            throw new Error(`not so: ${so}`);
          }
          await new Promise((done) => setTimeout(done, 20));
        }
      }
      """;

  final BrowserContext phone;
  final List<String> asked = new ArrayList<>();
  final List<String> faults = new ArrayList<>();
  Page page;

  private PhonePage(BrowserContext phone) {
    this.phone = phone;
    phone.setDefaultTimeout(30_000);
    phone.onRequest(request -> asked.add(request.url()));
    phone.addInitScript(LOAD);
    phone.addInitScript(SLOW_DOWN);
    newTab();
  }

  static PhonePage on(Browser browser) {
    return on(browser, 360, 740, ColorScheme.DARK);
  }

  static PhonePage on(Browser browser, int width, int height, ColorScheme scheme) {
    return with(
        browser, new NewContextOptions().setViewportSize(width, height).setColorScheme(scheme));
  }

  /** Returns a phone whose camera was allowed earlier. */
  static PhonePage withCamera(Browser browser) {
    return with(
        browser,
        new NewContextOptions().setViewportSize(360, 740).setPermissions(List.of("camera")));
  }

  static PhonePage with(Browser browser, NewContextOptions options) {
    return new PhonePage(browser.newContext(options));
  }

  /** Returns a phone whose browser keeps its files in a folder. */
  static PhonePage of(BrowserContext profile) {
    return new PhonePage(profile);
  }

  /** Opens an empty tab instead of the one that was closed. */
  void newTab() {
    page = phone.newPage();
    page.onPageError(faults::add);
    page.onConsoleMessage(
        message -> {
          if (message.text().contains("Content Security Policy")) {
            faults.add(message.text());
          }
        });
  }

  /** Opens a link and waits for the copy of the list. */
  PhonePage pair(String link) {
    open(link, COPY);
    return this;
  }

  /** Opens a page and waits until it shows this. */
  void open(String url, String shown) {
    page.navigate(url);
    waitFor(shown);
  }

  /** Kills the tab and opens the page again, as from its icon. */
  void killAndReopen(String url) {
    page.close();
    newTab();
    open(url, ".status");
  }

  /** Types as a hand scanner does. */
  void type(String text) {
    page.keyboard().type(text);
    page.keyboard().press("Enter");
  }

  /** Scans, and returns the verdict's kind; that the server is still asked is none. */
  String scan(String text) {
    dismiss();
    type(text);
    waitFor(".verdict:not(:has(h2:text-is('CHECKING')))");
    return page.locator(".verdict").getAttribute("data-kind");
  }

  /** Scans what the server is too slow to answer, as at a door. */
  void scanInVain(String text) {
    page.evaluate("() => void (globalThis.patience = 1_500)");
    dismiss();
    type(text);
    waitFor(".verdict.wait h2:text-is('CHECKING')");
  }

  /**
   * Types many codes as a hand scanner does, one after the other, and dismisses each verdict;
   * returns their kinds.
   */
  List<String> scanAll(List<String> codes) {
    return ((List<?>) page.evaluate(SCAN_ALL, codes))
        .stream().map(each -> ((List<?>) each).getFirst().toString()).toList();
  }

  /** Types many codes, too; returns after how many milliseconds each had its verdict. */
  List<Double> scanTimes(List<String> codes) {
    return ((List<?>) page.evaluate(SCAN_ALL, codes))
        .stream().map(each -> ((Number) ((List<?>) each).getLast()).doubleValue()).toList();
  }

  /** Takes the phone's network away once it has everything that it needs without one. */
  void goOffline() {
    page.evaluate("() => navigator.serviceWorker.ready");
    phone.setOffline(true);
    waitFor(".status.offline");
  }

  void goOnline() {
    phone.setOffline(false);
  }

  /** Waits until the queue is empty. */
  void waitUntilSent() {
    page.locator(".status:not(:has(.queue))")
        .first()
        .waitFor(new WaitForOptions().setTimeout(90_000).setState(WaitForSelectorState.ATTACHED));
  }

  /** Returns how many entries the phone keeps in a store. */
  int kept(String store) {
    return ((Number) page.evaluate(COUNT, store)).intValue();
  }

  /** Opens the scanner in another tab of the same phone. */
  PhonePage tab(String url) {
    return tab(url, COPY);
  }

  /** Opens a page in another tab of the same phone, and waits until it shows this. */
  PhonePage tab(String url, String shown) {
    PhonePage tab = new PhonePage(phone);
    tab.open(url, shown);
    return tab;
  }

  /** Presses a button of the menu. */
  void choose(String button) {
    page.locator("button[aria-label=Menu]").click();
    press(button);
  }

  /** Scans, and expects this kind of verdict with these texts. */
  void expect(String kind, String text, String... said) {
    assertEquals(kind, scan(text));
    assertSays(said);
  }

  void assertSays(String... said) {
    for (String each : said) {
      assertTrue(says().contains(each), says());
    }
  }

  /** Undoes what the verdict is about. */
  void undo() {
    press("Undo");
    waitFor(".verdict.undone");
  }

  /** Presses a button of what lies on top. */
  void press(String button) {
    page.locator("button:visible:has-text('" + button + "')").last().click();
  }

  void dismiss() {
    page.keyboard().press("Escape");
    page.locator(".verdict").waitFor(DETACHED);
  }

  String says() {
    return page.locator(".verdict").innerText().replaceAll("\\s+", " ");
  }

  /** Waits until an asynchronous function of the page says so. */
  void until(String says) {
    until(says, null);
  }

  /** Waits until an asynchronous function of the page says so of something. */
  void until(String says, Object given) {
    page.evaluate(UNTIL.formatted(says), given);
  }

  void waitFor(String selector) {
    page.locator(selector).first().waitFor();
  }

  @Override
  public void close() {
    phone.close();
    assertEquals(List.of(), faults);
  }
}
