package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.doorlist.cli.Doorlist;
import io.doorlist.cli.SmallTemplate;
import io.doorlist.json.Json;
import jakarta.mail.Message;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An office of a process of its own, over HTTP, which is killed while it sends (issue 71). */
class MailKillTest {
  private static final int GUESTS = 40;

  @TempDir private Path folder;

  /** An office that runs, and a tab of it. */
  private final class Running implements AutoCloseable {
    private final Process process;
    private final String page;
    private final String secret;
    private final HttpClient http = HttpClient.newHttpClient();

    Running() throws Exception {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
      command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Ddoorlist.root=" + folder));
      command.addAll(List.of("-DXDG_STATE_HOME=" + folder.resolve("state"), "-cp"));
      command.addAll(List.of(System.getProperty("java.class.path"), Doorlist.class.getName()));
      command.addAll(List.of("up", "--port=0", "--empty", "--office", "--no-browser"));
      command.add("--data=" + folder.resolve("data"));
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectError(folder.resolve("err").toFile());
      builder.environment().put("XDG_CACHE_HOME", folder.toString());
      process = builder.start();
      String line = "";
      while (!line.startsWith("office ")) {
        line = process.inputReader().readLine();
        assertTrue(line != null, () -> "it ended: " + err());
      }
      String link = Files.readString(Path.of(line.substring("office ".length())));
      String opened = link.substring(link.indexOf("url=") + 4, link.indexOf("\"></head>"));
      page = opened.substring(0, opened.indexOf('#'));
      secret = send("POST", "session", opened.substring(opened.indexOf('#') + 1), null).body();
    }

    private String err() {
      try {
        return Files.readString(folder.resolve("err"));
      } catch (IOException e) {
        return e.toString();
      }
    }

    private HttpResponse<String> send(String method, String path, String body, String bearer)
        throws Exception {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(page + "/" + path))
              .method(method, BodyPublishers.ofString(body));
      if (bearer != null) {
        request.header("Authorization", "Bearer " + bearer);
      }
      return http.send(request.build(), BodyHandlers.ofString());
    }

    Map<String, Object> ask(String method, String path, String body) throws Exception {
      HttpResponse<String> answer = send(method, path, body, secret);
      assertTrue(answer.statusCode() < 300, answer.body());
      return Json.readObject(answer.body());
    }

    void mail(int port, Set<String> resend) throws Exception {
      ask(
          "POST",
          "events/gala/mail",
          "{\"host\":\"127.0.0.1\",\"port\":%d,\"from\":\"g@example.org\",\"rate\":60000,\"resend\":%s}"
              .formatted(
                  port, Json.writeValue(Map.of("all", resend)).replaceAll("^.\"all\":|.$", "")));
    }

    /** Waits until nothing is sent any more. */
    void ended() throws Exception {
      while (ask("GET", "events/gala/mail", "").get("running") != null) {
        Thread.yield();
      }
    }

    Set<String> unsure() throws Exception {
      Set<String> references = new TreeSet<>();
      for (Object each : (List<?>) ask("GET", "events/gala/recipients", "").get("unsure")) {
        references.add((String) ((Map<?, ?>) each).get("reference"));
      }
      return references;
    }

    void kill() throws InterruptedException {
      process.destroyForcibly();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    }

    @Override
    public void close() {
      http.close();
      process.destroy();
      process.onExit().join();
    }
  }

  @Test
  void afterAKill_nobodyGetsTwo_andWhoMayHaveNoneIsNamed() throws Exception {
    Files.writeString(folder.resolve("template.yaml"), SmallTemplate.TEXT);
    GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
    server.start();
    try {
      int port = server.getSmtp().getPort();
      try (Running office = new Running()) {
        fill(office);
        office.mail(port, Set.of());
        assertTrue(server.waitForIncomingEmail(60_000, GUESTS / 4));
        office.kill();
      }
      int killed = server.getReceivedMessages().length;
      assertTrue(killed < GUESTS, "it must be killed in between");

      try (Running office = new Running()) {
        Set<String> unsure = office.unsure();
        assertTrue(unsure.size() <= 1, unsure.toString());
        office.mail(port, Set.of());
        office.ended();
        Map<String, Integer> received = received(server);
        assertTrue(received.values().stream().allMatch(times -> times == 1), received.toString());
        assertTrue(received.size() >= GUESTS - unsure.size(), received.toString());
        assertEquals(unsure, office.unsure(), "they wait until somebody says so");
        office.mail(port, unsure);
        office.ended();
        assertEquals(GUESTS, received(server).size());
        assertEquals(Set.of(), office.unsure());
      }
    } finally {
      server.stop();
    }
  }

  private static void fill(Running office) throws Exception {
    office.ask("POST", "events", "{\"title\":\"Gala\",\"types\":[]}");
    StringBuilder list = new StringBuilder("Name,E-Mail\n");
    for (int guest = 1; guest <= GUESTS; guest++) {
      list.append("Guest %1$d,g%1$d@example.org\n".formatted(guest));
    }
    Map<String, Object> preview =
        office.ask("POST", "events/gala/previews?name=guests.csv", list.toString());
    office.ask(
        "POST",
        "previews/" + preview.get("id") + "/import",
        "{\"stamp\":\"" + preview.get("stamp") + "\"}");
    while (!office.ask("GET", "events/gala/imports", "").toString().contains("state=done")) {
      Thread.yield();
    }
  }

  private static Map<String, Integer> received(GreenMail server) throws Exception {
    Map<String, Integer> received = new TreeMap<>();
    for (MimeMessage each : server.getReceivedMessages()) {
      received.merge(each.getRecipients(Message.RecipientType.TO)[0].toString(), 1, Integer::sum);
    }
    return received;
  }
}
