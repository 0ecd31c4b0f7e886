package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a phone keeps: with little room, in two tabs, over an evening, and after it was forgotten.
 */
@Tag("long")
class StorageTest extends BrowserTest {
  @Test
  void fullPhone_letsNobodyInThatItCannotKeep_andGoesOnWithANetwork() throws Exception {
    try (PhonePage phone = phone("Full 1")) {
      String late = Fair.unused();
      int before = in();
      phone.goOffline();
      phone.expect("in", Fair.unused());

      full(phone, true);
      phone.expect("wait", late, "PHONE FULL");
      assertEquals(1, phone.kept("queue"));

      phone.goOnline();
      phone.waitFor(".status.online");
      phone.expect("in", late);
      phone.expect("already", late);
      full(phone, false);
      phone.waitUntilSent();
      assertEquals(before + 2, in());
    }
  }

  @Test
  void phoneWithoutRoomForACopy_saysSo_andDecidesByTheOneInMemory() throws Exception {
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.open(host.url() + "/-/scan", "h1:has-text('Pair this phone')");
      full(phone, true);

      phone.page.locator("#code").fill(link(Fair.SIDE, "scanner", "Full"));
      phone.page.locator("button:has-text('Pair')").click();

      phone.waitFor(".notice:has-text('This phone is full')");
      phone.waitFor(PhonePage.COPY);
      phone.phone.setOffline(true);
      phone.waitFor(".status.offline");
      phone.expect("unknown", "no-such-code-1234");
    }
  }

  @Test
  void twoTabs_letATicketInOnce_andEitherSendsWhatTheOtherQueued() throws Exception {
    try (PhonePage first = phone("Two tabs")) {
      PhonePage second = first.tab(host.url() + "/-/scan");
      String one = Fair.unused();
      int before = in();
      first.goOffline();
      second.waitFor(".status.offline");

      first.expect("in", one);
      second.expect("already", one, "By you");
      second.expect("in", Fair.unused());
      first.waitFor(".status .queue:has-text('2 to send')");
      second.page.close();
      first.goOnline();
      first.waitUntilSent();

      assertEquals(before + 2, in());
      assertEquals(0, first.kept("doubles"));
    }
  }

  @Test
  void copy_takesNoMoreRoomThanTheList_howeverManyDeltasCame() throws Exception {
    try (PhonePage phone = phone(Fair.LATER, "scanner", "Long evening")) {
      List<String> codes = Fair.unused(40);
      int before = in();
      phone.choose("Change door");
      phone.press("North door");
      phone.waitFor(".figures b:text-is('" + before + "')");
      for (int i = 0; i < 40; i++) {
        host.checkIn(Fair.EVENT, Fair.MAIN, codes.get(i), "");
        phone.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))");
        phone.waitFor(".figures b:text-is('" + (before + i + 1) + "')");
      }

      assertTrue(phone.kept("parts") <= 3 + 7, () -> phone.kept("parts") + " parts");
      phone.goOffline();
      phone.killAndReopen(host.url() + "/-/scan");
      assertEquals(Set.of("already"), Set.copyOf(phone.scanAll(codes)));
    }
  }

  @Test
  void otherDoorsCopies_nameTheRightDoor_withoutANetwork() throws Exception {
    try (PhonePage phone = phone(Fair.SIDE, "scanner", "S")) {
      phone.until(
          """
          async () => {
            const db = await (await load('database.js')).open();
            const copies = await db.getAll('copies');
            db.close();
            return copies.filter((each) => !each.building).length >= 3;
          }
          """);
      phone.goOffline();
      phone.killAndReopen(host.url() + "/-/scan");

      phone.expect("door", Fair.unused(), "North door", "No network");
    }
  }

  @Test
  void forgetting_erasesEverything_inAllTabs() throws Exception {
    try (PhonePage phone = phone("Forgotten")) {
      phone.page.evaluate("() => navigator.serviceWorker.ready");
      PhonePage other = phone.tab(host.url() + "/-/scan");
      phone.goOffline();
      phone.expect("in", Fair.unused());
      phone.dismiss();
      phone.choose("Forget this phone");
      phone.waitFor("text=which would be lost: 1");
      phone.press("Erase");

      phone.waitFor("h1:has-text('Forgotten')");
      other.waitFor("h1:has-text('Forgotten')");
      Object left =
          phone.page.evaluate(
              """
              async () => JSON.stringify({
                databases: (await indexedDB.databases()).map((each) => each.name),
                caches: await caches.keys(),
                workers: (await navigator.serviceWorker.getRegistrations()).length,
                storage: localStorage.length + sessionStorage.length,
                cookies: document.cookie,
              })
              """);
      assertEquals(
          "{\"databases\":[],\"caches\":[],\"workers\":0,\"storage\":0,\"cookies\":\"\"}", left);

      phone.goOnline();
      phone.press("Pair this phone");
      phone.waitFor("h1:has-text('Pair this phone')");
    }
  }

  /** Takes away all room for writing, or gives it back. */
  private static void full(PhonePage phone, boolean full) {
    phone.page.evaluate(
        """
        (full) => {
          globalThis.full = full;
          for (const name of ['add', 'put']) {
            const real = IDBObjectStore.prototype[name].real ?? IDBObjectStore.prototype[name];
            IDBObjectStore.prototype[name] = function (...given) {
              const request = real.apply(this, given);
              if (globalThis.full) {
                const error = new DOMException('', 'QuotaExceededError');
                Object.defineProperty(this.transaction, 'error', {value: error});
                this.transaction.abort();
              }
              return request;
            };
            IDBObjectStore.prototype[name].real = real;
          }
        }
        """,
        full);
  }
}
