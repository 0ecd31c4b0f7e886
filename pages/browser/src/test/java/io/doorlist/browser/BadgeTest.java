package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.NotFoundException;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.Page.PdfOptions;
import com.microsoft.playwright.options.ColorScheme;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Issue 70: badges, which the browser prints. */
@Tag("long")
class BadgeTest extends BrowserTest {
  /** The sizes by their names, in millimetres. */
  private static final Map<String, int[]> SIZES = sizes();

  /** Counts instead of printing. */
  private static final String COUNT =
      "globalThis.prints = 0; globalThis.print = () => void globalThis.prints++;";

  /** Closes the window, and a key that is pressed there would have no answer. */
  static final String ESCAPE =
      """
      () => void setTimeout(() => document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'})))
      """;

  /** What the desk says beside a guest who has a badge, and in the history. */
  private static final String PRINTED = ".guest > p:has-text('Badge printed')";

  private static final String HISTORY = ".recent li:has-text('Badge printed')";

  private static final Pattern MEDIA_BOX =
      Pattern.compile("/MediaBox \\[0 0 ([\\d.]+) ([\\d.]+)\\]");

  /** Hands the page a badge, as the desk does. */
  private static final String HAND =
      """
      ([badge, size, language, theme]) => new BroadcastChannel('doorlist-badge').postMessage(
          {kind: 'guest', badge, chosen: {size, auto: false}, language, theme})
      """;

  /** Returns the texts of the badge that are beside their places. */
  private static final String BESIDE =
      """
      () => {
        const badge = document.querySelector('.badge').getBoundingClientRect();
        return [...document.querySelectorAll('.badge > p')].filter((each) => {
          const range = document.createRange();
          range.selectNodeContents(each);
          const place = each.getBoundingClientRect();
          return each.textContent.trim() && [...range.getClientRects()].some((line) =>
              line.left < place.left - 1 || line.right > place.right + 1 || place.top < badge.top - 1
              || line.top + line.height / 5 < place.top || line.bottom - line.height / 5 > place.bottom
              || place.bottom > badge.bottom + 1 || place.right > badge.right + 1);
        }).map((each) => `${each.className} ${each.style.fontSize}: ${each.textContent}`);
      }
      """;

  private static Map<String, int[]> sizes() {
    Map<String, int[]> sizes = new LinkedHashMap<>();
    sizes.put("62x100", new int[] {62, 100});
    sizes.put("62x29", new int[] {62, 29});
    sizes.put("86x54", new int[] {86, 54});
    sizes.put("a6", new int[] {105, 148});
    return sizes;
  }

  private static PhonePage desk(String role, String name) throws Exception {
    PhonePage desk = PhonePage.on(browser, 1280, 800, ColorScheme.LIGHT);
    desk.phone.addInitScript(COUNT);
    desk.open(link(Fair.MAIN, role, name).replace("/-/scan", "/-/desk"), "#field");
    return desk;
  }

  /** Adds somebody by the form. */
  private static void add(PhonePage desk, String name, String company, boolean in) {
    desk.waitFor("button.add");
    desk.page.locator("button.add").press("Enter");
    desk.page.locator("[name=name]").fill(name);
    desk.page.locator("[name=company]").fill(company);
    desk.page.locator("[name=in]").setChecked(in);
    desk.page.locator("[name=name]").press("Enter");
    desk.waitFor(".guest h2:text-is('" + name + "')");
  }

  /** Opens a guest of the list. */
  private static void open(PhonePage desk, String name) {
    desk.page.locator("#field").fill(name);
    desk.page.locator(".row:has(b:text-is('" + name + "'))").click();
    desk.waitFor(".guest h2:text-is('" + name + "')");
  }

  /** Presses the button of the open guest; returns the page that prints. */
  private static Page badge(PhonePage desk) {
    Page badge =
        desk.phone.waitForPage(
            () -> desk.page.locator("button:text-is('Print badge')").press("Enter"));
    badge.waitForFunction("() => globalThis.prints === 1");
    return badge;
  }

