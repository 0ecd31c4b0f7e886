package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of the codes before the camera counts. */
class SightTest extends BrowserTest {
  /**
   * Shows pictures: each a tenth of a second after the one before, or after a pause of so many
   * milliseconds. Known are codes that begin with QR, "Next" is the button, "held" and "free" say
   * whether a verdict stays. Returns what had its turn.
   */
  private static final String SHOW =
      """
      async ([pictures, copy]) => {
        const {Sight} = await load('sight.js');
        const sight = new Sight();
        const knows = (text) => (copy ? text.startsWith('QR') : undefined);
        const all = [];
        let held = false;
        let now = 0;
        for (const each of pictures.split(' ')) {
          if (each === 'Next') {
            sight.next();
          } else if (each === 'held' || each === 'free') {
            held = each === 'held';
          } else if (/^\\d+$/.test(each)) {
            now += Number(each);
          } else {
            const taken = sight.see(each.split('+'), now, knows, held);
            if (taken.length) all.push(taken.join('+'));
            now += 100;
          }
        }
        return all.join(' ');
      }
      """;

  private static PhonePage phone;

  @BeforeAll
  static void openPage() {
    phone = PhonePage.on(browser);
    phone.open(host.url() + "/-/scan", "h1:has-text('Pair this phone')");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "the known one of one picture, lines+QR, QR",
    "the known one of one picture, QR+lines, QR",
    "the known one that is read later, lines lines QR lines, QR",
    "nothing else of that ticket, QR lines lines+QR lines lines QR, QR",
    "nor after Next, QR lines+QR Next lines lines QR lines lines, QR",
    "nor if it was read alone before, lines QR Next lines lines QR lines, QR",
    "another after a second, QR 1000 QR2, QR QR2",
    "no other before, QR 500 QR2 QR2, QR",
    "another at once after Next, QR QR+QR2 Next QR+QR2 QR+QR2, QR QR2",
    "a code in front once, QR QR 2000 QR QR Next QR, QR",
    "and again when it was away, QR 2600 QR, QR QR",
    "an unknown one when it stays, lines lines lines lines lines lines, lines",
    "an unknown one is held for the same, lines lines lines lines lines QR, lines",
    "until Next, lines lines lines lines lines held QR free Next QR, lines QR",
    "none while a verdict stays, held QR QR free QR, QR",
  })
  void ofSeveralCodesInSight_theOneThatCountsIsScanned(
      String which, String pictures, String turns) {
    assertEquals(turns, phone.page.evaluate(SHOW, List.of(pictures, true)), () -> which);
  }

  @ParameterizedTest
  @CsvSource({"lines+QR lines QR, lines+QR", "QR lines, QR"})
  void phoneWithoutCopy_asksAboutEachCodeOfAPicture(String pictures, String turns) {
    assertEquals(turns, phone.page.evaluate(SHOW, List.of(pictures, false)));
  }

  @AfterAll
  static void closePage() {
    phone.close();
  }
}
