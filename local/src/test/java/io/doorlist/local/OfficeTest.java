package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.gateway.Lan;
import io.doorlist.local.office.Office;
import io.doorlist.local.office.OfficeKeys;
import io.doorlist.local.office.OpenOffice;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may use an office: the person who opened it from this machine, and no page of others. */
class OfficeTest {
  private static final String SECRET_FORM = "[0-9a-f]{32}";

  @TempDir private Path folder;
  private final List<String> codes = new ArrayList<>();
  private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
  private final TestHost.FakeTime time = new TestHost.FakeTime();
  private final Semaphore reading = new Semaphore(0);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private LocalHost host;
  private String own;

  /** Has one page, and says what it was asked. */
  private final class EchoOffice implements Office {
    @Override
    public Optional<Reply> file(String name) {
      return name.isEmpty() ? Optional.of(reply("the page")) : Optional.empty();
    }

    @Override
    public Reply answer(Call call) throws IOException {
      asked.add(call.method() + " " + call.path());
      if (call.query("wait").equals("yes")) {
        reading.release();
        try {
          goOn.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      if (call.path().getFirst().equals("broken")) {
        throw new IllegalStateException("Ada Lovelace");
      }
      long read = call.body().transferTo(OutputStream.nullOutputStream());
      return reply(call.method() + " " + call.path() + " " + call.query("q") + " " + read);
    }

    private Reply reply(String text) {
      return new Reply(200, "text/plain", text.getBytes(StandardCharsets.UTF_8), null);
    }
  }

  @BeforeEach
  void start() {
    start(null);
  }

  private void start(Lan lan) {
    OpenOffice open = new OpenOffice(new EchoOffice(), new OfficeKeys(time, codes::add));
    LocalHost.Options options =
        new LocalHost.Options(TestHost.write(folder), 0, TestHost.NO_TABLE, Map.of());
    host = LocalHost.start(options.on(lan).with(open));
    own = "127.0.0.1:" + host.url().getPort();
  }

  @AfterEach
  void stop() {
    goOn.countDown();
    host.close();
  }

  private HttpExchange send(String requestLine, String hostName, String body, String... headers) {
    StringBuilder head = new StringBuilder(requestLine + " HTTP/1.1\r\nConnection: close\r\n");
    head.append("Host: ").append(hostName).append("\r\n");
    if (!body.isEmpty()) {
      head.append("Content-Length: ").append(body.length()).append("\r\n");
    }
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return HttpExchange.raw(host, head + "\r\n" + body);
  }

  private String secret() {
    HttpExchange answer = send("POST /-/office/session", own, codes.getLast());
    assertEquals(201, answer.status());
    return answer.body();
  }

  private int status(String hostName, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add("Authorization: Bearer " + secret());
    int withSecret =
        send("POST /-/office/things", hostName, "x", all.toArray(String[]::new)).status();
    int page = send("GET /-/office", hostName, "", headers).status();
    assertEquals(withSecret, page, "the page and what it does are closed alike");
    return page;
  }

  @Test
  void code_opensOneTab_andTheNextOneAnother() {
    String first = codes.getFirst();
    assertTrue(first.matches(SECRET_FORM), "128 bits");

    String one = secret();
    assertEquals(401, send("POST /-/office/session", own, first).status());
    assertEquals(401, send("POST /-/office/session", own, "").status());
    String other = secret();

    assertEquals(3, codes.size());
    assertTrue(one.matches(SECRET_FORM), "128 bits");
    assertNotEquals(one, other);
    for (String secret : List.of(one, other)) {
      HttpExchange answer =
          send("POST /-/office/a/b%20c?q=1", own, "four", "Authorization: Bearer " + secret);
      assertEquals("POST [a, b c] 1 4", answer.body());
      assertEquals("no-store", answer.header("Cache-Control"));
      assertNull(answer.header("Set-Cookie"));
    }
  }

  @Test
  void oldestTab_givesWay_toThirtySecond() {
    String oldest = secret();
    for (int i = 0; i < 31; i++) {
      secret();
    }
    assertEquals(200, send("GET /-/office/a", own, "", "Authorization: Bearer " + oldest).status());
    secret();
    assertEquals(401, send("GET /-/office/a", own, "", "Authorization: Bearer " + oldest).status());
  }

  /** Another account of the machine reaches the port, and has no secret. */
  @Test
  void nobody_isAnswered_withoutSecret() {
    for (String given :
        List.of("X-No: 1", "Authorization: Bearer ", "Authorization: Bearer " + codes.getLast())) {
      assertEquals(401, send("POST /-/office/things", own, "x", given).status());
      assertEquals(401, send("GET /-/office/things", own, "", given).status());
      assertEquals(401, send("POST /-/office/links?to=things", own, "", given).status());
    }
    assertTrue(asked.isEmpty());
  }

  @Test
  void requestByAnotherHostName_isRefused() {
    int port = host.url().getPort();
    for (String name :
        List.of(
            "evil.example:" + port,
            "127.0.0.1",
            "127.0.0.1:1",
            "127.0.0.1.evil.example:" + port,
            "[::1]:" + port,
            "0.0.0.0:" + port)) {
      assertEquals(403, status(name));
    }
    assertTrue(asked.isEmpty());
    assertEquals(200, status(own));
  }

  @Test
  void localhost_isToldTheRightAddress() {
    int port = host.url().getPort();

    HttpExchange answer = send("GET /-/office", "localhost:" + port, "");

    assertEquals(403, answer.status());
    String link = "http://127.0.0.1:" + port + "/-/office";
    assertTrue(answer.body().contains("<a href=\"" + link + "\">"), answer.body());
  }

  @Test
  void otherOrigin_isRefused() {
    for (String origin :
        List.of(
            "https://evil.example",
            "null",
            "http://localhost:" + own.split(":")[1],
            "https://" + own)) {
      assertEquals(403, status(own, "Origin: " + origin));
      assertEquals(403, status(own, "Origin: " + origin, "Sec-Fetch-Site: same-origin"));
    }
    assertTrue(asked.isEmpty());
    assertEquals(200, status(own, "Origin: http://" + own));
  }

  @Test
  void otherSite_isRefused_butMayLeadAPersonToThePageItself() {
    assertEquals(403, status(own, "Sec-Fetch-Site: cross-site"));
    assertEquals(403, status(own, "Sec-Fetch-Site: same-site"));
    assertEquals(200, status(own, "Sec-Fetch-Site: none"));
    assertEquals(200, status(own, "Sec-Fetch-Site: same-origin"));
    String[] led = {
      "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"
    };

    assertEquals("the page", send("GET /-/office", own, "", led).body());
    assertEquals(403, send("GET /-/office/", own, "", led).status());
    assertEquals(403, send("POST /-/office/session", own, codes.getLast(), led).status());
    led[2] = "Sec-Fetch-Dest: iframe";
    assertEquals(403, send("GET /-/office", own, "", led).status());
  }

  /** A refusal comes at once, though the body that was announced never does. */
  @Test
  void body_isNotWaitedFor_whereSomebodyIsRefused() throws IOException {
    String secret = secret();
    for (String[] asking :
        new String[][] {
          {"403", "evil.example", "Authorization: Bearer " + secret, "10"},
          {"403", own, "Origin: https://evil.example", "10"},
          {"401", own, "Authorization: Bearer x", "10"},
          {"413", own, "Authorization: Bearer " + secret, String.valueOf(1L << 30)}
        }) {
      try (Socket socket = new Socket("127.0.0.1", host.url().getPort())) {
        socket.setSoTimeout(10_000);
        String head =
            "POST /-/office/things HTTP/1.1\r\nHost: %s\r\n%s\r\nContent-Length: %s\r\n\r\n"
                .formatted(asking[1], asking[2], asking[3]);
        socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
        String line = new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8);
        assertEquals("HTTP/1.1 " + asking[0], line);
      }
    }
    assertTrue(asked.isEmpty());
  }

