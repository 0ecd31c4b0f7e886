package io.doorlist.browser;

import com.microsoft.playwright.Browser;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;

/** A class of tests that share one browser and one host, with the demo and the fair. */
abstract class BrowserTest {
  static Browser browser;
  static Host host;

  @BeforeAll
  static void open() throws Exception {
    Chromium.required();
    host = Host.get();
    Fair.open(host);
    browser = Chromium.shared();
  }

  /** Returns a phone at the demo's main door. */
  static PhonePage phone() {
    return PhonePage.on(browser).pair(host.link("scanner"));
  }

  /** Returns a phone with its own token at a door of the fair. */
  static PhonePage phone(String list, String role, String name) throws IOException {
    return PhonePage.on(browser).pair(Fair.link(host, list, role, name));
  }

  /** Returns a phone at the fair's main door that has only this network. */
  static PhonePage phone(Network network, String name) throws IOException {
    String link = Fair.link(host, Fair.MAIN, "scanner", name);
    return PhonePage.on(browser).pair(network.link(link));
  }
}