  private static String read(Page badge) throws Exception {
    byte[] png = badge.locator(".badge .picture").screenshot();
    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
    int width = picture.getWidth();
    int height = picture.getHeight();
    int[] pixels = picture.getRGB(0, 0, width, height, null, 0, width);
    RGBLuminanceSource source = new RGBLuminanceSource(width, height, pixels);
    try {
      return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
    } catch (NotFoundException e) {
      throw new AssertionError("no code on the badge", e);
    }
  }

  @Test
  void badge_hasNameCompanyTypeAndCode_onOnePageOfItsSize_byKeyboard() throws Exception {
    try (PhonePage desk = desk("desk", "Desk with a printer")) {
      add(desk, "Berta Badge", "Badge & Sons", false);
      Page badge = badge(desk);

      assertEquals("Berta Badge", badge.locator(".badge .name").innerText());
      assertEquals("Badge & Sons", badge.locator(".badge .company").innerText());
      assertEquals("Adult", badge.locator(".badge .type").innerText());
      String code = badge.locator(".badge .code").innerText();
      assertEquals(8, code.split(" ").length, code);
      assertEquals(code.replace(" ", ""), read(badge));
      assertEquals("Print", badge.evaluate("document.activeElement.innerText"));
      for (Map.Entry<String, int[]> size : SIZES.entrySet()) {
        badge.locator("select").selectOption(size.getKey());
        assertEquals(List.of(points(size.getValue())), pages(printed(badge)), size.getKey());
        assertEquals(code.replace(" ", ""), read(badge), size.getKey());
      }
      badge.waitForClose(() -> badge.evaluate(ESCAPE));

      // The laptop knows the size from now on, and the badge of a new code has that.
      desk.page.locator("button:text-is('New code')").press("Enter");
      desk.waitFor(".edit .main");
      desk.page.keyboard().press("Enter");
      desk.waitFor(".edit svg.qr");
      desk.page.locator(".edit button").press("Enter");
      Page second = badge(desk);
      assertEquals("a6", second.locator("select").inputValue());
      assertTrue(!read(second).equals(code.replace(" ", "")));
    }
  }

  @Test
  void sizeOfTheOrganiser_isTypedAsInCss_andKept() throws Exception {
    try (PhonePage desk = desk("desk", "Desk with its own paper")) {
      add(desk, "Olaf Own", "", false);
      Page badge = badge(desk);
      badge.locator("select").selectOption("own");
      assertEquals(List.of(points(new int[] {90, 55})), pages(printed(badge)));
      for (String text :
          List.of("101.6mm 76.2mm", "4in 3in", "4 in \u00D7 3 in", "10,16cm x 76.2")) {
        badge.locator("[name=own]").fill(text);
        assertEquals("", badge.locator(".problem").innerText(), text);
        assertEquals(List.of("288 x 216"), pages(printed(badge)), text);
      }
      for (String text : List.of("", "4in", "4in 3", "10mm 20mm", "90mm 55mm 3mm", "1e3mm 90mm")) {
        badge.locator("[name=own]").fill(text);
        assertEquals("Write it like 90mm 55mm.", badge.locator(".problem").innerText(), text);
        assertEquals(List.of("288 x 216"), pages(printed(badge)), text);
      }
      badge.locator("[name=own]").fill("100mm 40mm");
      badge.waitForClose(() -> badge.evaluate(ESCAPE));

      Page next = badge(desk);
      assertEquals("100mm 40mm", next.locator("[name=own]").inputValue());
      assertEquals(List.of(points(new int[] {100, 40})), pages(printed(next)));
    }
  }

  @Test
  void codeOfAShop_isPrintedAsItIs() throws Exception {
    String code = Fair.unused();
    try (PhonePage desk = desk("desk", "Desk with a shop's codes")) {
      open(desk, Fair.name(code));
      Page badge = badge(desk);
      assertEquals(code, badge.locator(".badge .code").innerText());
      assertEquals(code, read(badge));
    }
  }

