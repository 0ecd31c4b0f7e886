package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A phone is paired where somebody has asked for it, and nowhere else (issue 36). */
@Tag("long")
class PairingTest extends BrowserTest {
  @Test
  void linkShownAtTheDoor_isNoTicket_andPairsNothing() throws Exception {
    try (PhonePage phone = phone(Fair.MAIN, "scanner", "Mine")) {
      assertEquals("wait", phone.scan(host.link("1", "scanner", "Theirs")));
      assertTrue(phone.says().contains("this phone stays as it was"), phone.says());
      phone.dismiss();

      assertEquals("in", phone.scan(Fair.unused()));
    }
  }

  @Test
  void otherLink_namesOldAndNew_andAsks() throws Exception {
    String link = host.link("1", "scanner", "Theirs");
    try (PhonePage phone = phone(Fair.MAIN, "scanner", "Mine")) {
      phone.open(host.link("board"), ".lists");
      phone.open(link, "h1:has-text('Pair this phone anew?')");
      phone.waitFor("dd:has-text('demo · fair · Mine')");
      phone.waitFor("dd:has-text('demo · summer-festival · Theirs')");
      phone.picture("pair-anew");
      phone.page.locator("button:has-text('Stay as it is')").click();
      phone.waitFor("h1:has-text('North door')");

      phone.choose("Pair anew");
      phone.page.locator("#code").fill(link);
      phone.page.locator("button:text-is('Pair')").click();
      phone.page.locator("button:has-text('Pair anew')").click();
      phone.waitFor("h1:has-text('Main gate')");
    }
  }

  @Test
  void linkThatHasEnded_leavesThePhoneAsItWas() throws Exception {
    String link = Fair.link(host, Fair.MAIN, "scanner", "Mine");
    try (PhonePage phone = PhonePage.on(browser).pair(link)) {
      phone.open(host.link("board"), ".lists");
      phone.open(
          link.replaceFirst("token=.*", "token=dl_live_x"), ".problem:has-text('no longer works')");
      phone.page.locator("button:has-text('Stay as it is')").click();
      phone.waitFor("h1:has-text('North door')");
    }
  }
}
