package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
      phone.open(host.link("board"), "article");
      phone.page.evaluate(
          """
          async (scan) => {
            const gone = indexedDB.deleteDatabase('doorlist');
            await new Promise((done) => (gone.onsuccess = done));
            const opening = indexedDB.open('doorlist', 1);
            opening.onupgradeneeded = () => {
              const db = opening.result;
              db.createObjectStore('settings');
              db.createObjectStore('copies', {keyPath: 'list'});
              db.createObjectStore('parts', {keyPath: 'id', autoIncrement: true}).createIndex('list', 'list');
              db.createObjectStore('queue', {keyPath: 'id', autoIncrement: true}).add({scan});
              db.createObjectStore('letIn', {keyPath: ['list', 'digest']});
              db.createObjectStore('doubles', {keyPath: 'id', autoIncrement: true});
            };
            await new Promise((done) => (opening.onsuccess = done));
            opening.result.close();
          }
          """,
          String.join(
              "\t",
              "key-1",
              Fair.MAIN,
              code,
              System.currentTimeMillis() + "",
              "scanned",
              "DECIDED",
              "0",
              "0"));

      phone.pair(Fair.link(host, Fair.MAIN, "scanner", "Old version"));
      phone.waitUntilSent();

      assertEquals(before + 1, host.in(Fair.EVENT, Fair.MAIN));
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
