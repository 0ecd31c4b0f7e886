package io.doorlist.browser;

import com.microsoft.playwright.Browser;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;

/** A class of tests that share one browser and one host, with the demo and the fair. */
abstract class BrowserTest {
  static Browser browser;
  static DemoHost host;

  @BeforeAll
  static void open() throws Exception {
    Chromium.required();
    host = DemoHost.get();
    browser = Chromium.shared();
    host.await();
    Fair.open(host);
  }

  /** Returns a phone at the fair's main door. */
  static PhonePage phone(String name) throws IOException {
    return phone(Fair.MAIN, "scanner", name);
  }

  /** Returns a phone with its own token at a door of the fair. */
  static PhonePage phone(String list, String role, String name) throws IOException {
    return PhonePage.on(browser).pair(link(list, role, name));
  }

  /** Returns a phone at the fair's main door that has only this network. */
  static PhonePage phone(Network network, String name) throws IOException {
    return PhonePage.on(browser).pair(network.link(link(Fair.MAIN, "scanner", name)));
  }

  /** Returns a link for a phone at a door of the fair. */
  static String link(String list, String role, String name) throws IOException {
    return host.link(Fair.EVENT, list, role, name);
  }

  /** Returns a link for the fair's board. */
  static String board(String name) throws IOException {
    return link(Fair.MAIN, "scanner", name).replace("/-/scan", "/-/board");
  }

  /** Returns how many are in at the fair's main door. */
  static int in() {
    return DemoHost.number("checked_in_count", host.get("/demo/fair/checkin_lists/" + Fair.MAIN));
  }

  /** Returns what the service says of a code at the fair's main door. */
  static String look(String code) {
    return host.get("/demo/fair/checkin_lists/" + Fair.MAIN + "/tickets/" + code);
  }
}
