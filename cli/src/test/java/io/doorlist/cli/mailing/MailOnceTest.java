package io.doorlist.cli.mailing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.doorlist.cli.CommandResult;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever ends a run, nobody gets two mails, and who may have none is named. */
class MailOnceTest extends MailFixture {
  private static final int GUESTS = Boolean.getBoolean("doorlist.long") ? 500 : 80;
  private static final Pattern REFERENCE = Pattern.compile("R\\d+-1");

  private final GreenMail server =
      new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));

  @BeforeEach
  void start() {
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  /** Issue 70: 500 mails (*long*), and two kills in between. */
  @Test
  void ofMailsThatWereKilled_nobodyGetsTwo_andWhoMayHaveNoneIsNamed() throws Exception {
    guests(GUESTS);
    Random random = new Random(70);
    for (int kill = 1; kill <= 2; kill++) {
      int before = server.getReceivedMessages().length;
      Process process = begin(List.of(), port());
      assertTrue(server.waitForIncomingEmail(120_000, before + 1 + random.nextInt(GUESTS / 3)));
      process.destroyForcibly();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    }
    int killed = server.getReceivedMessages().length;
    assertTrue(killed < GUESTS, "it must be killed in between");

    CommandResult last = send(port());

    Set<String> unsure = unsure(last);
    assertTrue(unsure.size() <= 2, last.err());
    assertEquals(unsure.isEmpty() ? 0 : 1, last.status(), last.err());
    Map<String, Integer> received = received();
    assertTrue(received.values().stream().allMatch(times -> times == 1), received.toString());
    Set<String> none = new TreeSet<>();
    for (int guest = 1; guest <= GUESTS; guest++) {
      if (!received.containsKey("g" + guest + "@example.org")) {
        none.add("R" + guest + "-1");
      }
    }
    assertTrue(unsure.containsAll(none), none + " have none, named are " + unsure);
    assertFalse(last.err().contains("@"), last.err());

    CommandResult again = send(port());
    assertEquals(unsure, unsure(again));
    assertEquals(received, received());
    CommandResult resent = send(port(), with("--resend", unsure.stream()));
    assertEquals(0, resent.status(), resent.err());
    assertEquals(GUESTS, received().size());
    assertEquals(
        unsure.size() - none.size(), received().values().stream().filter(n -> n == 2).count());
  }

  @Test
  void aNewAddressOrCode_getsAMail_andAnAddressGetsOneForAnOrder() throws Exception {
    guests(2);
    String party =
        order(3, "Host@example.org", "code-3")
            .replace(
                "\"tickets\":[",
                "\"tickets\":["
                    + ticketOf(order(4, "host@EXAMPLE.org", "code-4").replace("R4-1", "R3-2"))
                    + ",");
    imported(party);
    assertEquals(0, send(port()).status());
    assertEquals(3, server.getReceivedMessages().length);

    imported(
        order(1, "new@example.org", "code-1")
                .replace("T10:00:00Z\",\"tickets", "T11:00:00Z\",\"tickets")
            + order(2, "g2@example.org", "fresh")
                .replace("T10:00:00Z\",\"tickets", "T11:00:00Z\",\"tickets"));
    CommandResult second = send(port());

    assertEquals(0, second.status(), second.err());
    assertTrue(second.err().contains("2 tickets sent earlier"), second.err());
    assertEquals(
        Map.of(
            "g1@example.org", 1, "g2@example.org", 2, "host@example.org", 1, "new@example.org", 1),
        received());
    assertEquals(List.of(), List.copyOf(unsure(second)));
  }

  private static String ticketOf(String order) {
    return order.substring(order.indexOf("\"tickets\":[") + 11, order.lastIndexOf("]}"));
  }

  private int port() {
    return server.getSmtp().getPort();
  }

  private static Set<String> unsure(CommandResult result) {
    return result
        .err()
        .lines()
        .filter(line -> line.startsWith("may have been sent or not"))
        .flatMap(line -> REFERENCE.matcher(line).results().map(MatchResult::group))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Map<String, Integer> received() throws MessagingException {
    Map<String, Integer> times = new TreeMap<>();
    for (MimeMessage each : server.getReceivedMessages()) {
      String to = each.getRecipients(Message.RecipientType.TO)[0].toString();
      times.merge(to.toLowerCase(Locale.ROOT), 1, Integer::sum);
    }
    return times;
  }
}
