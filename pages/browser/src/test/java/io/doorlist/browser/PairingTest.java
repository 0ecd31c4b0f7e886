package io.doorlist.browser;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A phone is paired where somebody has asked for it, and nowhere else (issue 36). */
@Tag("long")
class PairingTest extends BrowserTest {
  @Test
  void otherLink_namesOldAndNew_andAsks_andPairsNothingAtTheDoor() throws Exception {
    String theirs = host.link("summer-festival", "1", "scanner", "Theirs");
    String mine = link(Fair.MAIN, "scanner", "Mine");
    try (PhonePage phone = PhonePage.on(browser).pair(mine)) {
      phone.expect("wait", theirs, "this phone stays as it was");
      phone.expect("in", Fair.unused());

      phone.open(host.link("board"), ".lists");
      phone.open(
          mine.replaceFirst("token=.*", "token=dl_live_x"), ".problem:has-text('no longer works')");
      phone.press("Stay as it is");
      phone.waitFor("h1:has-text('North door')");

      phone.open(host.link("board"), ".lists");
      phone.open(theirs, "h1:has-text('Pair this phone anew?')");
      phone.waitFor("dd:has-text('demo · fair · Mine')");
      phone.waitFor("dd:has-text('demo · summer-festival · Theirs')");
      phone.press("Stay as it is");
      phone.waitFor("h1:has-text('North door')");

      phone.choose("Pair anew");
      phone.page.locator("#code").fill(theirs);
      phone.page.locator("button:text-is('Pair')").click();
      phone.press("Pair anew");
      phone.waitFor("h1:has-text('Main gate')");
    }
  }
}
