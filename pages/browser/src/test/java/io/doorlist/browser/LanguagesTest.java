package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route.FulfillOptions;
import io.doorlist.door.rules.Miss;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The words of the pages: all there, all used, none cut off. */
@Tag("long")
class LanguagesTest extends BrowserTest {
  private static final Path WEB = Path.of("..", "src", "main", "web");
  private static final Pattern DYNAMIC = Pattern.compile("(reason|role|state|theme|sheet)_.*");
  private static final List<String> REASONS =
      List.of(
          "wrong_list",
          "too_early",
          "too_late",
          "revoked",
          "void",
          "blocked",
          "order_not_confirmed",
          "other");

  /**
   * Compares every language with English: the same words with the same places, and a form for each
   * plural of whole numbers up to 1,000.
   */
  private static final String WRONG =
      """
      async () => {
        const script = document.querySelector('script').src;
        const of = async (file) => await import(script.replace('scan.js', file));
        const {LANGUAGES} = await of('language.js');
        const words = async (language) => (await of(`words-${language}.js`)).default;
        const forms = (word) => typeof word === 'string' ? [word] : Object.values(word);
        const places = (form) => new Set([...form.matchAll(/\\{(\\w+)\\}/g)].map((each) => each[1]));
        const english = await words('en');
        const wrong = [];
        for (const language in LANGUAGES) {
          const own = await words(language);
          const plurals = new Intl.PluralRules(language);
          const needed = new Set(['other', ...Array.from({length: 1001}, (_, n) => plurals.select(n))]);
          for (const word of new Set([...Object.keys(english), ...Object.keys(own)])) {
            const say = (what) => wrong.push(`${language} ${word}: ${what}`);
            if (!own[word] || !english[word]) {
              say('missing or too much');
              continue;
            }
            const all = places(forms(english[word]).join());
            for (const form of forms(own[word])) {
              if (!form.trim() || [...places(form)].some((place) => !all.has(place))) say(form);
              for (const place of all) if (place !== 'n' && !places(form).has(place)) say(place);
            }
            if (typeof own[word] !== 'string') {
              for (const form of needed) if (!own[word][form]) say(form);
              for (const form in own[word]) if (!needed.has(form)) say(form);
            }
          }
        }
        return wrong;
      }
      """;

  /** Returns texts that do not fit their boxes, or the screen. */
  private static final String CLIPPED =
      """
      () => {
        const wrong = [];
        for (const each of document.querySelectorAll('main *')) {
          const text = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
          const box = each.getBoundingClientRect();
          if (!text || !box.width || each.closest('.hidden-words, [inert], .tools')) continue;
          const inline = getComputedStyle(each).display === 'inline';
          if ((!inline && each.scrollWidth > each.clientWidth + 1) || box.left < -2 || box.right > innerWidth + 2) {
            wrong.push(`${innerWidth} ${document.documentElement.lang}: ${each.textContent.trim()}`);
          }
        }
        return wrong;
      }
      """;

  private static final String RULES =
      """
      async () => {
        const script = document.querySelector('script').src;
        const {wanted, missing} = await import(script.replace('scan.js', 'rules.js'));
        const one = (kind, more) => ({kind, counted: null, number: null, at: null, names: [], days: [], ...more});
        const daily = one('at_most', {counted: 'entries_today', number: 1});
        const gate = one('gate', {names: ['Nord']});
        const late = one('within', {counted: 'minutes_since_last_entry', number: 30});
        const weekend = one('weekday', {days: [6, 7]});
        const since = one('at_most', {counted: 'entries_since', number: 3, at: '1970-01-01T18:00:00Z'});
        const alone = ['at_most', 'entries_today', '1', '', '', ''].join('\\u001f')
            + '\\u001e' + ['gate', '', '', '', 'Nord', ''].join('\\u001f');
        return [[daily], [late], [weekend], [gate], [since], missing(alone), [one('newer')]]
            .map((each) => (wanted(each) ?? 'nichts').replace(/\\s/g, ' '));
      }
      """;

  private static final String WITHOUT_WORDS =
      """
      async (kinds) => {
        const script = document.querySelector('script').src;
        const {wanted} = await import(script.replace('scan.js', 'rules.js'));
        const counted = (kind) =>
            kind === 'within' || kind === 'after' ? 'minutes_since_first_entry' : 'entries';
        return kinds.filter((kind) =>
            !wanted([{kind, counted: counted(kind), number: 2, at: 0, names: ['A', 'B'], days: [1]}]));
      }
      """;

  private static final String LOADED =
      "() => performance.getEntriesByType('resource').filter((each) => each.name.includes('/words-')).length";

