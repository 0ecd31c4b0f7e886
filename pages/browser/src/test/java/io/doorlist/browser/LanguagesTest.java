package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser.NewContextOptions;
import io.doorlist.door.Reason;
import io.doorlist.door.rules.UnmetRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The words of the pages: all there, all used, none cut off. */
@Tag("long")
class LanguagesTest extends BrowserTest {
  private static final Path WEB = Path.of("..", "src", "main", "web");
  private static final Pattern DYNAMIC = Pattern.compile("(reason|role|theme)_.*");

  /**
   * Compares every language with English: the same words in the same file with the same places, and
   * a form for each plural of whole numbers up to 1,000. One form is enough where nouns do not
   * change (Japanese, Turkish), where a colon sets the number apart, and in the words that are
   * listed.
   */
  private static final String WRONG =
      """
      async () => {
        const {LANGUAGES} = await load('language.js');
        const words = async (file, language) => (await load(`${file}-${language}.js`)).default;
        const forms = (word) => typeof word === 'string' ? [word] : Object.values(word);
        const unchanged = new Set(`manyIn letManyIn ofIn cameOf busiest toSend roomFor peakWas aMinute arrivals
            pageOf twice notThere atMostEntries atMostToday atMostDays atLeastEntries atLeastDays
            groupTooMany partOfGroup groupInside letManyOut`.split(/\\s+/));
        const unchangedIn = {left: 'en de nl fr', groupLeft: 'en de nl fr', moreOfGroup: 'en', doubles: 'en de nl'};
        const oneForm = (language, word, said) => ['ja', 'tr'].includes(language) || unchanged.has(word)
            || (unchangedIn[word] ?? '').split(' ').includes(language) || /: \\{n\\}\\W*$/.test(said);
        const places = (form) => new Set([...form.matchAll(/\\{(\\w+)\\}/g)].map((each) => each[1]));
        const shared = await words('words', 'en');
        const english = {...shared, ...await words('desk-words', 'en')};
        const wrong = [];
        for (const language in LANGUAGES) {
          const everywhere = await words('words', language);
          const desk = await words('desk-words', language);
          const own = {...everywhere, ...desk};
          const plurals = new Intl.PluralRules(language);
          const needed = new Set(['other', ...Array.from({length: 1001}, (_, n) => plurals.select(n))]);
          for (const word of new Set([...Object.keys(english), ...Object.keys(own)])) {
            const say = (what) => wrong.push(`${language} ${word}: ${what}`);
            if (!own[word] || !english[word]) {
              say('missing or too much');
              continue;
            }
            const apart = (word in everywhere) === (word in shared) && (word in desk) !== (word in shared);
            if (!apart) say('in the wrong file');
            const all = places(forms(english[word]).join());
            for (const form of forms(own[word])) {
              if (!form.trim() || [...places(form)].some((place) => !all.has(place))) say(form);
              for (const place of all) if (place !== 'n' && !places(form).has(place)) say(place);
            }
            if (typeof own[word] === 'string') {
              if (all.has('n') && !oneForm(language, word, own[word])) say('one form for all numbers');
            } else {
              for (const form of needed) if (!own[word][form]) say(form);
              for (const form in own[word]) if (!needed.has(form)) say(form);
            }
          }
        }
        return wrong;
      }
      """;

  /**
   * Returns texts that do not fit their boxes, a box that clips them, or the screen. What can be
   * scrolled to is not cut off, but only tables may be wider than the screen.
   */
  static final String CLIPPED =
      """
      () => {
        const wide = document.documentElement.scrollWidth > innerWidth;
        const wrong = wide ? [`${innerWidth} ${document.documentElement.lang} too wide`] : [];
        for (const each of document.querySelectorAll('main *')) {
          const texts = [...each.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
          const box = each.getBoundingClientRect();
          if (!texts.length || !box.width || each.closest('.hidden-words, [inert], option')) continue;
          const style = getComputedStyle(each);
          const size = parseFloat(style.fontSize);
          const said = each.textContent.trim();
          const say = (what) => wrong.push(`${innerWidth} ${document.documentElement.lang} ${what}: ${said}`);
          if (style.display !== 'inline'
              && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + size / 2)) {
            say('too large for its box');
          }
          const range = document.createRange();
          texts.forEach((text) => {
            range.selectNodeContents(text);
            for (const line of range.getClientRects()) {
              if (!each.closest('.wide, .scroll') && (line.left < -2 || line.right > innerWidth + 2)) say('beside the screen');
              const top = line.top + line.height / 5;
              const bottom = line.bottom - line.height / 5;
              for (let around = each; around !== document.body; around = around.parentElement) {
                const {overflowY, position} = getComputedStyle(around);
                const outer = around.getBoundingClientRect();
                const clips = overflowY === 'hidden' || overflowY === 'clip';
                const beside = line.left < outer.left - 2 || line.right > outer.right + 2;
                if (clips && (beside || top < outer.top || bottom > outer.bottom)) say('cut off');
                if (overflowY === 'auto' || overflowY === 'scroll') break;
                if (position === 'fixed' && (top < 0 || bottom > innerHeight)) say('off the screen');
              }
            }
          });
        }
        for (const each of document.querySelectorAll('input[placeholder]')) {
          each.value = each.placeholder;
          const plain = innerWidth >= 320 && !document.adoptedStyleSheets.length && !each.closest('[inert]');
          if (plain && each.scrollWidth > each.clientWidth + 1) {
            wrong.push(`${innerWidth} ${document.documentElement.lang} cut off: ${each.placeholder}`);
          }
          each.value = '';
        }
        return [...new Set(wrong)];
      }
      """;

