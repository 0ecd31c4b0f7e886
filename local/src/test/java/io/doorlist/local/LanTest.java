package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.gateway.GatewayServer;
import io.doorlist.local.gateway.Lan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A host on a network of phones. Every address of 127.0.0.0/8 is loopback on Linux, so a host at
 * one and phones at others need no network.
 */
class LanTest {
  private static final String HOST = "127.0.0.2";
  private static final String PHONE = "127.0.0.3";
  private static final String STRANGER = "127.0.0.4";

  @TempDir private static Path folder;
  private static LocalHost host;
  private static URI url;

  @BeforeAll
  static void start() throws Exception {
    host = start(null, null, Lan.REQUESTS_A_SECOND);
    url = host.reachable().orElseThrow().url();
  }

  private static LocalHost start(Path certificate, Path key, int requests) throws Exception {
    Lan lan =
        new Lan(
            InetAddress.getByName(HOST),
            0,
            folder.resolve("authority"),
            certificate,
            key,
            requests);
    return LocalHost.start(
        new LocalHost.Options(TestHost.write(folder), 0, TestHost.NO_TABLE, Map.of()).on(lan));
  }

  @AfterAll
  static void stop() {
    host.close();
  }

  @Test
  void phone_isServed_onceItTrustsTheAuthority() throws Exception {
    assertEquals("https://" + HOST, url.toString().replaceFirst(":[0-9]+$", ""));
    assertEquals(200, status(get(PHONE, "/open/echo")));
  }

  @Test
  void phone_isNotServed_whileItDoesNot() throws Exception {
    try (SSLSocket socket = Trust.nothing().connect(PHONE, url)) {
      assertThrows(SSLHandshakeException.class, socket::startHandshake);
    }
  }

