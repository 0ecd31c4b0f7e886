package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A scan has one end (issue 36): nobody is sent away whom the server lets in behind the volunteer's
 * back. The library's tests go through the order of all that may happen.
 */
@Tag("long")
class OneEndInBrowserTest extends BrowserTest {
  private static final String COPY = "^GET .*/door\\b";
  private static final String CHECKIN = "^POST .*/tickets/fair-late-\\d+/checkins";

  @Test
  void lateAnswer_isUndone_whenTheVolunteerHasGoneOn() throws Exception {
    try (Network network = new Network(host.url());
        PhonePage phone = phone(network, "Late 1")) {
      String code = askedAbout(network, phone, 1);

      phone.expect("in", Fair.unused());
      network.releases();

      phone.page.waitForCondition(() -> look(code).contains("\"verdict\":\"admissible\""));
      phone.waitUntilSent();
      phone.expect("in", code);
    }
  }

  /** The scan of the page before has let them in: it goes before, in the same request. */
  @Test
  void whoeverWasAskedAboutWhenThePageDied_comesInByTheNextScan() throws Exception {
    try (Network network = new Network(host.url());
        PhonePage phone = phone(network, "Died")) {
      String code = Fair.unused();
      int before = in();
      network.holds("/tickets/" + code + "/checkins");
      phone.page.waitForRequest(
          request -> request.url().contains("/checkins"), () -> phone.type(code));
      phone.page.waitForCondition(() -> look(code).contains("already_checked_in"));
      network.answers(COPY, 304, "");
      phone.killAndReopen(network.link(host.url() + "/-/scan"));
      phone.waitFor(PhonePage.COPY);

      phone.expect("in", code);
      phone.page.waitForCondition(() -> phone.kept("queue") == 0);
      assertEquals(before + 1, in());
    }
  }

  /** As transports repeat, a refused request may arrive twice, when the ticket may come in. */
  @Test
  void refusedScan_isWithdrawnAtOnce_soThatItsRequestIsRefusedForEver() throws Exception {
    try (Network network = new Network(host.url());
        PhonePage phone = phone(network, "Late 3")) {
      String code = Fair.unused();
      int before = in();
      List<Request> asked = new ArrayList<>();
      phone.page.onRequest(asked::add);
      network.answers(
          "/tickets/" + code + "/checkins",
          422,
          "{\"code\":\"not_admissible\",\"reason\":\"void\",\"request_id\":\"1\"}");

      phone.expect("no", code);
      assertEquals(0, phone.page.locator(".status .queue").count());
      phone.page.waitForCondition(() -> phone.kept("queue") == 0);

      Request refused =
          asked.stream()
              .filter(each -> each.url().contains("/tickets/" + code + "/checkins"))
              .findFirst()
              .orElseThrow();
      String again =
          host.post(
              refused.url().replaceFirst("https?://[^/]+", ""),
              "{\"idempotency_key\":\"%s\"}".formatted(refused.headers().get("idempotency-key")));
      assertTrue(again.contains("\"code\":\"withdrawn\""), again);
      assertEquals(before, in());
    }
  }

  /** Sells a ticket that the phone's copy lacks, and has it scanned while the server is slow. */
  private static String askedAbout(Network network, PhonePage phone, int number) throws Exception {
    network.answers(COPY, 304, "");
    // A copy that was asked for before would have the ticket.
    phone.page.waitForResponse(answer -> answer.status() == 304, () -> {});
    String code = Fair.sell(host, number);
    network.holds(CHECKIN);
    phone.scanInVain(code);
    phone.page.waitForCondition(() -> look(code).contains("already_checked_in"));
    return code;
  }

  /** Issue 49: it had the time of its upload, and passages of several phones stood in no order. */
  @Test
  void scanThatWasAskedAbout_isAsOldAsItIs_andEveryUploadSaysThePhonesTime() throws Exception {
    String code = Fair.unused();
    List<String> silent = new ArrayList<>();
    try (PhonePage phone = phone("Late 5")) {
      phone.page.onRequest(
          request -> {
            if (request.method().equals("POST")
                && !request.headers().containsKey("x-device-time")) {
              silent.add(request.url());
            }
          });
      phone.page.route(Pattern.compile(code), route -> {});
      Instant before = Instant.now();

      phone.expect("in", code);
      Instant after = Instant.now();
      phone.expect("in", Fair.unused());
      phone.waitUntilSent();

      String look = look(code);
      Instant came = Instant.parse(look.replaceFirst(".*\"door_time\":\"([^\"]+)\".*", "$1"));
      assertTrue(!came.isBefore(before) && !came.isAfter(after), look);
      assertEquals(List.of(), silent);
    }
  }
}
