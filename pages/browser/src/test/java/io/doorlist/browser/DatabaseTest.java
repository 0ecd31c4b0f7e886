package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page whose database the browser ends, erases or does not answer for, in an evening. */
class DatabaseTest extends BrowserTest {
  /** Notes the page's databases. While it is deaf, none that it opens answers. */
  private static final String NOTE_HANDLES =
      """
      globalThis.handles = [];
      const {open} = IDBFactory.prototype;
      IDBFactory.prototype.open = function (...given) {
        const request = open.apply(this, given);
        if (globalThis.deaf) {
          request.addEventListener('success', () => request.result.close());
          request.addEventListener = () => {};
        } else {
          request.addEventListener('success', () => handles.push(request.result));
        }
        return request;
      };
      """;

  private static final String CLOSE =
      """
      (told) => {
        for (const handle of handles.splice(0)) {
          handle.close();
          if (told) {
            handle.dispatchEvent(new Event('close'));
          }
        }
      }
      """;

  /** Holds a transaction on everything, as a tab that copies a long list. */
  private static final String HOLD =
      """
      () => new Promise((held) => {
        globalThis.holding = true;
        const opening = indexedDB.open('doorlist');
        opening.onsuccess = () => {
          const db = opening.result;
          const transaction = db.transaction([...db.objectStoreNames], 'readwrite');
          transaction.oncomplete = () => db.close();
          const hold = () => {
            held();
            if (globalThis.holding) {
              transaction.objectStore('settings').get('').onsuccess = hold;
            }
          };
          hold();
        };
      })
      """;

  /** Nothing can be written, for a reason, not even a note that something is gone. */
  private static final String FAIL =
      """
      (reason) => {
        globalThis.failing = reason;
        for (const name of ['add', 'put', 'delete']) {
          const real = IDBObjectStore.prototype[name].real ?? IDBObjectStore.prototype[name];
          IDBObjectStore.prototype[name] = function (...given) {
            const request = real.apply(this, given);
            if (globalThis.failing) {
              const error = new DOMException('', globalThis.failing);
              Object.defineProperty(this.transaction, 'error', {value: error});
              this.transaction.abort();
            }
            return request;
          };
          IDBObjectStore.prototype[name].real = real;
        }
      }
      """;

  private static final String HAS_COPY =
      """
      async (list) => {
        const db = await (await load('database.js')).open();
        const copy = await db.get('copies', list);
        const parts = await db.countFromIndex('parts', 'list', list);
        db.close();
        return copy && !copy.building && parts > 0;
      }
      """;

  private static final String STORES_NOTHING = ".notice:has-text('can store nothing')";

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void databaseThatTheBrowserCloses_isOpenedAgain(boolean told) throws Exception {
    try (PhonePage phone = noted("Closed")) {
      int before = in();
      phone.page.evaluate(CLOSE, told);
      phone.expect("in", Fair.unused());

      phone.goOffline();
      phone.page.evaluate(CLOSE, told);
      phone.expect("in", Fair.unused());
      phone.waitFor(".queue:has-text('1 to send')");
      assertEquals(1, phone.kept("queue"));

      phone.goOnline();
      phone.waitUntilSent();
      assertEquals(before + 2, in());
      assertEquals(0, phone.kept("queue"));
    }
  }

  @Test
  void erasedDatabase_isWrittenAgain_withTheWholeCopy() throws Exception {
    try (PhonePage phone = noted("Erased")) {
      List<String> codes = Fair.unused(3);
      int before = in();
      phone.goOffline();
      phone.expect("in", codes.get(0));
      erase(phone);
      phone.waitFor(".queue:has-text('1 to send')");
      phone.page.waitForFunction("() => handles.length > 1");
      assertEquals(1, phone.kept("queue"));
      phone.expect("already", codes.get(0), "By you");
      phone.expect("in", codes.get(1));

      phone.goOnline();
      phone.waitUntilSent();
      assertEquals(before + 2, in());
      host.checkIn(Fair.EVENT, Fair.MAIN, codes.get(2), "");
      phone.waitFor(".figures b:text-is('" + (before + 3) + "')");
      phone.until(HAS_COPY, Fair.MAIN);

      phone.goOffline();
      phone.killAndReopen(host.url() + "/-/scan");
      phone.expect("already", codes.get(0));
      phone.expect("already", codes.get(2));
      phone.expect("in", Fair.unused());
    }
  }