  /** What WCAG 1.4.12 lets readers set. */
  private static final String SPACED =
      """
      () => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`p { margin-bottom: 2em !important }
            * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }`);
        document.adoptedStyleSheets = [sheet];
      }
      """;

  /** Verdicts that the gallery lacks. */
  private static final String VERDICTS =
      """
      async () => {
        const {say} = await load('language.js');
        const all = Object.keys((await load('words-en.js')).default);
        const words = new Set(gallery.words);
        return all.slice(0, all.indexOf('notThisDoor')).filter((word) => !words.has(say(word, {n: 3})));
      }
      """;

  private static final String RULES =
      """
      async () => {
        const {wanted, missing} = await load('rules.js');
        const {say, speak} = await load('language.js');
        await speak('de');
        const one = (kind, more) => ({kind, counted: null, number: null, at: null, names: [], days: [], ...more});
        const daily = one('at_most', {counted: 'entries_today', number: 1});
        const gate = one('gate', {names: ['Nord']});
        const late = one('within', {counted: 'minutes_since_last_entry', number: 30});
        const weekend = one('weekday', {days: [6, 7]});
        const since = one('at_most', {counted: 'entries_since', number: 3, at: '1970-01-01T18:00:00Z'});
        const open = one('from', {at: '1970-01-01T18:00:00Z'});
        const alone = ['at_most', 'entries_today', '1', '', '', ''].join('\\u001f')
            + '\\u001e' + ['gate', '', '', '', 'Nord', ''].join('\\u001f');
        return [[daily], [late], [weekend], [gate], [since], [open], missing(alone), [one('newer')]]
            .map((each) => (wanted(each) ?? 'nichts').replace(/\\s/g, ' ')).concat(say('from', {time: '6 p.m.'}));
      }
      """;

  private static final String TIMES =
      """
      async (languages) => {
        const {speak, time} = await load('language.js');
        const wrong = [];
        for (const language of languages) {
          await speak(language);
          const today = time(new Date().setHours(7, 3));
          const tomorrow = new Date();
          tomorrow.setDate(tomorrow.getDate() + 1);
          for (const other of [time(tomorrow.setHours(7, 3)), time(new Date(2020, 0, 1, 7, 3))]) {
            const comma = other.includes(',') && ['ar', 'ja', 'tr'].includes(language);
            const both = other.includes(today) && other.replace(today, '').match(/\\d/);
            if (comma || !both) wrong.push(`${today} | ${other}`);
          }
        }
        return wrong;
      }
      """;

  private static final String WITHOUT_WORDS =
      """
      async (kinds) => {
        const {wanted} = await load('rules.js');
        const counted = (kind) =>
            kind === 'within' || kind === 'after' ? 'minutes_since_first_entry' : 'entries';
        return kinds.filter((kind) =>
            !wanted([{kind, counted: counted(kind), number: 2, at: 0, names: ['A', 'B'], days: [1]}]));
      }
      """;

