package io.doorlist.browser;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A phone is paired where somebody has asked for it, and nowhere else (issue 36). */
@Tag("long")
class PairingTest extends BrowserTest {
  private static final String DANCE =
      """
      {"kind":"event","account":"demo","id":7811,"slug":"dance","title":"Dance",\
      "date":"2026-05-02","place":"Old Mill",\
      "ticket_types":[{"id":1,"slug":"adult","name":"Adult"}]}
      {"kind":"checkin_list","account":"demo","event":"dance","id":91,"name":"Mill gate"}
      {"kind":"checkin_list","account":"demo","event":"dance","id":92,"name":"Yard"}
      """;

  @Test
  void dateAndPlaceOfAnEvent_areShownWhereItIsChosen_andItsDoor() throws Exception {
    host.load(DANCE);
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.open(host.link("", "", "scanner", "Dancer"), "h1:has-text('Which event?')");
      phone.press("Dance · 2026-05-02 · Old Mill");
      phone.waitFor("h1:has-text('Which door?')");
      phone.waitFor("p:has-text('Dance · 2026-05-02 · Old Mill')");
      phone.press("Mill gate");
      phone.waitFor(".bar h1:has-text('Mill gate')");
      phone.choose("Change door");
      phone.waitFor("p:has-text('Dance · 2026-05-02 · Old Mill')");
    }
  }

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