  @Test
  void everyLanguage_hasAllWords() {
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.open(host.url() + "/-/scan", "h1:has-text('Pair this phone')");

      assertEquals(List.of(), phone.page.evaluate(WRONG));
    }
  }

  @Test
  void everyWord_isUsed() throws IOException {
    String sources = "";
    try (Stream<Path> files = Files.list(WEB)) {
      for (Path each : files.filter(file -> file.toString().endsWith(".js")).toList()) {
        sources += each.getFileName().toString().startsWith("words-") ? "" : Files.readString(each);
      }
    }
    List<String> unused = new ArrayList<>();
    for (String line : Files.readAllLines(WEB.resolve("words-en.js"))) {
      String word = line.matches("  \\w+: .*") ? line.strip().split(":")[0] : "";
      if (!word.isEmpty()
          && !DYNAMIC.matcher(word).matches()
          && !sources.contains('"' + word + '"')) {
        unused.add(word);
      }
    }
    assertEquals(List.of(), unused);
  }

  /** From an answer of the server and from what the phone decides alone. */
  @Test
  void rules_areSaidInTheLanguageOfThePage() {
    try (PhonePage phone =
        PhonePage.with(browser, new NewContextOptions().setLocale("de").setTimezoneId("UTC"))) {
      phone.open(host.url() + "/-/scan", "h1");

      assertEquals(
          List.of(
              "Nur einmal am Tag.",
              "Nur bis 30 Min. nach dem letzten Einlass.",
              "Nur an diesen Tagen: Samstag oder Sonntag.",
              "Nur durch diesen Eingang: Nord.",
              "Einlässe: höchstens 3. Gezählt ab 1. Jan. 1970, 18:00.",
              "Nur einmal am Tag. Nur durch diesen Eingang: Nord.",
              "nichts"),
          phone.page.evaluate(RULES));
    }
  }

  @Test
  void everythingThatRulesWant_hasWords() {
    List<String> kinds = Stream.of(Miss.Kind.values()).map(Miss.Kind::word).toList();
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.open(host.url() + "/-/scan", "h1");

      assertEquals(List.of(), phone.page.evaluate(WITHOUT_WORDS, kinds));
    }
  }

  /** At 320 pixels, and at half of 412, as a text of 200 % leaves it. */
  @ParameterizedTest
  @ValueSource(strings = {"en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "uk", "ar", "ja"})
  void noText_isClipped(String language) {
    for (int width : new int[] {320, 206}) {
      try (PhonePage phone =
          PhonePage.with(
              browser, new NewContextOptions().setViewportSize(width, 640).setLocale(language))) {
        List<Object> clipped = new ArrayList<>();
        phone.open(host.url() + "/-/scan", "h1");
        clipped.addAll((List<?>) phone.page.evaluate(CLIPPED));
        phone.open(host.link("scanner"), ".status");
        clipped.addAll((List<?>) phone.page.evaluate(CLIPPED));
        answerWithReasons(phone.page);
        for (String reason : REASONS) {
          phone.scan(reason);
          clipped.addAll((List<?>) phone.page.evaluate(CLIPPED));
        }
        phone.dismiss();
        phone.page.locator("header .plain").click();
        phone.waitFor(".sheet select");
        clipped.addAll((List<?>) phone.page.evaluate(CLIPPED));

        assertEquals(List.of(), clipped);
        assertEquals(language, phone.page.getAttribute("html", "lang"));
        assertEquals(language.equals("ar") ? "rtl" : "ltr", phone.page.getAttribute("html", "dir"));
      }
    }
  }

  /** The language that somebody has chosen stays. */
  @Test
  void language_isChosenInTheMenu() {
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.open(host.link("scanner"), ".status");
      phone.page.locator("header .plain").click();
      phone.page.locator(".sheet select").selectOption("uk");
      phone.waitFor("h2:has-text('Цей телефон')");

      phone.page.reload();

      phone.waitFor(".status:has-text('Усе надіслано')");
      assertEquals(1, phone.page.evaluate(LOADED));
    }
  }

  /** Answers a check-in with the reason that is scanned as its code. */
  private static void answerWithReasons(Page page) {
    page.route(
        "**/tickets/*/checkins",
        route -> {
          String[] path = route.request().url().split("/");
          String problem =
              """
              {"type": "urn:doorlist:problem:not_admissible", "title": "Not admissible",
               "status": 422, "detail": "The ticket cannot be checked in.",
               "code": "not_admissible", "request_id": "1", "reason": "%s",
               "admitted_on": [{"id": 2, "name": "Familieneingang/Kinderwagen"}],
               "opens_at": "2099-01-01T10:00:00Z", "closes_at": "2020-01-01T10:00:00Z"}
              """
                  .formatted(path[path.length - 2]);
          route.fulfill(
              new FulfillOptions()
                  .setStatus(422)
                  .setContentType("application/problem+json")
                  .setBody(problem));
        });
  }
}
