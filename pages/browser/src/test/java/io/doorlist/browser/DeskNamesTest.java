package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator.WaitForOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Issue 70: guests' names on a laptop are there without a network, and gone when they must be. */
@Tag("long")
class DeskNamesTest extends BrowserTest {
  static final String EVENT = "names";
  static final String DOOR = "91";
  private static final String RARE = "Zerubbabel Quixote";
  private static final String FORGOTTEN = "Mehetabel Vanbrugh";

  static final String LINES =
      """
      {"kind":"event","account":"demo","id":97,"slug":"names","title":"Names",\
      "ticket_types":[{"id":1,"slug":"adult","name":"Adult"}],"desk":{"names_offline":true}}
      {"kind":"checkin_list","account":"demo","event":"names","id":91,"name":"Only door"}
      """;

  /** Lets a test put the clock forward. */
  private static final String CLOCK =
      """
      {
        const now = Date.now.bind(Date);
        globalThis.ahead = Number(new URLSearchParams(location.search).get('ahead') ?? 0);
        Date.now = () => now() + globalThis.ahead;
      }
      """;

  private static final int DAY_AND_A_MINUTE = (int) Duration.ofHours(24).plusMinutes(1).toMillis();

  @TempDir private Path profile;

  @BeforeAll
  static void load() throws IOException {
    host.load(LINES + order(1, RARE) + order(2, FORGOTTEN) + order(3, "Ann Other"));
  }

  private static String order(int id, String name) {
    return """
    {"kind":"order","account":"demo","event":"names","id":%d,"reference":"N%1$d","state":"confirmed",\
    "payment_state":"paid","currency":"EUR","amount":0,"qr_code_identifier":null,\
    "customer":{"first_name":"A","last_name":"B","email":"guest%1$d@example.org"},\
    "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z","tickets":[{"id":%1$d,\
    "reference":"N%1$d-1","state":"valid","name":"%2$s","ticket_type":"adult",\
    "qr_code_identifier":"names-%1$d","created_at":"2026-03-01T10:00:00Z",\
    "updated_at":"2026-03-01T10:00:00Z"}]}
    """
        .formatted(9_700_000 + id, name);
  }

  /** Opens a desk in the profile, and waits until its files have the names. */
  private PhonePage desk(BrowserContext laptop, String name) throws IOException {
    PhonePage desk = PhonePage.of(laptop);
    laptop.addInitScript(CLOCK);
    desk.open(deskLink(name), row(RARE));
    waitForFiles(RARE, true);
    desk.until(DeskOfflineTest.KEPT);
    return desk;
  }

  private static String deskLink(String name) throws IOException {
    return host.link(EVENT, DOOR, "desk", name).replace("/-/scan", "/-/desk");
  }

  private static String row(String name) {
    return ".row:has-text('" + name + "')";
  }

  /** Waits until some file of the profile has a text, or none has. */
  private void waitForFiles(String text, boolean there) {
    Instant latest = Instant.now().plusSeconds(60);
    List<Path> having = having(text);
    while (having.isEmpty() == there) {
      assertTrue(Instant.now().isBefore(latest), having.toString());
      Thread.yield();
      having = having(text);
    }
  }

