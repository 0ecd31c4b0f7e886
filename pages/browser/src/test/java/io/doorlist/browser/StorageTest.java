package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a phone keeps: with little room, in two tabs, over an evening, and after it was forgotten.
 */
@Tag("long")
class StorageTest extends BrowserTest {
  /** Keeps the settings from being written until it is closed, by reading them repeatedly. */
  private static final String HOLD_SETTINGS =
      """
      () => new Promise((held) => {
        const opening = indexedDB.open('doorlist');
        opening.onsuccess = () => {
          const settings = opening.result.transaction('settings', 'readwrite').objectStore('settings');
          let holding = true;
          globalThis.letGo = () => {
            holding = false;
            opening.result.close();
          };
          const ask = () => {
            settings.get('pairing').onsuccess = () => holding && ask();
          };
          ask();
          held();
        };
      })
      """;

  @Test
  void fullPhone_letsNobodyInThatItCannotKeep_andGoesOnWithANetwork() {
    try (PhonePage phone = phone()) {
      String early = host.ticket("Day");
      String late = host.ticket("Day");
      int before = host.in("1");
      phone.goOffline();
      assertEquals("in", phone.scan(early));

      full(phone, true);
      assertEquals("wait", phone.scan(late));
      assertTrue(phone.says().contains("PHONE FULL"), phone.says());
      phone.picture("phone-full");
      assertEquals(1, phone.kept("queue"));

      phone.goOnline();
      phone.waitFor(".status.online");
      assertEquals("in", phone.scan(late));
      assertEquals("already", phone.scan(late));
      full(phone, false);
      phone.waitUntilSent();
      assertEquals(before + 2, host.in("1"));
    }
  }

  @Test
  void phoneWithoutRoomForACopy_saysSo_andDecidesByTheOneInMemory() throws Exception {
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.open(host.url() + "/-/scan", "h1:has-text('Pair this phone')");
      full(phone, true);

      phone.page.locator("#code").fill(Fair.link(host, Fair.SIDE, "scanner", "Full"));
      phone.page.locator("button:has-text('Pair')").click();

      phone.waitFor(".notice:has-text('This phone is full')");
      phone.waitFor(PhonePage.COPY);
      phone.picture("no-room");
      phone.phone.setOffline(true);
      phone.waitFor(".status.offline");
      assertEquals("unknown", phone.scan("no-such-code-1234"));
    }
  }

  /** The door was chosen, so the very next scan is for it, however slow the phone's storage is. */
  @Test
  void doorThatWasJustChosen_takesAScan_beforeThePhoneHasWrittenItDown() throws Exception {
    try (PhonePage phone = phone(Fair.LATER, "scanner", "Slow storage")) {
      phone.choose("Change door");
      phone.page.evaluate(HOLD_SETTINGS);
      phone.page.locator("button:has-text('North door')").click();

      assertEquals("unknown", phone.scan("no-such-code-1234"));
      phone.page.evaluate("() => globalThis.letGo()");
    }
  }

  @Test
  void twoTabs_letATicketInOnce_andEitherSendsWhatTheOtherQueued() {
    try (PhonePage first = phone()) {
      PhonePage second = first.tab(host.url() + "/-/scan");
      String one = host.ticket("Day");
      String two = host.ticket("Day");
      int before = host.in("1");
      first.goOffline();
      second.waitFor(".status.offline");

      assertEquals("in", first.scan(one));
      assertEquals("already", second.scan(one));
      assertTrue(second.says().contains("By you"), second.says());
      assertEquals("in", second.scan(two));
      first.waitFor(".status .queue:has-text('2 to send')");
      second.page.close();
      first.goOnline();
      first.waitUntilSent();

      assertEquals(before + 2, host.in("1"));
      assertEquals(0, first.kept("doubles"));
    }
  }

  @Test
  void copy_takesNoMoreRoomThanTheList_howeverManyDeltasCame() throws Exception {
    try (PhonePage phone = phone(Fair.LATER, "scanner", "Long evening")) {
      List<String> codes = new ArrayList<>();
      int before = host.in(Fair.EVENT, Fair.MAIN);
      phone.choose("Change door");
      phone.page.locator("button:has-text('North door')").click();
      phone.waitFor(".figures b:text-is('" + before + "')");
      for (int i = 0; i < 40; i++) {
        codes.add(Fair.unused());
        host.checkIn(Fair.EVENT, Fair.MAIN, codes.getLast());
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
      phone.page.waitForFunction(
          """
          async () => {
            const db = await (await load('database.js')).open();
            const copies = await db.getAll('copies');
            db.close();
            return copies.filter((each) => !each.building).length === 3;
          }
          """);
      phone.goOffline();
      phone.killAndReopen(host.url() + "/-/scan");

      assertEquals("door", phone.scan(Fair.unused()));
      assertTrue(phone.says().contains("North door"), phone.says());
      assertTrue(phone.says().contains("No network"), phone.says());
      phone.picture("other-door-offline");
    }
  }

  @Test
  void forgetting_erasesEverything_inAllTabs() {
    try (PhonePage phone = phone()) {
      phone.page.evaluate("() => navigator.serviceWorker.ready");
      PhonePage other = phone.tab(host.url() + "/-/scan");
      phone.goOffline();
      phone.scan(host.ticket("Day"));
      phone.dismiss();
      phone.choose("Forget this phone");
      phone.waitFor("text=1 scan has not been sent");
      phone.picture("forget");
      phone.page.locator("button:has-text('Erase')").click();

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
      phone.page.locator("button:has-text('Pair this phone')").click();
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