  @Test
  void scanThatNobodyKnowsAnyMore_isSaidOnce_withItsTime_andNoLongerToBeSent() throws Exception {
    try (PhonePage phone = noted("Lost")) {
      phone.goOffline();
      // A tab let somebody in, and was closed.
      phone.page.evaluate(
          """
          (list) => {
            const at = Date.parse('2026-11-28T19:02:00');
            const own = {key: `${list} 1234`, list, digest: '1234', at, exit: false, queued: true, said: at};
            const tab = new BroadcastChannel('doorlist');
            tab.postMessage(own);
            tab.close();
          }
          """,
          Fair.MAIN);
      erase(phone);

      phone.waitFor(".notice:has-text('erased 1 scan')");
      phone.waitFor(".notice:has-text(':02')");
      assertEquals(0, phone.page.locator(".status .queue").count());
      phone.press("Understood");
      phone.page.locator(".notice").waitFor(PhonePage.DETACHED);
      phone.killAndReopen(host.url() + "/-/scan");
      assertEquals(0, phone.page.locator(".notice").count());
    }
  }

  @Test
  void databaseThatDoesNotAnswer_isGoneWithout_andUsedAgainLater() throws Exception {
    try (PhonePage phone = noted("Held")) {
      String late = Fair.unused();
      int before = in();
      Page tab = phone.phone.newPage();
      tab.navigate(host.url() + "/-/icon.svg");
      tab.evaluate(HOLD);
      noDatabase(phone);

      phone.expect("in", Fair.unused());
      phone.phone.setOffline(true);
      phone.waitFor(".status.offline");
      phone.expect("wait", late, "NO ANSWER", "can store nothing");

      tab.evaluate("() => void (globalThis.holding = false)");
      phone.page.locator(STORES_NOTHING).waitFor(PhonePage.DETACHED);
      phone.expect("in", late);
      phone.goOnline();
      phone.waitUntilSent();
      assertEquals(before + 2, in());
      assertEquals(0, phone.kept("queue"));
    }
  }

  @Test
  void databaseThatCannotBeOpenedAgain_isGoneWithout_andUsedAgainLater() throws Exception {
    try (PhonePage phone = noted("Deaf")) {
      String late = Fair.unused();
      int before = in();
      phone.page.evaluate("() => void (globalThis.deaf = true)");
      phone.page.evaluate(CLOSE, true);
      noDatabase(phone);
      phone.expect("in", Fair.unused());
      phone.goOffline();
      phone.expect("wait", late, "NO ANSWER", "can store nothing");

      phone.page.evaluate("() => void (globalThis.deaf = false)");
      phone.page.locator(STORES_NOTHING).waitFor(PhonePage.DETACHED);
      phone.expect("in", late);
      phone.goOnline();
      phone.waitUntilSent();
      assertEquals(before + 2, in());
    }
  }

  /** Of whom nothing could be stored is withdrawn all the same, until there is an answer. */
  @Test
  void guestWhoWasSentAwayWithoutADatabase_isWithdrawn() throws Exception {
    try (Network network = new Network(host.url());
        PhonePage phone = PhonePage.on(browser)) {
      phone.phone.addInitScript(NOTE_HANDLES);
      phone.pair(network.link(link(Fair.MAIN, "scanner", "Away")));
      String code = Fair.unused();
      int before = in();
      phone.page.evaluate("() => void (globalThis.deaf = true)");
      phone.page.evaluate(CLOSE, true);
      noDatabase(phone);
      network.loses(true);
      phone.page.evaluate("() => void (globalThis.patience = 1_500)");
      List<String> arrived = new ArrayList<>();
      phone.page.onRequest(
          request -> Optional.ofNullable(request.postData()).ifPresent(arrived::add));
      phone.expect("wait", code, "NO ANSWER");
      phone.page.waitForCondition(
          () -> arrived.stream().anyMatch(body -> body.contains("\"withdrawn\":true")));

      network.loses(false);
      phone.page.evaluate("() => void (globalThis.deaf = false)");
      phone.waitUntilSent();
      assertEquals(before, in());
    }
  }