  /**
   * A clock looks the same today and on another day, and Arabic has its own comma. Rules are those
   * of the server's answers and what the phone decides alone.
   */
  @Test
  void everyLanguage_hasAllWords_forAllThatRulesWant_andTimesInItsForm() {
    List<String> kinds = Stream.of(UnmetRule.Kind.values()).map(UnmetRule.Kind::word).toList();
    try (PhonePage phone = PhonePage.with(browser, new NewContextOptions().setTimezoneId("UTC"))) {
      phone.open(host.url() + "/-/scan", "h1:has-text('Pair this phone')");

      assertEquals(List.of(), phone.page.evaluate(WRONG));
      assertEquals(List.of(), phone.page.evaluate(WITHOUT_WORDS, kinds));
      assertEquals(List.of(), phone.page.evaluate(TIMES, Gallery.LANGUAGES));
      assertEquals(
          List.of(
              "Nur einmal am Tag.",
              "Nur bis 30 Min. nach dem letzten Einlass.",
              "Nur an diesen Tagen: Samstag oder Sonntag.",
              "Nur durch diesen Eingang: Nord.",
              "Einlässe: höchstens 3. Gezählt ab 1. Jan. 1970, 18:00.",
              "Ab 1. Jan. 1970, 18:00.",
              "Nur einmal am Tag. Nur durch diesen Eingang: Nord.",
              "nichts",
              "Ab 6 p.m."),
          phone.page.evaluate(RULES));
    }
  }

  @Test
  void everyWord_isUsed_andEveryReasonHasOne() throws IOException {
    String sources = "";
    String desk = "";
    try (Stream<Path> files = Files.list(WEB)) {
      for (Path each : files.filter(file -> file.toString().endsWith(".js")).toList()) {
        String name = each.getFileName().toString();
        if (name.matches("(desk|guests)(-(?!words).*)?\\.js")) {
          desk += Files.readString(each);
        } else if (!name.matches("(desk-)?words-.*|sw\\.js")) {
          sources += Files.readString(each);
        }
      }
    }
    for (String word : words("desk-words-en.js")) {
      assertTrue(desk.contains('"' + word + '"'), word);
      assertFalse(sources.contains('"' + word + '"'), () -> word + " is not the desk's alone");
    }
    sources += desk;
    List<String> words = words("words-en.js");
    for (String word : words) {
      boolean used = sources.contains('"' + word + '"') || DYNAMIC.matcher(word).matches();
      assertTrue(used, word);
    }
    for (Reason reason : Reason.values()) {
      assertTrue(words.contains("reason_" + reason.word()), reason.word());
    }
  }

  private static List<String> words(String file) throws IOException {
    return Files.readAllLines(WEB.resolve(file)).stream()
        .filter(line -> line.matches("  \\w+: .*"))
        .map(line -> line.strip().split(":")[0])
        .toList();
  }

  /** On phones, at half of 412 as a text of 200 % leaves it, lying, and widely spaced. */
  @ParameterizedTest
  @FieldSource("io.doorlist.browser.Gallery#LANGUAGES")
  void noText_isClipped(String language) {
    int[][] sizes = {{206, 640}, {640, 360}, {320, 640}, {390, 844}};
    Set<Object> clipped = new LinkedHashSet<>();
    try (Gallery gallery = Gallery.open(browser, host, language, new NewContextOptions())) {
      assertEquals(List.of(), gallery.phone.page.evaluate(VERDICTS));
      for (int[] size : sizes) {
        gallery.phone.page.setViewportSize(size[0], size[1]);
        clipped.addAll(gallery.check(CLIPPED));
      }
      gallery.phone.page.evaluate(SPACED);
      clipped.addAll(gallery.check(CLIPPED));
    }
    try (PhonePage phone = PhonePage.with(browser, new NewContextOptions().setLocale(language))) {
      Map<String, String> pages = new LinkedHashMap<>();
      pages.put(host.link("scanner"), ".status");
      pages.put(host.link("board"), ".lists");
      pages.put(host.link("tickets"), ".qr");
      pages.put(host.link("desk"), "#field");
      pages.put(host.url() + "/-/badge", ".controls");
      pages.put(host.link("board").replace("/-/board", "/-/board?evening"), ".date");
      for (Map.Entry<String, String> page : pages.entrySet()) {
        phone.open(page.getKey(), page.getValue());
        for (int[] size : sizes) {
          phone.page.setViewportSize(size[0], size[1]);
          for (Object each : (List<?>) phone.page.evaluate(CLIPPED)) {
            clipped.add(page.getValue() + " " + each);
          }
        }
        assertEquals(language, phone.page.getAttribute("html", "lang"));
        assertEquals(language.equals("ar") ? "rtl" : "ltr", phone.page.getAttribute("html", "dir"));
      }
    }
    assertEquals("", String.join("\n", clipped.stream().map(Object::toString).toList()));
  }
}
