package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A scan has one end (issue 36): nobody is sent away whom the server lets in behind the volunteer's
 * back. The order of all things that may happen is gone through in the Java test of the same name.
 */
@Tag("long")
class OneEndTest extends BrowserTest {
  private static final String COPY = "^GET .*/door\\b";
  private static final String CHECKIN = "^POST .*/tickets/fair-late-\\d+/checkins";

  /** The keys of what the phone did and its copies lack. */
  private static final String OWN =
      """
      async () => {
        const opening = indexedDB.open('doorlist');
        await new Promise((done) => (opening.onsuccess = done));
        const reading = opening.result.transaction('own').objectStore('own').getAllKeys();
        await new Promise((done) => (reading.onsuccess = done));
        opening.result.close();
        return reading.result;
      }
      """;

  @Test
  void lateAnswer_isUndone_whenTheVolunteerHasGoneOn() throws Exception {
    try (Network network = new Network(host.url());
        PhonePage phone = phone(network, "Late 1")) {
      String code = askedAbout(network, phone, 1);

      assertEquals("in", phone.scan(Fair.unused()));
      network.releases();

      waitUntilUndone(phone, code);
      phone.waitUntilSent();
      assertEquals("in", phone.scan(code));
    }
  }

  /** Issue 49: it had the time of its upload, and passages of several phones stood in no order. */
  @Test
  void scanThatWasAskedAbout_isAsOldAsItIs_andEveryUploadSaysThePhonesTime() throws Exception {
    String code = Fair.unused();
    List<String> silent = new ArrayList<>();
    try (PhonePage phone = phone(Fair.MAIN, "scanner", "Late 5")) {
      phone.page.onRequest(
          request -> {
            if (request.method().equals("POST")
                && !request.headers().containsKey("x-device-time")) {
              silent.add(request.url());
            }
          });
      phone.page.route(Pattern.compile(code), route -> {});
      Instant before = Instant.now();

      assertEquals("in", phone.scan(code));
      Instant after = Instant.now();
      assertEquals("in", phone.scan(Fair.unused()));
      phone.waitUntilSent();

      String look = look(code);
      Instant came = Instant.parse(look.replaceFirst(".*\"door_time\":\"([^\"]+)\".*", "$1"));
      assertTrue(!came.isBefore(before) && !came.isAfter(after), look);
      assertEquals(List.of(), silent);
    }
  }

  /**
   * The undo of an answer that came too late is sent with the next scan, which is another check-in.
   */
  @Test
  void undoThatWasHeldUp_isOfTheFirstScanOnly() throws Exception {
    try (Network network = new Network(host.url());
        PhonePage phone = phone(network, "Late 2")) {
      String code = askedAbout(network, phone, 2);
      network.answers("^DELETE", 503, "");
      phone.dismiss();
      network.releases();
      phone.page.waitForCondition(() -> phone.kept("queue") == 1);
      phone.waitFor(".status .queue");
      network.passes();

      assertEquals("in", phone.scan(code));

      assertTrue(look(code).contains("already_checked_in"), look(code));
    }
  }

  /** An earlier request may still be on its way: it is asked once more, and is nothing to send. */
  @Test
  void refusalOfASecondRequest_isKept_forTheFirst() throws Exception {
    try (Network network = new Network(host.url());
        PhonePage phone = phone(network, "Late 3")) {
      String code = askedAbout(network, phone, 3);
      phone.dismiss();
      network.answers(
          CHECKIN, 422, "{\"code\":\"not_admissible\",\"reason\":\"void\",\"request_id\":\"1\"}");

      assertEquals("no", phone.scan(code));

      assertEquals(1, phone.kept("queue"));
      phone.dismiss();
      phone.waitUntilSent();
      assertEquals(1, phone.kept("queue"));
    }
  }

  @Test
  void refusalThatTheServerDoesNotShare_isNoVerdict() throws Exception {
    String code = Fair.unused();
    String link = Fair.link(host, Fair.MAIN, "scanner", "Late 4");
    host.checkIn(Fair.EVENT, Fair.MAIN, code);
    try (Network network = new Network(host.url());
        PhonePage phone = PhonePage.on(browser).pair(network.link(link))) {
      network.answers(COPY, 304, "");
      host.undo(Fair.EVENT, Fair.MAIN, code);
      network.holds("^POST .*/checkins");

      phone.scanInVain(code);
      network.releases();

      phone.waitFor(".verdict.in");
    }
  }

  @Test
  void scanOfAnEarlierVersion_isSent() throws Exception {
    String code = Fair.unused();
    int before = host.in(Fair.EVENT, Fair.MAIN);
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.open(host.link("board"), ".lists");
      phone.page.evaluate(
          """
          async (scan) => {
            const gone = indexedDB.deleteDatabase('doorlist');
            await new Promise((done) => (gone.onsuccess = done));
            const opening = indexedDB.open('doorlist', 3);
            opening.onupgradeneeded = () => {
              const db = opening.result;
              const numbered = {keyPath: 'id', autoIncrement: true};
              db.createObjectStore('settings');
              db.createObjectStore('copies', {keyPath: 'list'});
              db.createObjectStore('parts', numbered).createIndex('list', 'list');
              const queue = db.createObjectStore('queue', numbered);
              queue.createIndex('code', ['list', 'code']);
              queue.createIndex('stage', 'stage');
              queue.add({
                ...scan, key: 'key-1', counts: '', at: Date.now(), scanned: true, online: false, stage: 'IN',
                checkins: [], attempts: 0, notBefore: 0, kind: 'ENTRY',
              });
              const letIn = db.createObjectStore('letIn', {keyPath: ['list', 'digest']});
              letIn.add({list: scan.list, digest: '42', at: Date.now() - 60_000, queued: false});
              const comings = db.createObjectStore('comings', {keyPath: 'key'});
              comings.add({key: 'key-2', list: scan.list, digest: '43', at: Date.now(), exit: true, queued: true});
              db.createObjectStore('doubles', numbered);
            };
            await new Promise((done) => (opening.onsuccess = done));
            opening.result.close();
          }
          """,
          Map.of("list", Fair.MAIN, "code", code));

      phone.pair(Fair.link(host, Fair.MAIN, "scanner", "Old version"));
      phone.waitUntilSent();

      assertEquals(before + 1, host.in(Fair.EVENT, Fair.MAIN));
      // The first copy has whom it let in; whom it let out may still be on the way.
      phone.page.waitForCondition(() -> List.of("key-2").equals(phone.page.evaluate(OWN)));
    }
  }

  /** Sells a ticket that the phone's copy lacks, and has it scanned while the server is slow. */
  private static String askedAbout(Network network, PhonePage phone, int number) throws Exception {
    network.answers(COPY, 304, "");
    String code = Fair.sell(host, number);
    network.holds(CHECKIN);
    phone.scanInVain(code);
    phone.page.waitForCondition(() -> look(code).contains("already_checked_in"));
    return code;
  }

  private static void waitUntilUndone(PhonePage phone, String code) {
    phone.page.waitForCondition(() -> look(code).contains("\"verdict\":\"admissible\""));
  }

  private static String look(String code) {
    return host.get("/demo/fair/checkin_lists/" + Fair.MAIN + "/tickets/" + code);
  }
}
