package io.doorlist.cli.mailing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.console.Failure;
import io.doorlist.local.tls.Authority;
import io.doorlist.local.tls.Identity;
import jakarta.mail.internet.InternetAddress;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What a server may do to whoever sends tickets: said in words, and nobody's address in them. */
class MailServerTest extends MailFixture {
  @Test
  void aRefusedRecipient_isNamed_andTheOthersGetTheirs() throws IOException {
    guests(4);
    try (ScriptedSmtp server =
        new ScriptedSmtp(null)
            .on("RCPT TO:<g2@", "550 5.1.1 <g2@example.org>: no such user")
            .on("RCPT TO:<g3@", "451 4.7.1 <g3@example.org>: greylisted")) {
      CommandResult result = send(server.port());

      assertEquals(1, result.status());
      assertEquals(2, server.mails());
      assertTrue(result.err().contains("2 mails sent\n"), result.err());
      assertTrue(result.err().contains("refused: R2-1 (550 5.1.1)"), result.err());
      assertTrue(result.err().contains("by the next run: R3-1 (451 4.7.1)"), result.err());
      assertFalse(result.err().contains("@"), result.err());
      assertTrue(Files.readString(log()).contains("<g2@example.org>: no such user"));
      assertEquals(
          PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(log()));
    }
    try (ScriptedSmtp kind = new ScriptedSmtp(null)) {
      CommandResult later = send(kind.port());

      assertEquals(1, kind.mails());
      assertTrue(later.err().contains("refused earlier: R2-1\n"), later.err());
      assertTrue(later.err().contains("2 tickets sent earlier"), later.err());
    }
  }

  @Test
  void aServerThatDropsAMail_leavesItUnsure_andTheRestGoesOn() throws IOException {
    guests(4);
    try (ScriptedSmtp server = new ScriptedSmtp(null).on("RCPT TO:<g2@", ScriptedSmtp.DROP)) {
      CommandResult result = send(server.port());

      assertEquals(1, result.status());
      assertEquals(3, server.mails());
      assertTrue(result.err().contains("may have been sent or not: R2-1."), result.err());
    }
    try (ScriptedSmtp all = new ScriptedSmtp(null).on("END", ScriptedSmtp.DROP)) {
      guests(8);

      CommandResult result = send(all.port());

      assertEquals(3, all.mails());
      assertTrue(result.err().contains("3 mails in a row were not taken"), result.err());
    }
  }

  /** The worst moment: the server has the whole mail, and nobody here knows. */
  @Test
  void aKillBeforeTheAnswer_leavesTheMailUnsure() throws Exception {
    guests(2);
    try (ScriptedSmtp server = new ScriptedSmtp(null).on("END", ScriptedSmtp.HANG)) {
      Process process = begin(List.of(), server.port());
      assertTrue(server.awaitMail());
      process.destroyForcibly();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    }
    try (ScriptedSmtp server = new ScriptedSmtp(null)) {
      CommandResult result = send(server.port());

      assertEquals(1, server.mails());
      assertTrue(server.commands().contains("RCPT TO:<g2@example.org>"));
      assertTrue(result.err().contains("may have been sent or not: R1-1."), result.err());
    }
  }

  @Test
  void aServerThatHangs_isLeftWithinItsPatience() throws Exception {
    for (String where : List.of("GREETING", "EHLO")) {
      try (ScriptedSmtp server = new ScriptedSmtp(null).on(where, ScriptedSmtp.HANG)) {
        MailServer.Account account = account("127.0.0.1", server.port(), null);

        Failure said = assertThrows(Failure.class, () -> connect(account));

        assertEquals(account + " does not answer within 1 s", said.getMessage());
      }
    }
    try (ScriptedSmtp server = new ScriptedSmtp(null).on("END", ScriptedSmtp.HANG);
        MailServer client = new MailServer(account("127.0.0.1", server.port(), null))) {
      client.connect();
      TicketMail mail =
          new TicketMail("a@example.org", List.of(), "s", "t", "f.pdf", () -> new byte[] {1});

      assertEquals(MailStates.State.UNSURE, client.send(mail).state());
    }
  }

  @Test
  void aRejectedPassword_isSaid_andNeverShown() throws IOException {
    guests(1);
    Path password = Files.writeString(directory.resolve("password"), "s3cret-Pass\n");
    try (ScriptedSmtp server = new ScriptedSmtp(null).on("AUTH", "535 5.7.8 no")) {
      CommandResult result =
          send(server.port(), "--smtp-user=me@example.org", "--smtp-password-file=" + password);

      assertEquals(1, result.status());
      assertTrue(result.err().contains("rejects the user or the password"), result.err());
      assertFalse(result.err().contains("s3cret") || result.err().contains("@"), result.err());
      assertEquals("", Files.readString(log()));
    }
  }