  @Test
  void badge_isOnRecord_atEveryDesk_alsoWithoutANetwork() throws Exception {
    String name = Fair.name(Fair.unused());
    try (PhonePage desk = desk("desk", "Desk that has printed");
        PhonePage other = desk("desk", "Desk that has not")) {
      for (PhonePage each : List.of(desk, other)) {
        open(each, name);
        assertEquals(0, each.page.locator(PRINTED).count());
      }
      Page badge = badge(desk);
      desk.waitFor(PRINTED);
      desk.waitFor(".recent li:has-text('Badge printed'):has-text('Desk that has printed')");
      other.waitFor(PRINTED);
      // The dialog may be opened again, which is another badge.
      badge.locator("button.main").click();
      desk.page.waitForCondition(() -> desk.page.locator(HISTORY).count() == 2);

      other.until(DeskOfflineTest.KEPT);
      other.phone.setOffline(true);
      other.waitFor(".net.offline");
      badge(other);
      other.waitFor(".net:has-text('1 to send')");
      other.phone.setOffline(false);
      other.waitFor(".net.online:not(:has-text('to send'))");
      desk.page.keyboard().press("Escape");
      open(desk, name);
      desk.waitFor(".recent li:has-text('Badge printed'):has-text('Desk that has not')");
      assertEquals(3, desk.page.locator(HISTORY).count());
    }
  }

  private static byte[] printed(Page badge) {
    return badge.pdf(new PdfOptions().setPreferCSSPageSize(true));
  }

  /** Returns a size in points, as {@link #pages} does. */
  private static String points(int[] millimetres) {
    return Math.round(millimetres[0] * 72 / 25.4) + " x " + Math.round(millimetres[1] * 72 / 25.4);
  }

  /** Returns how large the pages of a PDF are. */
  private static List<String> pages(byte[] pdf) {
    Matcher box = MEDIA_BOX.matcher(new String(pdf, StandardCharsets.ISO_8859_1));
    return box.results()
        .map(
            each ->
                Math.round(Double.parseDouble(each.group(1)))
                    + " x "
                    + Math.round(Double.parseDouble(each.group(2))))
        .toList();
  }

  @Test
  void badge_printedWithoutANetwork_opensAnotherGateAfterwards() throws Exception {
    try (PhonePage desk = desk("desk", "Printer without a network");
        PhonePage gate = phone("Gate of badges")) {
      desk.until(DeskOfflineTest.KEPT);
      desk.phone.setOffline(true);
      desk.waitFor(".net.offline");
      add(desk, "Otto Onpaper", "", false);
      Page badge = badge(desk);
      String code = read(badge);
      assertEquals("Otto Onpaper", badge.locator(".badge .name").innerText());
      badge.close();
      desk.phone.setOffline(false);
      desk.waitFor(".net.online:not(:has-text('to send'))");

      gate.expect("in", code, "Otto Onpaper");
    }
  }

  @Test
  void whoeverComesIn_getsABadge_ifThisDeviceDoesSo_alsoAfterAReload() throws Exception {
    try (PhonePage desk = desk("desk", "Desk that prints by itself")) {
      add(desk, "Paul Printed", "", false);
      Page badge = badge(desk);
      badge.locator("[type=checkbox]").check();
      desk.waitFor(PRINTED);
      desk.page.locator(".guest > .actions button:text-is('Let in')").click();
      desk.waitFor(".guest .came");

      desk.page.reload();
      desk.waitFor("#field");
      add(desk, "Petra Printed", "Printers", true);
      // Who has a badge gets no other one without being asked.
      badge.waitForFunction("() => globalThis.prints === 2");
      assertEquals("Petra Printed", badge.locator(".badge .name").innerText());

      // Without the window another one opens.
      badge.close();
      desk.page.keyboard().press("Escape");
      Page anew = desk.phone.waitForPage(() -> add(desk, "Pit Printed", "", true));
      anew.waitForFunction("() => globalThis.prints === 1");
      assertEquals("Pit Printed", anew.locator(".badge .name").innerText());
      anew.locator("[type=checkbox]").uncheck();
      desk.page.keyboard().press("Escape");
      add(desk, "Pia Paperless", "", true);
      assertEquals("Pit Printed", anew.locator(".badge .name").innerText());
      anew.reload();
      anew.locator("p:has-text('Open a guest at the desk')").waitFor();
      assertEquals(0, anew.locator(".badge").count());
    }
  }

