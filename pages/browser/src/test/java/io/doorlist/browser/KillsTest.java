package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.PlaywrightException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Issue 68: the browser is killed with all of its processes, at moments that are drawn from a seed,
 * and starts again with what its database has. Whoever was shown as in is in, once.
 */
@Tag("long")
@Timeout(300)
class KillsTest extends BrowserTest {
  private static final String EVENT = "kills";
  private static final String LIST = "91";
  private static final int GUESTS = 200;
  private static final int LIVES = 14;
  private static final String SCANS = "^POST .*/checkins";

  /** Each run has guests of its own. */
  private static final AtomicInteger guests = new AtomicInteger();

  /** When a life ends. */
  private enum Moment {
    /** So many milliseconds after the scan began. */
    AFTER_THE_SCAN,

    /** When the service is about to hear of the scan. */
    ASKED,

    /** When the service has answered, and so many milliseconds later. */
    ANSWERED,

    /** While the copy decides. */
    ALONE,

    /** When the service is about to hear of what the copy decided. */
    TOLD,

    /** When the service has taken what the copy decided. */
    TAKEN,

    /** While staff take a scan back. */
    TAKING_BACK
  }

  @TempDir private Path folder;

  private final Random random = new Random(68);
  private final Set<String> in = new LinkedHashSet<>();
  private final Set<String> out = new LinkedHashSet<>();

  /** Whose scan, or undo, was underway when the browser was killed. */
  private final List<String> doubtful = new ArrayList<>();

  private int comeIn;

  @BeforeAll
  static void load() throws Exception {
    StringBuilder lines = new StringBuilder();
    lines.append(
        """
        {"kind":"event","account":"demo","id":79,"slug":"kills","title":"Kills","ticket_types":[\
        {"id":1,"slug":"adult","name":"Adult"}]}
        {"kind":"checkin_list","account":"demo","event":"kills","id":91,"name":"Door","ticket_types":["adult"]}
        """);
    for (int i = 0; i < GUESTS; i++) {
      lines.append(
          """
          {"kind":"order","account":"demo","event":"kills","id":%d,"reference":"K%1$d",\
          "state":"confirmed","payment_state":"paid","currency":"EUR","amount":0,\
          "qr_code_identifier":null,"customer":{"first_name":"Grace","last_name":"Buyer",\
          "email":"grace@example.org"},"created_at":"2026-03-01T10:00:00Z",\
          "updated_at":"2026-03-01T10:00:00Z","tickets":[{"id":%1$d,"reference":"K-%1$d",\
          "state":"valid","name":"Guest %1$d","ticket_type":"adult",\
          "qr_code_identifier":"kills-%d","created_at":"2026-03-01T10:00:00Z",\
          "updated_at":"2026-03-01T10:00:00Z"}]}
          """
              .formatted(97_000_000 + i, i));
    }
    host.load(lines.toString());
  }

  @Test
  void whoeverWasShownAsIn_isInOnce_wheneverTheBrowserIsKilled() throws Exception {
    String list = "/demo/" + EVENT + "/checkin_lists/" + LIST;
    int before = DemoHost.number("checked_in_count", host.get(list));
    try (Network network = new Network(host.url())) {
      String link = network.link(host.link(EVENT, LIST, "scanner", "Killed"));
      for (int life = 0; life < LIVES; life++) {
        Moment moment = Moment.values()[life % Moment.values().length];
        live(network, life == 0 ? link : network.link(host.url() + "/-/scan"), moment);
        network.passes();
      }
      PhonePage last = open(network.link(host.url() + "/-/scan"));
      settleDoubts(last);
      last.waitUntilSent();
      last.page.waitForCondition(() -> last.kept("queue") == 0);
      assertEquals(0, last.kept("doubles"));
      last.close();
    }

    // At least whoever was killed before the answer came.
    assertTrue(comeIn > 0, "every scan was shown before the browser was killed");
    for (String code : in) {
      assertTrue(lookAt(code).contains("already_checked_in"), code);
    }
    for (String code : out) {
      assertTrue(lookAt(code).contains("\"verdict\":\"admissible\""), code);
    }
    assertEquals(before + in.size(), DemoHost.number("checked_in_count", host.get(list)));
    String open = host.get(list + "/log?open=true");
    assertTrue(open.contains("\"log\":[]"), open);
  }

  private PhonePage open(String link) {
    PhonePage phone = PhonePage.of(Chromium.profile(folder));
    phone.open(link, PhonePage.COPY);
    return phone;
  }

  /** Opens the page as it was left, scans, and kills the browser at a moment. */
  private void live(Network network, String link, Moment moment) throws Exception {
    PhonePage phone = open(link);
    settleDoubts(phone);
    if (!in.isEmpty()) {
      phone.expect("already", List.copyOf(in).get(random.nextInt(in.size())));
    }
    int more = random.nextInt(2);
    boolean alone = moment == Moment.ALONE || moment == Moment.TOLD || moment == Moment.TAKEN;
    if (alone) {
      network.answers(SCANS, 502, "");
    }
    for (int i = 0; i < more + (alone ? 1 : 0); i++) {
      letIn(phone, next());
    }
    CompletableFuture<Void> killed = new CompletableFuture<>();
    int millis = random.nextInt(moment == Moment.AFTER_THE_SCAN ? 200 : 40);
    Runnable kill =
        () -> {
          pause(millis);
          Chromium.kill(folder);
          killed.complete(null);
        };
    String code = next();
    try {
      switch (moment) {
        case AFTER_THE_SCAN, ALONE -> {
          phone.dismiss();
          Thread.startVirtualThread(kill);
          letIn(phone, code);
        }
        case ASKED, ANSWERED -> {
          network.once("^POST .*/" + code + "/checkins", moment == Moment.ANSWERED, kill);
          letIn(phone, code);
        }
        case TOLD, TAKEN -> {
          network.once("^POST .*/" + LIST + "/checkins", moment == Moment.TAKEN, kill);
          network.passes();
          letIn(phone, code);
        }
        case TAKING_BACK -> {
          letIn(phone, code);
          in.remove(code);
          doubtful.add(code);
          Thread.startVirtualThread(kill);
          phone.undo();
          doubtful.remove(code);
          out.add(code);
        }
      }
      killed.get(30, TimeUnit.SECONDS);
    } catch (PlaywrightException e) {
      killed.get(30, TimeUnit.SECONDS);
    } finally {
      closeDead(phone);
    }
  }

  private String next() {
    return "kills-" + guests.getAndIncrement();
  }

  /** Lets somebody in; if the browser ends meanwhile, nobody knows what was shown last. */
  private void letIn(PhonePage phone, String code) {
    doubtful.add(code);
    phone.expect("in", code);
    doubtful.remove(code);
    in.add(code);
  }

  /** Scans whoever was scanned when the browser was killed: they come in, or are in already. */
  private void settleDoubts(PhonePage phone) {
    for (String code : doubtful) {
      String kind = phone.scan(code);
      assertTrue(List.of("in", "already").contains(kind), () -> code + " is " + kind);
      comeIn += kind.equals("in") ? 1 : 0;
      in.add(code);
    }
    doubtful.clear();
  }

  private static void pause(int millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void closeDead(PhonePage phone) {
    try {
      phone.phone.close();
    } catch (PlaywrightException e) {
      // It is dead.
    }
  }

  private static String lookAt(String code) {
    return host.get("/demo/" + EVENT + "/checkin_lists/" + LIST + "/tickets/" + code);
  }
}
