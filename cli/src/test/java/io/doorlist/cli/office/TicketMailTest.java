package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.doorlist.cli.mailing.MailLog;
import io.doorlist.cli.mailing.ScriptedSmtp;
import jakarta.mail.Message;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tickets by mail from the office, which sends as the command does (issue 71). */
class TicketMailTest extends OfficeFixture {
  private static final String STATE = "XDG_STATE_HOME";
  private static final String PASSWORD = "s3cret-Pass";
  private static final String LIST =
      "Name,E-Mail\nAda,ada@example.org\nBen,ben@example.org\nCleo,\n";

  private String event;

  @BeforeEach
  void guests() {
    System.setProperty(STATE, folder.resolve("state").toString());
    event = event("Gala");
    imported(event, LIST);
  }

  @AfterEach
  void noLog() {
    office.close();
    System.clearProperty(STATE);
  }

  private Answer mail() {
    return ask("GET", "events/" + event + "/mail", "");
  }

  private Answer recipients() {
    Answer found = ask("GET", "events/" + event + "/recipients", "");
    assertEquals(200, found.status(), found.text());
    return found;
  }

  private Answer send(int port, String more) {
    return ask(
        "POST",
        "events/" + event + "/mail",
        "{\"host\":\"127.0.0.1\",\"port\":%d,\"from\":\"Gala <gala@example.org>\",\"rate\":60000%s}"
            .formatted(port, more));
  }

  /** Waits until nothing is sent any more; returns what became of it. */
  @SuppressWarnings("unchecked")
  private Map<String, Object> ended() {
    Answer last;
    do {
      Thread.yield();
      last = mail();
    } while (last.members().get("running") != null);
    return (Map<String, Object>) last.members().get("last");
  }

  private static List<Object> names(Answer found, String member) {
    return found.all(member).stream().map(each -> each.get("name")).toList();
  }

  private static Object reference(Answer found, String member) {
    return found.all(member).getFirst().get("reference");
  }

  @Test
  void mails_goToWhoeverHasAnAddress_once() throws Exception {
    GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
    server.start();
    try {
      Answer before = recipients();
      assertEquals(2L, before.members().get("mails"));
      assertEquals(List.of("Ada", "Ben"), names(before, "open"));
      assertEquals(List.of("Cleo"), names(before, "silent"));
      assertEquals(0, server.getReceivedMessages().length, "a look sends nothing");

      Answer begun =
          send(server.getSmtp().getPort(), ",\"subject\":\"Dein Ticket\",\"text\":\"Bis bald!\"");

      assertEquals(200, begun.status(), begun.text());
      assertEquals(2L, ended().get("sent"));
      Answer after = recipients();
      assertEquals(0L, after.members().get("mails"));
      assertEquals(2L, after.members().get("earlier"));
      assertEquals(200, send(server.getSmtp().getPort(), "").status());
      assertEquals(0L, ended().get("sent"));
      Set<String> received = new TreeSet<>();
      for (MimeMessage each : server.getReceivedMessages()) {
        assertEquals("Dein Ticket", each.getSubject());
        received.add(each.getRecipients(Message.RecipientType.TO)[0].toString());
      }
      assertEquals(Set.of("ada@example.org", "ben@example.org"), received);
      assertEquals(2, server.getReceivedMessages().length);
    } finally {
      server.stop();
    }
  }

  @Test
  void whomAServerRefuses_andWhoMayHaveNone_isNamed_andGetsAMailWhenAsked() throws IOException {
    try (ScriptedSmtp server =
        new ScriptedSmtp(null)
            .on("RCPT TO:<ada@", "550 5.1.1 <ada@example.org>: no such user")
            .on("RCPT TO:<ben@", ScriptedSmtp.DROP)) {
      assertEquals(200, send(server.port(), "").status());

      Map<String, Object> last = ended();
      assertEquals(0L, last.get("sent"));
      assertTrue(last.get("refused").toString().contains("code=550 5.1.1"), last.toString());
      assertFalse(last.toString().contains("no such user"), "the server's words have addresses");
    }
    Answer after = recipients();
    assertEquals(List.of("Ada"), names(after, "refused"));
    assertEquals(List.of("Ben"), names(after, "unsure"));
    assertEquals(0L, after.members().get("mails"), "neither gets another by itself");
    try (ScriptedSmtp server = new ScriptedSmtp(null)) {
      String again = ",\"resend\":[\"" + reference(after, "unsure") + "\"]";
      assertEquals(200, send(server.port(), again).status(), "once it has ended, the next begins");

      assertEquals(1L, ended().get("sent"));
      assertTrue(server.commands().contains("RCPT TO:<ben@example.org>"));
    }
    assertEquals(List.of(), names(recipients(), "unsure"));
  }