  @Test
  void scanner_printsNoBadge() throws Exception {
    String code = Fair.unused();
    try (PhonePage desk = desk("scanner", "Scanner at the desk")) {
      desk.type(code);
      desk.waitFor(".guest .actions");
      assertEquals(0, desk.page.locator("button:text-is('Print badge')").count());
    }
    try (PhonePage desk = desk("desk", "Desk at the desk")) {
      desk.type(code);
      desk.waitFor(".guest button:text-is('Print badge')");
    }
  }

  /** In each language, in every size, whatever the name, and on any screen. */
  @ParameterizedTest
  @FieldSource("io.doorlist.browser.Gallery#LANGUAGES")
  void texts_areReadable_andFit(String language) {
    List<List<String>> guests =
        List.of(
            List.of("Bo", "", "VIP"),
            List.of("Maximiliane-Alexandra von und zu Hohenlohe", "Donaudampfschiffahrt", "Adult"),
            List.of("W".repeat(200), "M".repeat(200), "Y".repeat(60)),
            List.of("山田 花子", "株式会社東京イベント企画", "一般"),
            List.of("عبد الرحمن بن عبد العزيز", "شركة الفعاليات", "زائر"));
    try (PhonePage desk = PhonePage.on(browser, 320, 640, ColorScheme.LIGHT)) {
      desk.phone.addInitScript(COUNT);
      desk.open(host.url() + "/-/badge", ".controls");
      PhonePage other = desk.tab(host.url() + "/-/badge", ".controls");
      other.page.close();
      other.newTab();
      other.page.navigate(host.url() + "/-/app.webmanifest");
      int prints = 0;
      for (List<String> guest : guests) {
        double largest = 0;
        for (String size : SIZES.keySet()) {
          Map<String, Object> badge = new LinkedHashMap<>();
          badge.put("name", guest.get(0));
          badge.put("company", guest.get(1).isEmpty() ? null : guest.get(1));
          badge.put("type", guest.get(2));
          badge.put("code", "ABCDEFGH".repeat(4));
          other.page.evaluate(HAND, List.of(badge, size, language, "auto"));
          prints++;
          desk.page.waitForFunction("(n) => globalThis.prints === n", prints);
          assertEquals(List.of(), desk.page.evaluate(BESIDE), size);
          largest = Math.max(largest, letters(desk.page));
        }
        assertTrue(largest > 20 || guest.get(0).length() > 100, guest + " " + largest);
      }
      assertEquals(language, desk.page.getAttribute("html", "lang"));
      for (ColorScheme scheme : Stream.of(ColorScheme.values()).limit(2).toList()) {
        desk.page.emulateMedia(new EmulateMediaOptions().setColorScheme(scheme));
        for (int[] screen : new int[][] {{320, 640}, {206, 640}, {1600, 900}}) {
          desk.page.setViewportSize(screen[0], screen[1]);
          AccessibilityTest.check(desk.page, scheme + " " + screen[0]);
          assertEquals(List.of(), desk.page.evaluate(LanguagesTest.CLIPPED));
        }
      }
    }
  }

  private static double letters(Page badge) {
    return ((Number)
            badge.evaluate(
                "parseFloat(getComputedStyle(document.querySelector('.badge .name')).fontSize)"))
        .doubleValue();
  }
}
