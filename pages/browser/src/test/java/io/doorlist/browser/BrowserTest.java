package io.doorlist.browser;

import com.microsoft.playwright.Browser;
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
}
