package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.options.ForcedColors;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Screens that are small, have colours of the system's, or little to show. */
class ScreensTest extends BrowserTest {
  /** Returns how far the last button is from the end of what a verdict says, in pixels. */
  private static final String ROOM_BELOW_NEXT =
      """
      () => {
        const verdict = document.querySelector('.verdict');
        verdict.querySelector('.advice').textContent = 'Send them to the desk. '.repeat(40);
        verdict.scrollTo(0, verdict.scrollHeight);
        const {bottom} = verdict.querySelector('.next').getBoundingClientRect();
        return Math.round(verdict.getBoundingClientRect().bottom - bottom);
      }
      """;

  private static final String FILL =
      "(selector) => getComputedStyle(document.querySelector(selector)).fill";
  private static final String INK = "() => getComputedStyle(document.body).color";

  @Test
  void next_hasRoomBelow_onASmallScreen() throws Exception {
    NewContextOptions small = new NewContextOptions().setViewportSize(320, 568);
    try (PhonePage phone = PhonePage.with(browser, small)) {
      phone.pair(link(Fair.MAIN, "scanner", "Small"));
      phone.expect("unknown", "nobody-has-this-code");

      int room = ((Number) phone.page.evaluate(ROOM_BELOW_NEXT)).intValue();
      assertTrue(room >= 12, () -> room + " pixels");
    }
  }

  @Test
  void shapesAndBars_areSeen_withForcedColours() throws Exception {
    NewContextOptions forced = new NewContextOptions().setForcedColors(ForcedColors.ACTIVE);
    try (PhonePage phone = PhonePage.with(browser, forced)) {
      String code = Fair.unused();
      phone.pair(link(Fair.MAIN, "scanner", "Forced"));
      phone.expect("in", code);
      phone.expect("already", code);
      Object ink = phone.page.evaluate(INK);
      assertEquals(ink, phone.page.evaluate(FILL, ".verdict .shape .fill"));

      phone.open(board("Forced board"), ".bars");
      assertEquals(ink, phone.page.evaluate(FILL, ".bars"));
    }
  }

  /** Two quarters of an hour alone are not as wide as the screen. */
  @ParameterizedTest
  @CsvSource({"0 0 0 0 5 3, 0-6", "0 0 0 0 5 3 0 0 0 0 0 0 0 0 0 0, 4-12", "5 3, 0-2"})
  void evening_hasEightQuarters_asFarAsThereAre(String came, String span) {
    try (PhonePage board = PhonePage.on(browser)) {
      board.open(host.url() + "/-/board", "h1");
      Object shown =
          board.page.evaluate(
              """
              async ([came]) => {
                const {spanOf} = await load('places.js');
                const lists = [{per_quarter: came.split(' ').map(Number)}];
                const {from, until} = spanOf({lists, evening_from: '2026-11-28T18:00:00Z'}, 0);
                return `${from}-${until}`;
              }
              """,
              List.of(came));
      assertEquals(span, shown);
    }
  }
}