  private List<Path> having(String text) {
    byte[] narrow = text.getBytes(StandardCharsets.ISO_8859_1);
    byte[] wide = text.getBytes(StandardCharsets.UTF_16LE);
    try (Stream<Path> files = Files.walk(profile)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> has(file, narrow) || has(file, wide))
          .map(profile::relativize)
          .toList();
    } catch (IOException | UncheckedIOException e) {
      // Files come and go.
      return having(text);
    }
  }

  private static boolean has(Path file, byte[] text) {
    try {
      String all = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      return all.contains(new String(text, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void guests_areThereWithoutANetwork_andComeIn() throws Exception {
    try (BrowserContext laptop = Chromium.profile(profile);
        PhonePage desk = desk(laptop, "Names offline")) {
      desk.page.evaluate("() => navigator.serviceWorker.ready");
      PhonePage again = PhonePage.of(laptop);
      laptop.setOffline(true);
      again.open(host.url() + "/-/desk", row("Ann Other"));
      desk.page.close();
      again.page.locator("#field").fill("quix");
      again.waitFor("p:text-is('Guests: 1')");
      again.page.keyboard().press("ArrowDown");
      again.page.keyboard().press("Enter");
      again.waitFor(".guest h2:text-is('" + RARE + "')");
      again.press("Let in");
      again.waitFor(".verdict.in");
      again.waitFor(".guest .came");
      again.page.keyboard().press("Escape");
      again.page.locator(".filters button:text-is('In')").click();
      again.waitFor(row(RARE));

      // A page that is opened again knows it from the queue.
      again.page.close();
      again.newTab();
      again.open(host.url() + "/-/desk", ".row.in:has-text('" + RARE + "')");
      laptop.setOffline(false);
      again.waitFor(".net.online:not(:has-text('to send'))");
    }
    String look = host.get("/demo/names/checkin_lists/91/tickets/names-9700001");
    assertTrue(look.contains("already_checked_in"), look);
  }

  @Test
  void names_areGone_onceTheirTokenIs() throws Exception {
    try (BrowserContext laptop = Chromium.profile(profile);
        PhonePage desk = desk(laptop, "Lost laptop")) {
      host.run("", List.of("token", "revoke", "Lost laptop", "--account=demo"));

      // The gateway may accept it for a minute.
      desk.page.locator(".net.locked").waitFor(new WaitForOptions().setTimeout(120_000));
      assertEquals(0, desk.page.locator(row(RARE)).count());
      waitForFiles(RARE, false);
    }
    assertEquals(List.of(), having(RARE));
  }

  @Test
  void names_areGone_whenTheServiceWasSilentForADay_whileThePageIsOpen() throws Exception {
    try (BrowserContext laptop = Chromium.profile(profile);
        PhonePage desk = desk(laptop, "Silent")) {
      laptop.setOffline(true);
      desk.waitFor(".net.offline");
      desk.page.locator(row(RARE)).click();
      desk.waitFor(".guest h2:text-is('" + RARE + "')");
      desk.page.evaluate("ahead => void (globalThis.ahead = ahead)", DAY_AND_A_MINUTE);

      desk.page.locator(row(RARE)).waitFor(PhonePage.DETACHED);
      desk.page.locator(".guest h2").waitFor(PhonePage.DETACHED);
      waitForFiles(RARE, false);
    }
    assertEquals(List.of(), having(RARE));
  }

  @Test
  void names_areGone_whenThePageIsOpenedADayLater_alsoByTheScanner() throws Exception {
    for (String page : List.of("desk", "scan")) {
      try (BrowserContext laptop = Chromium.profile(profile);
          PhonePage desk = desk(laptop, "Late " + page)) {
        // A browser that was ended may have lost what the worker kept, and keeps it anew.
        desk.until("(page) => caches.match(page).then(Boolean)", page);
        laptop.setOffline(true);
        desk.page.close();
        assertTrue(!having(RARE).isEmpty());
        PhonePage again = PhonePage.of(laptop);
        String waits = page.equals("desk") ? ".net.offline" : ".status.offline";
        again.open(host.url() + "/-/" + page + "?ahead=" + DAY_AND_A_MINUTE, waits);
        assertEquals(0, again.page.locator(row(RARE)).count());
        waitForFiles(RARE, false);
      }
      assertEquals(List.of(), having(RARE));
    }
  }

  @Test
  void names_areGone_withThePairing() throws Exception {
    try (BrowserContext laptop = Chromium.profile(profile);
        PhonePage desk = desk(laptop, "First owner")) {
      desk.page.navigate("about:blank");
      desk.open(
          deskLink("Second owner").replace("event=names&list=91", "event=fair&list=71"), "#field");
      desk.waitFor(row("Dora Duo"));
      waitForFiles(RARE, false);

      desk.page.navigate("about:blank");
      desk.open(deskLink("Third owner"), row(RARE));
      waitForFiles(RARE, true);
      desk.open(host.url() + "/-/scan", ".status");
      desk.choose("Forget this phone");
      desk.press("Erase");
      desk.waitFor("h1:has-text('Forgotten')");
      waitForFiles(RARE, false);
    }
    assertEquals(List.of(), having(RARE));
  }

  @Test
  void whoeverIsForgotten_isForgottenByTheLaptopToo() throws Exception {
    try (BrowserContext laptop = Chromium.profile(profile);
        PhonePage desk = desk(laptop, "Forgets one")) {
      desk.waitFor(row(FORGOTTEN));
      waitForFiles(FORGOTTEN, true);
      host.run("", List.of("forget", "--account=demo", "--email=guest9700002@example.org"));

      desk.page.locator(row(FORGOTTEN)).waitFor(PhonePage.DETACHED);
      waitForFiles(FORGOTTEN, false);
      waitForFiles(RARE, true);
    }
    assertEquals(List.of(), having(FORGOTTEN));
  }
}
