package io.doorlist.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.webhook.DeliveryOutcome.Answered;
import io.doorlist.webhook.DeliveryOutcome.Fault;
import io.doorlist.webhook.DeliveryOutcome.Unanswered;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The connection goes to the address that was checked, with the target's name in SNI and
 * certificate.
 */
@Timeout(60)
class SecureTargetTest {
  private static final String NAME = "hooks.localhost";
  private static final char[] PASSWORD = "password".toCharArray();

  private static SSLContext context;

  private final List<String> names = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void certificate(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("keys.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String options =
        " -genkeypair -alias hooks -keyalg EC -groupname secp256r1 -dname CN=hooks -validity 2"
            + " -storetype PKCS12 -storepass password -ext SAN=dns:"
            + NAME;
    List<String> command = new ArrayList<>(List.of((keytool + options).split(" ")));
    command.addAll(List.of("-keystore", file.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertEquals(0, process.waitFor());
    context = context(file);
  }

  private static SSLContext context(Path file) throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream stream = Files.newInputStream(file)) {
      keys.load(stream, PASSWORD);
    }
    KeyManagerFactory ours = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    ours.init(keys, PASSWORD);
    TrustManagerFactory trusted =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(keys);
    SSLContext made = SSLContext.getInstance("TLS");
    made.init(ours.getKeyManagers(), trusted.getTrustManagers(), null);
    return made;
  }

  private ScriptedReceiver receiver() throws IOException {
    return new ScriptedReceiver(
        new ServerSocket(),
        (self, plain) -> {
          SSLSocket socket = secure(plain);
          self.read(socket);
          socket
              .getOutputStream()
              .write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          socket.close();
        });
  }

  private SSLSocket secure(Socket plain) throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, null, true);
    socket.startHandshake();
    ((ExtendedSSLSession) socket.getSession())
        .getRequestedServerNames()
        .forEach(name -> names.add(((SNIHostName) name).getAsciiName()));
    return socket;
  }

  private static DeliveryOutcome post(String url, SSLSocketFactory tls) {
    Resolver resolver = host -> List.of(InetAddress.getLoopbackAddress());
    return new WebhookClient(true, address -> false, resolver, tls, Duration.ofSeconds(30))
        .post(url, Map.of(), new byte[] {'{', '}'});
  }

  @Test
  void name_isInSniAndHost_andCheckedInTheCertificate() throws IOException {
    try (ScriptedReceiver receiver = receiver()) {
      DeliveryOutcome outcome =
          post("https://" + NAME + ":" + receiver.port() + "/", context.getSocketFactory());

      assertEquals(new Answered(200, null), outcome);
      assertEquals(List.of(NAME), names);
      assertEquals(
          "Host: " + NAME + ":" + receiver.port(), receiver.requests().getFirst().split("\r\n")[1]);
    }
  }

  @Test
  void certificateOfAnotherName_orOfNobody_isNotTrusted() throws IOException {
    SSLSocketFactory everybodys = (SSLSocketFactory) SSLSocketFactory.getDefault();
    try (ScriptedReceiver receiver = receiver()) {
      String there = ":" + receiver.port() + "/";

      assertEquals(
          new Unanswered(Fault.TLS_FAILED),
          post("https://other.localhost" + there, context.getSocketFactory()));
      assertEquals(new Unanswered(Fault.TLS_FAILED), post("https://" + NAME + there, everybodys));
      assertEquals(List.of(), receiver.requests());
    }
  }
}
