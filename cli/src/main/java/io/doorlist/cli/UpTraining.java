package io.doorlist.cli;

import io.doorlist.local.LocalHost;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.regex.Pattern;

/**
 * Runs an {@code up} with demo data and lets its guests in. Meanwhile the JVM records which classes
 * an {@code up} needs, and which code runs often. {@code tools/launch.sh} creates the ahead-of-time
 * cache of {@code up} from that record.
 */
final class UpTraining {
  private static final Pattern CODE = Pattern.compile("\"qr_code_identifier\":\"([^\"]*)\"");
  private static final Pattern CHECKIN = Pattern.compile("^\\{\"id\":([0-9]+)");

  /** How often each guest comes in. With the demo data, these are thousands of scans. */
  private static final int ROUNDS = 3;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** More than an {@code up} prints. */
  private static final int SAID_BYTES = 64 << 10;

  private final HttpClient client = HttpClient.newHttpClient();
  private final String list;
  private final String token;

  private UpTraining(String lists, String token) {
    this.list = lists + "/1";
    this.token = token;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("training");
    System.setProperty("XDG_CACHE_HOME", folder.toString());
    try (PipedInputStream said = new PipedInputStream(SAID_BYTES);
        PrintStream out =
            new PrintStream(new PipedOutputStream(said), true, StandardCharsets.UTF_8)) {
      Thread up =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () ->
                      Doorlist.run(
                          InputStream.nullInputStream(), out, System.err, "up", "--port=0"));
      UpTraining training = ready(new Scanner(said, StandardCharsets.UTF_8));
      for (int round = 0; round < ROUNDS; round++) {
        training.letGuestsIn();
      }
      up.interrupt();
      up.join();
    } finally {
      LocalHost.delete(folder);
    }
  }

  /** Waits for the demo data. */
  private static UpTraining ready(Scanner lines) {
    String token = lines.nextLine().split(" ")[1];
    String curl = lines.nextLine();
    while (!lines.nextLine().startsWith("board ")) {
      // The lines before it are of no use.
    }
    return new UpTraining(curl.substring(curl.indexOf("http://")), token);
  }

  /** Scans each ticket twice, as guests come in once, and then withdraws the check-in. */
  private void letGuestsIn() throws IOException, InterruptedException {
    for (String code : codes()) {
      String checkins = "/tickets/%s/checkins".formatted(code);
      String answer = send("POST", checkins);
      send("POST", checkins);
      List<String> id = found(CHECKIN, answer);
      if (!id.isEmpty()) {
        send("DELETE", "/checkins/" + id.getFirst());
      }
    }
  }

  private List<String> codes() throws IOException, InterruptedException {
    List<String> codes = new ArrayList<>();
    for (int page = 1; ; page++) {
      List<String> more = found(CODE, send("GET", "/tickets?page=" + page));
      if (more.isEmpty()) {
        return codes;
      }
      codes.addAll(more);
    }
  }

  private static List<String> found(Pattern what, String answer) {
    return what.matcher(answer).results().map(result -> result.group(1)).toList();
  }

  private String send(String method, String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(list + path))
            .method(method, BodyPublishers.noBody())
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + token)
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }
}