  @Test
  void plainText_isNotServed_andToldSo() throws Exception {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(HOST, url.getPort()));
      socket.getOutputStream().write(request("/open/echo"));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(answer.startsWith("HTTP/1.1 400") && answer.contains("https://"), answer);
    }
  }

  @Test
  void trustPage_showsTheFingerprintAndTheCertificate_andNothingElse() throws Exception {
    URI trust = host.reachable().orElseThrow().trust();
    String fingerprint = host.reachable().orElseThrow().fingerprint();

    assertTrue(plain(trust, "/").contains(fingerprint));
    assertTrue(plain(trust, "/doorlist.crt").contains("application/x-x509-ca-cert"));
    for (String other : List.of("/open/echo", "/-/scan", "/authority.key", "/../authority.key")) {
      assertTrue(plain(trust, other).startsWith("HTTP/1.1 404"), other);
    }
  }

  @Test
  void whereToPair_isSaidOnLoopback_only() throws Exception {
    HttpExchange said = HttpExchange.send(host.url().getPort(), "GET " + GatewayServer.WHERE, "");
    assertEquals(url + "\n", said.body());
    assertEquals(404, status(get(PHONE, GatewayServer.WHERE)));
  }

  @Test
  void host_keepsItsAuthority_andItsKeyIsItsOwnersOnly() throws Exception {
    String before = host.reachable().orElseThrow().fingerprint();
    Path key = folder.resolve("authority/authority.key");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(key)));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));

    try (LocalHost again = start(null, null, 50)) {
      assertEquals(before, again.reachable().orElseThrow().fingerprint());
    }
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(key)));
  }

  @Test
  void host_showsACertificateOfTheOrganiser_andNoTrustPage() throws Exception {
    Path own = folder.resolve("own");
    Trust.writeIdentity(own, "door.example.org", Instant.now());

    try (LocalHost other = start(own.resolve("certificate.pem"), own.resolve("key.pem"), 50)) {
      GatewayServer.Reachable reachable = other.reachable().orElseThrow();
      assertEquals("door.example.org", reachable.url().getHost());
      assertNull(reachable.trust());
    }
  }

  /** One phone that opens everything it can may not keep others out. */
  @Test
  void connectionsOfAnAddress_areLimited() throws Exception {
    List<Socket> held = new ArrayList<>();
    try {
      int closed = 0;
      for (int i = 0; i < 100 && closed >= i - 32; i++) {
        Socket socket = new Socket();
        held.add(socket);
        socket.bind(new InetSocketAddress(STRANGER, 0));
        socket.connect(new InetSocketAddress(HOST, url.getPort()));
        // Sooner than an idle one is closed.
        socket.setSoTimeout(i < 32 ? 1 : 20_000);
        closed += isClosed(socket) ? 1 : 0;
      }
      assertEquals(68, closed);
      assertEquals(200, status(get(PHONE, "/open/echo")));
    } finally {
      for (Socket each : held) {
        each.close();
      }
    }
    assertTrue(isServedOnceItsConnectionsAreClosed());
  }

  /** The host sees a moment later that they are. */
  private static boolean isServedOnceItsConnectionsAreClosed() throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (System.nanoTime() < end) {
      try {
        return status(get(STRANGER, "/open/echo")) == 200;
      } catch (IOException e) {
        Thread.sleep(20);
      }
    }
    return false;
  }

  private static boolean isClosed(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException e) {
      return !(e instanceof SocketTimeoutException);
    }
  }

  @Test
  void guessing_isRefused_andKeepsNobodyElseOut() throws Exception {
    try (LocalHost strict = start(null, null, 5);
        SSLSocket guesser =
            Trust.authority(folder).connect(STRANGER, strict.reachable().orElseThrow().url())) {
      URI strictUrl = strict.reachable().orElseThrow().url();
      String guess = "GET /things HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer deny\r\n";
      guesser.getOutputStream().write((guess + "\r\n").repeat(49).getBytes());
      guesser.getOutputStream().write((guess + "Connection: close\r\n\r\n").getBytes());
      String all = new String(guesser.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertTrue(all.contains("HTTP/1.1 403") && all.contains("HTTP/1.1 429"), all);
      assertFalse(all.contains("HTTP/1.1 2"), all);
      assertEquals(200, status(get(PHONE, strictUrl, "/open/echo")));
    }
  }

  @Test
  void trustPage_isInTheLanguageOfThePhone() throws Exception {
    URI trust = host.reachable().orElseThrow().trust();

    assertTrue(trusting(trust, "de-AT,en;q=0.5").contains("Dieser Tür vertrauen"));
    assertTrue(trusting(trust, "xx, ar;q=0.3, en;q=0.2").contains("lang=\"ar\" dir=\"rtl\""));
    for (String none : List.of("xx", ";;q=", "*")) {
      assertTrue(trusting(trust, none).contains("<h1>Trust this door</h1>"), none);
    }
    for (String each : "en de fr es it pt nl pl tr uk ar ja".split(" ")) {
      String page = trusting(trust, each);
      assertTrue(page.contains("<html lang=\"" + each + "\""), each);
      assertTrue(page.contains(host.reachable().orElseThrow().fingerprint()), each);
      assertFalse(page.replaceAll("(?s)<(style|script)>.*</\\1>", "").contains("{"), each);
    }
  }

  @Test
  void trustPage_hasTheStepsOfThisPhoneOnly_andAsksTheHostByTls() throws Exception {
    URI trust = host.reachable().orElseThrow().trust();

    String iphone = trusting(trust, "en\r\nUser-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)");
    String android = trusting(trust, "en\r\nUser-Agent: Mozilla/5.0 (Linux; Android 15; Pixel)");

    assertTrue(iphone.contains("<h2>iPhone") && !iphone.contains("<h2>Android"), iphone);
    assertTrue(android.contains("<h2>Android") && !android.contains("<h2>iPhone"), android);
    String other = trusting(trust, "en\r\nUser-Agent: Mozilla/5.0 (Macintosh)");
    assertTrue(other.contains("<h2>Android") && other.contains("<h2>iPhone"), other);
    assertTrue(other.contains("connect-src https://*:" + url.getPort()), other);
    Matcher script = Pattern.compile("(?s)<script>(.*)</script>").matcher(other);
    assertTrue(script.find() && script.group(1).contains(":" + url.getPort() + "/'"), other);
    byte[] sum =
        MessageDigest.getInstance("SHA-256")
            .digest(script.group(1).getBytes(StandardCharsets.UTF_8));
    assertTrue(other.contains("'sha256-" + Base64.getEncoder().encodeToString(sum) + "'"), other);
  }

  /** Returns the page for these languages, and further headers after them. */
  private static String trusting(URI trust, String languages) throws IOException {
    try (Socket socket = new Socket(trust.getHost(), trust.getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept-Language: %s\r\n\r\n"
                  .formatted(languages)
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String get(String from, String path) throws Exception {
    return get(from, url, path);
  }

  private static String get(String from, URI at, String path) throws Exception {
    try (SSLSocket socket = Trust.authority(folder).connect(from, at)) {
      socket.getOutputStream().write(request(path));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String plain(URI at, String path) throws IOException {
    try (Socket socket = new Socket(at.getHost(), at.getPort())) {
      socket.getOutputStream().write(request(path));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private static byte[] request(String path) {
    return "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
        .formatted(path, HOST)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static int status(String answer) {
    return Integer.parseInt(answer.split(" ")[1]);
  }
}