  @Test
  void nobodyAtThePort_isSaid() throws IOException {
    guests(1);
    int free;
    try (ServerSocket taken = new ServerSocket(0)) {
      free = taken.getLocalPort();
    }

    CommandResult result = send(free);

    assertEquals(1, result.status());
    assertTrue(result.err().contains("cannot talk to 127.0.0.1:" + free), result.err());
  }

  /** Who is trusted by nobody gets no password; who is trusted gets it by TLS only. */
  @Test
  void aServerThatWantsStarttls_getsIt_ifItsCertificateIsTrusted() throws Exception {
    guests(1);
    Path password = Files.writeString(directory.resolve("password"), "s3cret");
    Authority authority =
        Authority.open(directory.resolve("authority"), List.of("localhost"), Instant.now());
    InetAddress here = InetAddress.getByName("127.0.0.1");
    try (ScriptedSmtp server =
        new ScriptedSmtp(tls(authority.identity(List.of(), List.of(here), Instant.now())))) {
      String[] account = {"--smtp-user=me", "--smtp-password-file=" + password};

      CommandResult untrusted = send(server.port(), account);

      assertEquals(1, untrusted.status());
      assertTrue(untrusted.err().contains("no certificate for this name"), untrusted.err());
      assertTrue(server.commands().stream().noneMatch(each -> each.contains("AUTH")));

      Process trusting =
          begin(
              List.of(
                  "-Djavax.net.ssl.trustStore=" + trustStore(authority),
                  "-Djavax.net.ssl.trustStorePassword=changeit"),
              server.port(),
              account);
      assertTrue(trusting.waitFor(60, TimeUnit.SECONDS));
      assertEquals(0, trusting.exitValue(), Files.readString(directory.resolve("err")));
      assertTrue(server.commands().contains("tls END"));
      assertTrue(
          server.commands().stream()
              .filter(each -> each.contains("AUTH") || each.contains("MAIL"))
              .allMatch(each -> each.startsWith("tls ")));
    }
  }

  /** This machine itself may be talked to without TLS, as nobody listens in between. */
  @Test
  void aServerElsewhereWithoutTls_getsNothing() throws Exception {
    InetAddress elsewhere =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(each -> each instanceof Inet4Address && !each.isLoopbackAddress())
            .findFirst()
            .orElse(null);
    Assumptions.assumeTrue(elsewhere != null, "this machine has no network");
    try (ScriptedSmtp server = new ScriptedSmtp(null)) {
      MailServer.Account account = account(elsewhere.getHostAddress(), server.port(), "me");

      Failure said = assertThrows(Failure.class, () -> connect(account));

      assertEquals(account + " offers no TLS, and nothing is sent without it", said.getMessage());
      assertTrue(server.commands().stream().noneMatch(each -> each.contains("AUTH")));
    }
  }

  @Test
  void whoSendsAlready_isNotSentBesides() {
    guests(1);
    MailLog held = MailLog.open("acme", "gala", Clock.systemUTC());
    try {
      CommandResult result = send(1);

      assertEquals(1, result.status());
      assertTrue(result.err().contains("are being sent"), result.err());
    } finally {
      held.close();
    }
  }

  /** What erases would otherwise erase the rest, and only then meet the log that is in use. */
  @Test
  void whoSends_isWaitedFor_byWhatErases() {
    guests(1);
    Map<String, String> before = table.items();
    MailLog held = MailLog.open("acme", "gala", Clock.systemUTC());
    try {
      for (CommandResult refused :
          List.of(
              table.run("forget --account acme --event gala --everyone"),
              table.run("remove --account acme --event gala", "--title=Gala in Köln"))) {
        assertEquals(1, refused.status());
        assertTrue(refused.err().contains("are being sent"), refused.err());
      }
      assertEquals(before, table.items());
    } finally {
      held.close();
    }
  }

  private static void connect(MailServer.Account account) {
    try (MailServer client = new MailServer(account)) {
      client.connect();
    }
  }

  private static MailServer.Account account(String host, int port, String user) throws Exception {
    return new MailServer.Account(
        host,
        port,
        user,
        user == null ? null : "secret",
        new InternetAddress("gala@example.org"),
        Duration.ofSeconds(1));
  }

  private static SSLContext tls(Identity identity) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(identity.keyStore(), new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  private Path trustStore(Authority authority) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream encoded = new ByteArrayInputStream(authority.encoded())) {
      store.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(encoded));
    }
    Path file = directory.resolve("trusted.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, "changeit".toCharArray());
    }
    return file;
  }
}
