package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.ScreenshotAnimations;
import io.doorlist.door.rules.Miss;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** What is scanned, and what the server answers: its status, and members of its body. */
  private static final Map<String, String> ANSWERS = answers();

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
  void noText_isClipped(String language) throws IOException {
    String report = host.link("1", "full", "Words").replace("/-/scan", "/-/report");
    for (int width : new int[] {320, 206}) {
      try (PhonePage phone =
          PhonePage.with(
              browser, new NewContextOptions().setViewportSize(width, 640).setLocale(language))) {
        List<Object> clipped = new ArrayList<>();
        phone.open(host.url() + "/-/scan", "h1");
        clipped.addAll((List<?>) phone.page.evaluate(CLIPPED));
        phone.open(host.link("scanner"), ".status");
        clipped.addAll((List<?>) phone.page.evaluate(CLIPPED));
        answerAsScanned(phone.page);
        for (String each : ANSWERS.keySet()) {
          assertEquals(each.equals("nobody"), phone.scan(each).equals("unknown"), each);
          clipped.addAll((List<?>) phone.page.evaluate(CLIPPED));
        }
        phone.dismiss();
        phone.page.locator("header .plain").click();
        phone.waitFor(".sheet select");
        clipped.addAll((List<?>) phone.page.evaluate(CLIPPED));

        phone.open(report, "#door");
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

  /** Draws every verdict in three scripts, for docs/verdicts.png. */
  @Test
  void verdicts_areDrawn_inThreeScripts() {
    StringBuilder rows = new StringBuilder();
    for (String language : List.of("de", "ar", "ja")) {
      NewContextOptions options =
          new NewContextOptions()
              .setViewportSize(320, 640)
              .setLocale(language)
              .setTimezoneId("UTC");
      try (PhonePage phone = PhonePage.with(browser, options)) {
        phone.open(host.link("scanner"), ".status");
        answerAsScanned(phone.page);
        rows.append("<div>");
        for (String each : ANSWERS.keySet()) {
          phone.scan(each);
          byte[] picture =
              phone.page.screenshot(
                  new ScreenshotOptions().setAnimations(ScreenshotAnimations.DISABLED));
          rows.append("<img src='data:image/png;base64,")
              .append(Base64.getEncoder().encodeToString(picture))
              .append("'>");
        }
        rows.append("</div>");
      }
    }
    int width = ANSWERS.size() * 110;
    try (PhonePage gallery =
        PhonePage.with(browser, new NewContextOptions().setViewportSize(width, 642))) {
      gallery.page.setContent(
          "<style>body{margin:0;background:#888}div{display:flex}img{width:104px;margin:3px}</style>"
              + rows);
      gallery.picture("verdicts");
      assertEquals(3 * ANSWERS.size(), gallery.page.locator("img").count());
    }
  }

  private static Map<String, String> answers() {
    Map<String, String> answers = new LinkedHashMap<>();
    String checkin =
        """
        "id": 1, "ticket": {"id": 1, "reference": "K7QX2-1", "name": "Ada Lovelace"},
        "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": true,
        "scanned_at": null, "scanned_by": "Gate 2"
        """;
    answers.put("in", "201 " + checkin);
    answers.put("again", "201 \"entries\": 3, \"passage\": {\"id\": 2}, " + checkin);
    answers.put(
        "already",
        "409 \"code\": \"already_checked_in\", \"seconds_since\": 4000, \"same_token\": false, \"checkin\": {"
            + checkin
            + "}");
    for (String reason :
        List.of(
            "wrong_list",
            "too_early",
            "too_late",
            "revoked",
            "void",
            "blocked",
            "order_not_confirmed",
            "rules",
            "other")) {
      answers.put(
          reason,
          """
          422 "code": "not_admissible", "reason": "%s",
          "admitted_on": [{"id": 2, "name": "Familieneingang/Kinderwagen"}],
          "opens_at": "2099-01-01T10:00:00Z", "closes_at": "2020-01-01T10:00:00Z",
          "explanation": "only once a day", "missing": [{"kind": "at_most",
          "counted": "entries_today", "number": 1, "at": null, "names": [], "days": []}]
          """
              .formatted(reason));
    }
    answers.put("nobody", "404 \"code\": \"not_found\"");
    answers.put("slow", "429 \"code\": \"too_many_requests\"");
    return answers;
  }

  /** Answers a check-in as its code says. */
  private static void answerAsScanned(Page page) {
    page.route(
        Pattern.compile(".*/tickets/.*"),
        route -> {
          // A code that is not in the copy is looked at first.
          boolean look = route.request().method().equals("GET");
          String code = route.request().url().replaceFirst(".*/tickets/([a-z_]+).*", "$1");
          String[] answer =
              look && !code.equals("nobody")
                  ? new String[] {"200", "\"verdict\": \"admissible\", \"order\": null"}
                  : ANSWERS.get(code).split(" ", 2);
          boolean problem = !answer[0].startsWith("2");
          route.fulfill(
              new FulfillOptions()
                  .setStatus(Integer.parseInt(answer[0]))
                  .setContentType(problem ? "application/problem+json" : "application/json")
                  .setBody("{\"request_id\": \"1\", " + answer[1] + "}"));
        });
  }
}
