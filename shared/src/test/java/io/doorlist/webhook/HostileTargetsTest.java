package io.doorlist.webhook;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.webhook.DeliveryOutcome.Fault;
import io.doorlist.webhook.DeliveryOutcome.Unanswered;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No access to internal addresses (issue 5): which targets are refused, when they are added and
 * when they are used.
 */
class HostileTargetsTest {
  private static final Path TABLE =
      Path.of(System.getProperty("doorlist.root"), "shared/src/test/resources/hostile-targets.txt");

  private static Stream<String> hostile() throws IOException {
    return Files.readAllLines(TABLE, StandardCharsets.UTF_8).stream()
        .filter(line -> !line.isEmpty() && !line.startsWith("#"));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void target_isRefused_whenAddedAndWhenUsed(String line) throws UnknownHostException {
    String[] words = line.split(" ");
    List<InetAddress> addresses = addresses(words.length > 1 ? words[1] : "93.184.215.14");
    WebhookClient client = client(host -> addresses);

    assertThrows(RefusedTargetException.class, () -> client.check(words[0]));
    assertEquals(new Unanswered(Fault.REFUSED_TARGET), post(client, words[0]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://hooks.example.com",
        "https://hooks.example.com/",
        "https://HOOKS.example.com:443/a/b%20c?d=e&f",
        "https://hooks.example.com:8443/",
        "https://xn--exmple-cua.com/",
        "https://a-1.b2.example.co.uk/",
        "https://169-254-169-254.example.com/"
      })
  void target_isTaken_whenItIsOfThePublicInternet(String url) throws UnknownHostException {
    List<InetAddress> addresses =
        addresses("93.184.215.14,2606:2800:21f:cb07:6820:80da:af6b:8b2c,100.63.255.255");

    assertDoesNotThrow(() -> client(host -> addresses).check(url));
  }

  /** DNS rebinding: a name that was public when it was added and is private when it is used. */
  @Test
  void rebinding_isRefused_whenUsed() throws UnknownHostException {
    Deque<List<InetAddress>> answers =
        new ArrayDeque<>(List.of(addresses("93.184.215.14"), addresses("169.254.169.254")));
    WebhookClient client = client(host -> answers.remove());

    assertDoesNotThrow(() -> client.check("https://hooks.example.com/"));

    assertEquals(new Unanswered(Fault.REFUSED_TARGET), post(client, "https://hooks.example.com/"));
  }

  /** A second look-up might return another address, so there is none. */
  @Test
  void host_isLookedUpOnce() throws IOException {
    List<String> asked = new ArrayList<>();
    try (ScriptedReceiver receiver = ScriptedReceiver.answering("HTTP/1.1 200 OK\r\n\r\n")) {
      WebhookClient client =
          new WebhookClient(
              true,
              host -> {
                asked.add(host);
                if (asked.size() > 1) {
                  throw new AssertionError("looked up again");
                }
                return List.of(InetAddress.getLoopbackAddress());
              },
              Duration.ofSeconds(10));

      DeliveryOutcome outcome = post(client, "http://localhost:" + receiver.port() + "/");

      assertTrue(outcome.success(), outcome.toString());
      assertEquals(List.of("localhost"), asked);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:9000/, 127.0.0.1",
    "http://localhost/, 127.0.0.1",
    "https://localhost:8443/x, 127.0.0.1",
    "http://[::1]:9000/, ::1",
    "http://192.168.77.12:9100/print, 192.168.77.12",
    "https://192.168.77.12/, 192.168.77.12"
  })
  void nearby_isTaken_byItsFlagAlone(String url, String address) throws UnknownHostException {
    List<InetAddress> addresses = addresses(address);

    assertDoesNotThrow(() -> client(true, host -> addresses).check(url));
    assertThrows(RefusedTargetException.class, () -> client(host -> addresses).check(url));
  }

  @ParameterizedTest
  @CsvSource({
    "http://hooks.example.com/, 93.184.215.14",
    "https://hooks.example.com:9100/, 93.184.215.14",
    "https://hooks.example.com/, 192.168.77.12",
    "https://hooks.example.com/, 127.0.0.1",
    "http://192.168.78.12/, 192.168.78.12",
    "http://192.0.2.1/, 192.0.2.1",
    "http://169.254.169.254/, 169.254.169.254",
    "http://localhost/, 10.0.0.1",
    "https://localhost/, 169.254.169.254",
    "https://hooks.example.com/, 192.168.0.1",
    "http://127.1/, 127.0.0.1",
    "http://2130706433/, 127.0.0.1",
    "http://0.0.0.0/, 0.0.0.0",
    "http://10.0.0.1/, 10.0.0.1",
    "http://[::ffff:7f00:1]/, 127.0.0.1",
    "http://user@localhost/, 127.0.0.1",
    "ftp://localhost/, 127.0.0.1"
  })
  void nearbyFlag_opensNothingElse(String url, String address) throws UnknownHostException {
    List<InetAddress> addresses = addresses(address);

    assertThrows(RefusedTargetException.class, () -> client(true, host -> addresses).check(url));
  }

  @Test
  void refusal_tellsNothingOfTheTarget() {
    RefusedTargetException refusal =
        assertThrows(
            RefusedTargetException.class,
            () ->
                client(host -> addresses("127.0.0.1"))
                    .check("https://hooks.example.com/services/secret"));

    assertFalse(refusal.getMessage().contains("secret"), refusal.getMessage());
    assertFalse(refusal.getMessage().contains("example"), refusal.getMessage());
  }

  private static WebhookClient client(Resolver resolver) {
    return client(false, resolver);
  }

  /** Returns a client in the network 192.168.77.0/24. */
  private static WebhookClient client(boolean nearby, Resolver resolver) {
    return new WebhookClient(
        nearby,
        address -> address.getHostAddress().startsWith("192.168.77."),
        resolver,
        (SSLSocketFactory) SSLSocketFactory.getDefault(),
        Duration.ofSeconds(10));
  }

  private static DeliveryOutcome post(WebhookClient client, String url) {
    return client.post(url, Map.of(), new byte[] {'{', '}'});
  }

  private static List<InetAddress> addresses(String words) throws UnknownHostException {
    List<InetAddress> addresses = new ArrayList<>();
    for (String word : words.split(",")) {
      addresses.add(InetAddress.getByName(word));
    }
    return addresses;
  }
}
