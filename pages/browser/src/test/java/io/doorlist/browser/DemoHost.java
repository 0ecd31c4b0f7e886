package io.doorlist.browser;

import io.doorlist.cli.Doorlist;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code ./doorlist up} with its demo data, in its own process, for all tests. */
final class DemoHost {
  private static final Path ROOT = Path.of(System.getProperty("doorlist.root"));
  private static final String NOTES = "XDG_CACHE_HOME";
  private static final Pattern TOKEN = Pattern.compile("\"token\": *\"(dl_[^\"]+)\"");

  private static DemoHost running;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, String> printed = new TreeMap<>();
  private final Process process;

  private DemoHost() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Ddoorlist.root=" + ROOT));
    command.addAll(List.of("-cp", ROOT.resolve("cli/target/cli") + "/*"));
    command.addAll(List.of("io.doorlist.cli.Doorlist", "up", "--port=0"));
    // Commands find it there, in this process and its own.
    String notes = Files.createTempDirectory("up").toString();
    System.setProperty(NOTES, notes);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put(NOTES, notes);
    process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
  }

  /** Returns the host, which begins to start with the first call. */
  static synchronized DemoHost get() throws IOException {
    if (running == null) {
      running = new DemoHost();
    }
    return running;
  }

  /** Waits until it runs. */
  void await() throws IOException {
    while (!printed.containsKey("reference")) {
      String line = process.inputReader().readLine();
      if (line == null) {
        throw new IOException("./doorlist up ended");
      }
      String[] parts = line.split(" ", 2);
      printed.put(parts[0], parts[1]);
    }
  }

  /** Runs a command on the host's table with this standard input; returns its output. */
  String run(String input, List<String> command) throws IOException {
    List<String> all = new ArrayList<>(command);
    all.add("--up=" + url());
    ByteArrayInputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      if (Doorlist.run(in, out, out, all.toArray(String[]::new)) != 0) {
        throw new IOException("./doorlist " + String.join(" ", command) + ": " + said);
      }
    }
    return said.toString(StandardCharsets.UTF_8);
  }

  /** Imports what is in a file of ours. */
  void load(String lines) throws IOException {
    run(lines, List.of("import", "-"));
  }

  String url() {
    return printed.get("ready");
  }

  /**
   * Returns the link that was printed for a page of the demo: scanner, board, tickets, reference.
   */
  String link(String page) {
    return printed.get(page);
  }

  /** Returns a link for a phone with its own token. */
  String link(String event, String list, String role, String name) throws IOException {
    String json =
        run(
            "",
            List.of(
                "token", "create", "--account=demo", "--role=" + role, "--name=" + name, "--json"));
    Matcher token = TOKEN.matcher(json);
    if (!token.find()) {
      throw new IOException("no token was made");
    }
    return "%s/-/scan#account=demo&event=%s&list=%s&token=%s"
        .formatted(url(), event, list, token.group(1));
  }

  /** Calls the API with the demo's own token. */
  String get(String path) {
    return ask(path, HttpRequest.newBuilder());
  }

  /** Checks a ticket in with the demo's own token and this query, as another phone would. */
  String checkIn(String event, String list, String code, String query) {
    return ask(
        "/demo/%s/checkin_lists/%s/tickets/%s/checkins?%s".formatted(event, list, code, query),
        HttpRequest.newBuilder().POST(BodyPublishers.noBody()));
  }

  /** Sends JSON with the demo's own token. */
  String post(String path, String json) {
    return ask(
        path,
        HttpRequest.newBuilder()
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  /** Undoes with the demo's own token. */
  void delete(String path) {
    ask(path, HttpRequest.newBuilder().DELETE());
  }

  /** Asks, and asks again while the table is too busy, as clients do. */
  private String ask(String path, HttpRequest.Builder asked) {
    HttpRequest request =
        asked
            .uri(URI.create(url() + path))
            .header("Authorization", "Bearer " + printed.get("token"))
            .build();
    try {
      HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
      for (int attempt = 1; attempt < 5 && answer.statusCode() == 503; attempt++) {
        answer = http.send(request, BodyHandlers.ofString());
      }
      return answer.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the first number with this name in JSON. */
  static int number(String name, String json) {
    Matcher found = Pattern.compile("\"" + name + "\":(\\d+)").matcher(json);
    if (!found.find()) {
      throw new IllegalStateException("no " + name);
    }
    return Integer.parseInt(found.group(1));
  }
}
