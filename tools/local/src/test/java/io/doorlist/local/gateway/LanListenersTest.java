package io.doorlist.local.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A laptop goes from one Wi-Fi to another; every address of 127.0.0.0/8 is this machine. */
class LanListenersTest {
  @TempDir private Path folder;

  private final Server server = new Server();
  private final List<InetAddress> machine = new ArrayList<>();
  private LanListeners listeners;
  private HttpClient phone;

  @BeforeEach
  void start() throws Exception {
    machine.add(InetAddress.getByName("127.0.0.2"));
    listeners =
        new LanListeners(
            server,
            new Lan(null, 0, folder, null, null, Lan.REQUESTS_A_SECOND),
            freePort(),
            () -> List.copyOf(machine));
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            response.write(true, null, callback);
            return true;
          }
        });
    server.start();
    // The phone trusts the authority before anything changes, and is asked nothing again.
    phone = HttpClient.newBuilder().sslContext(trusting()).build();
  }

  @AfterEach
  void stop() throws Exception {
    listeners.close();
    server.stop();
  }

  @Test
  void phones_trustANewAddress_andAnOldOneThatIsBack() throws Exception {
    URI before = listeners.url();
    assertEquals(200, status(before));

    machine.set(0, InetAddress.getByName("127.0.0.5"));
    listeners.follow();

    URI after = listeners.url();
    assertEquals("https://127.0.0.5:" + before.getPort(), after.toString());
    assertEquals(200, status(after));
    assertEquals("127.0.0.5", listeners.trustUrl().orElseThrow().getHost());
    assertThrows(ConnectException.class, () -> status(before));

    machine.set(0, InetAddress.getByName("127.0.0.2"));
    listeners.follow();

    assertEquals(200, status(before));
  }

  @Test
  void addressesThatStay_areServedAllTheTime() throws Exception {
    machine.add(InetAddress.getByName("127.0.0.6"));
    listeners.follow();

    assertEquals(200, status(URI.create("https://127.0.0.6:" + listeners.url().getPort())));
    assertEquals(200, status(listeners.url()));
  }

  @Test
  void addressesOutsideOfTheAuthority_areNotServed() throws Exception {
    InetAddress onTheInternet = InetAddress.getByName("192.0.2.1");
    machine.add(onTheInternet);

    listeners.follow();

    assertEquals(2, server.getConnectors().length);
    assertEquals(200, status(listeners.url()));
  }

  private int status(URI at) throws IOException, InterruptedException {
    return phone.send(HttpRequest.newBuilder(at).build(), BodyHandlers.discarding()).statusCode();
  }

  private SSLContext trusting() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (var file = Files.newInputStream(folder.resolve("authority.crt"))) {
      store.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress("127.0.0.2", 0));
      return socket.getLocalPort();
    }
  }
}