  /** The account is kept for the next time, its password never, and no answer has it. */
  @Test
  void password_isKeptNowhere() throws IOException {
    try (ScriptedSmtp server = new ScriptedSmtp(null).on("AUTH", "535 5.7.8 no")) {
      String account = ",\"user\":\"me\",\"password\":\"" + PASSWORD + "\"";
      Answer begun = send(server.port(), account);

      Map<String, Object> last = ended();

      Map<?, ?> problem = (Map<?, ?>) last.get("problem");
      assertEquals("mail_login", problem.get("word"));
      assertEquals("127.0.0.1:" + server.port(), problem.get("about"));
      assertFalse((begun.text() + last + mail().text()).contains(PASSWORD));
      assertEquals(
          Map.of(
              "host",
              "127.0.0.1",
              "port",
              (long) server.port(),
              "user",
              "me",
              "from",
              "Gala <gala@example.org>"),
          mail().members().get("server"));
    }
    Path kept = folder.resolve("mail/doorlist.json");
    assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(kept));
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertFalse(content.contains(PASSWORD), file.toString());
      }
    }
  }

  @Test
  void whatCannotBeSent_isRefused_andNothingIsKept() {
    String user = ",\"user\":\"me\"";
    for (String wrong : List.of(user, ",\"rate\":0", ",\"port\":70000", ",\"from\":\"nobody\"")) {
      Answer refused =
          ask(
              "POST",
              "events/" + event + "/mail",
              "{\"host\":\"127.0.0.1\"%s%s}"
                  .formatted(
                      wrong.contains("from") ? "" : ",\"from\":\"gala@example.org\"", wrong));

      assertEquals(422, refused.status(), wrong + refused.text());
    }
    assertFalse(Files.exists(folder.resolve("mail")));
  }

  /** Whoever sends is not disturbed: neither by others, nor by what erases addresses. */
  @Test
  void mailsThatAreBeingSent_holdBackOthers_andWhatErases() {
    try (MailLog held = MailLog.open(ACCOUNT, event, Clock.systemUTC())) {
      assertTrue(Files.exists(held.file()));
      Map<String, String> before = table.items();
      for (String[] asked :
          new String[][] {
            {"events/" + event + "/mail", "{\"host\":\"h\",\"from\":\"a@example.org\"}"},
            {"events/" + event + "/remove", "{\"title\":\"Gala\"}"},
            {"forget", "{\"email\":\"ada@example.org\"}"},
          }) {
        Answer refused = ask("POST", asked[0], asked[1]);

        assertEquals(422, refused.status(), asked[0] + refused.text());
        assertTrue(refused.text().contains("being sent"), refused.text());
      }
      assertEquals(before, table.items());
    }
  }

  @Test
  void stop_endsAfterTheMailThatIsBeingSent_andTheOthersWait() throws IOException {
    try (ScriptedSmtp server = new ScriptedSmtp(null)) {
      Answer begun =
          ask(
              "POST",
              "events/" + event + "/mail",
              "{\"host\":\"127.0.0.1\",\"port\":%d,\"from\":\"a@example.org\",\"rate\":1}"
                  .formatted(server.port()));
      assertEquals("gala", begun.text("running"));
      assertEquals(422, send(server.port(), "").status(), "one after the other");
      while (!Long.valueOf(1).equals(mail().members().get("done"))) {
        Thread.yield();
      }

      ask("DELETE", "events/" + event + "/mail", "");

      assertEquals(1L, ended().get("sent"));
      assertEquals(1L, recipients().members().get("mails"));
    }
  }
}
