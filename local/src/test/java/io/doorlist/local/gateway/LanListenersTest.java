package io.doorlist.local.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.Loopback;
import io.doorlist.local.Trust;
import io.doorlist.local.failure.LocalHostException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
            Loopback.freePort(),
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
    phone = HttpClient.newBuilder().sslContext(Trust.inFolder(folder)).build();
  }

  @AfterEach
  void stop() throws Exception {
    listeners.close();
    server.stop();
  }

  @Test
  void phones_trustANewAddress_andAnOldOneThatIsBack() throws Exception {
    URI before = listeners.urls().getFirst();
    assertEquals(200, status(before));

    machine.set(0, InetAddress.getByName("127.0.0.5"));
    listeners.follow();

    URI after = listeners.urls().getFirst();
    assertEquals("https://127.0.0.5:" + before.getPort(), after.toString());
    assertEquals(200, status(after));
    assertEquals("127.0.0.5", listeners.trustUrl().orElseThrow().getHost());
    assertThrows(ConnectException.class, () -> status(before));

    machine.set(0, InetAddress.getByName("127.0.0.2"));
    listeners.follow();

    assertEquals(200, status(before));
  }

  @Test
  void addressesOutsideOfTheAuthority_areNotServed() throws Exception {
    InetAddress onTheInternet = InetAddress.getByName("192.0.2.1");
    machine.add(onTheInternet);

    listeners.follow();

    assertEquals(2, server.getConnectors().length);
    assertEquals(200, status(listeners.urls().getFirst()));
  }

  /** A Wi-Fi that is joined after the start comes before a bridge that was there. */
  @Test
  void phones_areSentToTheLikeliestAddress_also() throws Exception {
    machine.addFirst(InetAddress.getByName("127.0.0.8"));
    listeners.follow();

    assertEquals(
        List.of("127.0.0.8", "127.0.0.2"), listeners.urls().stream().map(URI::getHost).toList());
  }

  @Test
  void anAddressThatCannotBeOpened_isTriedAgain_andHoldsUpNoOther() throws Exception {
    int port = listeners.urls().getFirst().getPort();
    InetAddress taken = InetAddress.getByName("127.0.0.9");
    try (ServerSocket other = new ServerSocket(port, 1, taken)) {
      machine.addFirst(taken);
      machine.add(InetAddress.getByName("127.0.0.10"));
      listeners.follow();
      assertEquals(other.getLocalPort(), port);
      assertEquals(
          List.of("127.0.0.2", "127.0.0.10"), listeners.urls().stream().map(URI::getHost).toList());
    }

    listeners.follow();

    assertEquals(200, status(listeners.urls().getFirst()));
    assertEquals("127.0.0.9", listeners.urls().getFirst().getHost());
  }

  @Test
  void withoutAnAddress_nothingIsNamed() {
    machine.clear();

    listeners.follow();

    assertEquals(List.of(), listeners.urls());
    assertEquals(Optional.empty(), listeners.trustUrl());
  }

  /** The name of an own certificate leads wherever the organiser's router says. */
  @Test
  void aNameOfTheOrganisers_staysWhileTheWifiIsAway() throws Exception {
    Path own = folder.resolve("own");
    Trust.writeIdentity(own, "door.example.org", Instant.now());
    try (LanListeners named = withCertificate(own)) {
      machine.clear();
      named.follow();
      assertEquals("door.example.org", named.urls().getFirst().getHost());
    }
  }

  @Test
  void aCertificateThatEnded_isNamedAtTheStart() throws Exception {
    Path own = folder.resolve("own");
    Trust.writeIdentity(own, "door.example.org", Instant.now().minus(Duration.ofDays(365)));

    LocalHostException refused = assertThrows(LocalHostException.class, () -> withCertificate(own));

    assertTrue(refused.getMessage().contains("certificate.pem is good from "));
  }

  private LanListeners withCertificate(Path own) {
    return new LanListeners(
        new Server(),
        new Lan(
            null,
            0,
            folder,
            own.resolve("certificate.pem"),
            own.resolve("key.pem"),
            Lan.REQUESTS_A_SECOND),
        Loopback.freePort(),
        () -> List.copyOf(machine));
  }

  private int status(URI at) throws IOException, InterruptedException {
    return phone.send(HttpRequest.newBuilder(at).build(), BodyHandlers.discarding()).statusCode();
  }
}