  /** A disk that is full, and one that fails. */
  @ParameterizedTest
  @ValueSource(strings = {"QuotaExceededError", "UnknownError"})
  void answer_isShown_althoughNothingCanBeWrittenMeanwhile(String reason) throws Exception {
    try (Network network = new Network(host.url());
        PhonePage phone = phone(network, reason)) {
      String code = Fair.unused();
      int before = in();
      network.holds("POST .*checkins");
      phone.page.waitForRequest(
          request -> request.url().contains("checkins"), () -> phone.type(code));
      assertEquals(1, phone.kept("queue"));
      phone.page.evaluate(FAIL, reason);
      network.releases();

      phone.waitFor(".verdict.in");
      phone.expect("in", Fair.unused());
      phone.page.evaluate(FAIL, "");
      phone.until(
          """
          async () => {
            const db = await (await load('database.js')).open();
            const count = await db.count('queue');
            db.close();
            return count === 0;
          }
          """);
      assertEquals(before + 2, in());
    }
  }

  @Test
  void databaseThatAnotherTabErased_isNotOpenedAgain() throws Exception {
    try (PhonePage phone = noted("Ended")) {
      Page tab = phone.phone.newPage();
      tab.navigate(host.url() + "/-/icon.svg");
      tab.evaluate(
          """
          () => new Promise((done) => (indexedDB.deleteDatabase('doorlist').onsuccess = done))
          """);

      phone.waitFor("h1:has-text('Forgotten')");
      phone.type(Fair.unused());
      assertEquals(0, phone.page.evaluate("async () => (await indexedDB.databases()).length"));
    }
  }

  @Test
  void board_writesItsLinkAgain_andGoesOnWithoutADatabase() throws Exception {
    try (PhonePage board = PhonePage.on(browser)) {
      board.phone.addInitScript(NOTE_HANDLES);
      board.open(board("Board"), "h1:has-text('Fair')");
      board.page.waitForFunction("() => handles.length > 0");
      erase(board);
      board.page.waitForFunction("() => handles.length > 1");
      board.open(host.url() + "/-/board", "h1:has-text('Fair')");
      board.page.waitForFunction("() => handles.length > 0");
      board.page.evaluate(CLOSE, true);
      board.page.waitForFunction("() => handles.length > 0");
      assertEquals("", board.page.textContent(".problem"));
      board.open(host.url() + "/-/board", "h1:has-text('Fair')");
    }
    try (PhonePage board = PhonePage.on(browser)) {
      board.phone.addInitScript(NOTE_HANDLES + "globalThis.deaf = true;");
      board.open(board("Deaf board"), "article");
      board.waitFor(".problem:has-text('does not keep the link')");
    }
  }

  private static PhonePage noted(String name) throws IOException {
    PhonePage phone = PhonePage.on(browser);
    phone.phone.addInitScript(NOTE_HANDLES);
    return phone.pair(link(Fair.MAIN, "scanner", name));
  }

  /** Waits until the page goes on without its database, for which tests wait longer than a door. */
  private static void noDatabase(PhonePage phone) {
    phone.page.evaluate("() => void (globalThis.patience = 1_500)");
    phone.choose("Sound on");
    phone.page.locator(STORES_NOTHING).waitFor(PhonePage.ATTACHED);
    phone.page.evaluate("() => void (globalThis.patience = undefined)");
    phone.page.keyboard().press("Escape");
  }

  /** Erases the origin's databases, as a browser does that needs room. */
  private static void erase(PhonePage phone) {
    JsonObject erased = origin();
    erased.addProperty("storageTypes", "indexeddb");
    phone.phone.newCDPSession(phone.page).send("Storage.clearDataForOrigin", erased);
  }

  private static JsonObject origin() {
    JsonObject origin = new JsonObject();
    origin.addProperty("origin", host.url());
    return origin;
  }
}