  @Test
  void body_isCutOff_whereItBecomesTooLong() throws IOException {
    String secret = secret();
    try (Socket socket = new Socket("127.0.0.1", host.url().getPort())) {
      socket.setSoTimeout(20_000);
      OutputStream out = socket.getOutputStream();
      String head =
          "POST /-/office/things HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nTransfer-Encoding: chunked\r\n\r\n"
              .formatted(own, secret);
      out.write(head.getBytes(StandardCharsets.UTF_8));
      byte[] chunk = new byte[1 << 20];
      int sent = 0;
      try {
        // A gigabyte, if it were read.
        for (; sent < 1_024; sent++) {
          out.write("100000\r\n".getBytes(StandardCharsets.UTF_8));
          out.write(chunk);
          out.write("\r\n".getBytes(StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        // The host hung up, as it should.
        assertTrue(sent >= 50, "hung up after " + sent + " MB");
      }
      assertTrue(sent < 100, "read on to " + sent + " MB");
    }
    HttpExchange whole =
        send("POST /-/office/things", own, "x".repeat(50 << 20), "Authorization: Bearer " + secret);
    assertEquals("POST [things]  " + (50 << 20), whole.body());
  }

  @Test
  void fourFiles_areReadAtOnce_andTheOthersAreToldToComeAgain() throws Exception {
    String bearer = "Authorization: Bearer " + secret();
    List<Thread> first = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      first.add(
          Thread.startVirtualThread(
              () -> send("POST /-/office/things?wait=yes", own, "x", bearer)));
    }
    reading.acquire(4);

    for (int i = 0; i < 8; i++) {
      HttpExchange answer = send("POST /-/office/things", own, "x", bearer);
      assertEquals(429, answer.status());
      assertEquals("1", answer.header("Retry-After"));
    }
    assertEquals(200, send("GET /-/office/things", own, "", bearer).status());

    goOn.countDown();
    for (Thread each : first) {
      each.join();
    }
    assertEquals(200, send("POST /-/office/things", own, "x", bearer).status());
  }

  @Test
  void link_givesOneDownload_withinAMinute() {
    String bearer = "Authorization: Bearer " + secret();

    String link = send("POST /-/office/links?to=reports/a%3Fq=2", own, "", bearer).body();
    assertEquals("GET [reports, a] 2 0", send("GET " + link, own, "").body());
    assertEquals(404, send("GET " + link, own, "").status());

    String late = send("POST /-/office/links?to=reports", own, "", bearer).body();
    time.advance(Duration.ofMinutes(1));
    assertEquals(404, send("GET " + late, own, "").status());
    assertEquals(403, send("GET " + late, "evil.example", "").status());
  }

  @Test
  void failure_saysNothingOfAnybody() {
    String bearer = "Authorization: Bearer " + secret();
    try (Said said = new Said()) {
      HttpExchange answer = send("GET /-/office/broken", own, "", bearer);

      assertEquals(500, answer.status());
      assertEquals("the office failed", answer.body());
      assertEquals("the office failed: java.lang.IllegalStateException", said.text());
    }
  }

  /** Whatever a phone says, and if it had the secret: its listener has no such path. */
  @Test
  void phones_doNotKnowThePath() throws Exception {
    host.close();
    start(
        new Lan(
            InetAddress.getByName("127.0.0.2"), 0, folder.resolve("authority"), null, null, 50));
    URI url = host.reachable().orElseThrow().url();
    String bearer = "Authorization: Bearer " + secret();
    assertEquals(200, send("GET /-/office", own, "").status());

    for (String name : List.of(own, url.getAuthority())) {
      for (String path : List.of("", "/session", "/things")) {
        assertEquals(
            answerToPhone(url, "/-/nothing" + path, name, bearer),
            answerToPhone(url, "/-/office" + path, name, bearer));
      }
    }
    assertTrue(asked.isEmpty());
  }

  private String answerToPhone(URI url, String path, String name, String header) throws Exception {
    try (SSLSocket socket = Trust.authority(folder).connect("127.0.0.3", url)) {
      String head =
          "GET %s HTTP/1.1\r\nHost: %s\r\n%s\r\nConnection: close\r\n\r\n"
              .formatted(path, name, header);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return answer
          .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "an id")
          .replaceFirst("\\r\\nDate: [^\\r]*", "");
    }
  }

  @Test
  void otherPathsOfTheHost_areAnsweredAsBefore_whateverTheirHost() {
    for (String path : List.of("/-/officer", "/open/echo", "/-/%6ffice", "/-//office")) {
      String before = send("GET " + path, "evil.example", "").body();
      assertTrue(!before.contains("the page"), before);
    }
    assertEquals(200, send("GET /open/echo", "evil.example", "").status());
  }
}
