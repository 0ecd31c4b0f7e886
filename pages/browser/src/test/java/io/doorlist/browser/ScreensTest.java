package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.options.ForcedColors;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Screens that are small, have colours of the system's, or little to show. */
class ScreensTest extends BrowserTest {
  /** Returns how near Next is to an edge of the screen, in pixels, if it is too near. */
  private static final String NEXT_AT_AN_EDGE =
      """
      () => {
        const next = document.querySelector('.verdict .next');
        if (!next) return [];
        const {left, right, bottom} = next.getBoundingClientRect();
        const room = Math.min(left, innerWidth - right, innerHeight - bottom);
        return room < 12 ? [Math.round(room)] : [];
      }
      """;

  private static final String FILL =
      "(selector) => getComputedStyle(document.querySelector(selector)).fill";
  private static final String INK = "() => getComputedStyle(document.body).color";

  /** In these languages verdicts say most. */
  @ParameterizedTest
  @ValueSource(strings = {"de", "fr", "es", "ar"})
  void nextButton_isWhollyVisible_onASmallScreen(String language) {
    NewContextOptions small = new NewContextOptions().setViewportSize(320, 568);
    try (Gallery gallery = Gallery.open(browser, host, language, small)) {
      assertEquals(List.of(), gallery.check(NEXT_AT_AN_EDGE));
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
  void chartOfTheEvening_hasAtMostEightQuarters(String came, String span) {
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
