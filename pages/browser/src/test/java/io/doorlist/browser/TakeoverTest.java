package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A phone has scans to send that a page kept before a scan could be withdrawn. */
@Tag("long")
class TakeoverTest extends BrowserTest {
  /**
   * Writes what that page had at the end of an evening without answers: the database as its code
   * made it, and a scan in each of its stages. The server has what each stage says.
   */
  private static final String KEEP =
      """
      async ([link, codes]) => {
        const pairing = Object.fromEntries(new URLSearchParams(link.split('#')[1]));
        const {list, token} = pairing;
        const lists = `/demo/fair/checkin_lists/${list}`;
        const at = Date.now() - 60_000;
        const checkIn = async (code, key) => {
          const query = new URLSearchParams({scanned_at: new Date(at).toISOString()});
          const answer = await fetch(`${lists}/tickets/${code}/checkins?${query}`, {
            method: 'POST',
            headers: {'Authorization': `Bearer ${token}`, 'Idempotency-Key': key},
          });
          return (await answer.json()).id;
        };
        const opening = indexedDB.open('doorlist', 4);
        opening.onupgradeneeded = () => {
          const db = opening.result;
          db.createObjectStore('own', {keyPath: 'key'});
          db.createObjectStore('settings');
          db.createObjectStore('copies', {keyPath: 'list'});
          db.createObjectStore('parts', {keyPath: 'id', autoIncrement: true}).createIndex('list', 'list');
          db.createObjectStore('doubles', {keyPath: 'id', autoIncrement: true});
          const queue = db.createObjectStore('queue', {keyPath: 'id', autoIncrement: true});
          queue.createIndex('code', ['list', 'code']);
          queue.createIndex('stage', 'stage');
          const settings = opening.transaction.objectStore('settings');
          settings.put(crypto.randomUUID(), 'generation');
          settings.put(pairing, 'pairing');
          settings.put({correction: 0, server: at}, 'clock');
        };
        await new Promise((done) => (opening.onsuccess = done));
        const rows = [];
        const stages = ['IN', 'OPEN', 'AWAY', 'REFUSED', 'UNDOING', 'SET_ASIDE'];
        for (const [i, stage] of stages.entries()) {
          const key = crypto.randomUUID();
          const undoing = stage === 'UNDOING';
          const came = ['OPEN', 'AWAY'].includes(stage) ? await checkIn(codes[i], key)
            : undoing ? await checkIn(codes[i], crypto.randomUUID()) : 0;
          const online = !['IN', 'SET_ASIDE'].includes(stage);
          const notBefore = stage === 'OPEN' || stage === 'REFUSED' ? at + 3_600_000 : 0;
          rows.push({key, list, code: codes[i], counts: '', at, scanned: true, online, stage,
            checkins: undoing ? [came] : [], attempts: stage === 'IN' ? 0 : 2, notBefore, kind: 'ENTRY'});
        }
        const writing = opening.result.transaction('queue', 'readwrite');
        rows.forEach((row) => writing.objectStore('queue').put(row));
        await new Promise((done) => (writing.oncomplete = done));
        opening.result.close();
      }
      """;

  @Test
  void scansThatAnEarlierVersionQueued_areSentAndSettled() throws Exception {
    List<String> codes = Fair.unused(6);
    int before = in();
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.page.navigate(host.url() + "/-/icon.svg");
      phone.page.evaluate(KEEP, List.of(link(Fair.MAIN, "scanner", "Taken over"), codes));
      assertEquals(before + 3, in());

      phone.open(host.url() + "/-/scan", PhonePage.COPY);
      phone.waitUntilSent();
      phone.page.waitForCondition(() -> phone.kept("queue") == 0);

      assertTrue(look(codes.get(0)).contains("already_checked_in"), () -> look(codes.get(0)));
      assertTrue(look(codes.get(5)).contains("already_checked_in"), () -> look(codes.get(5)));
      for (String code : codes.subList(1, 5)) {
        assertTrue(look(code).contains("\"verdict\":\"admissible\""), () -> look(code));
      }
      assertEquals(before + 2, in());
      assertEquals(0, phone.kept("doubles"));
      phone.expect("already", codes.get(0));
    }
  }
}
