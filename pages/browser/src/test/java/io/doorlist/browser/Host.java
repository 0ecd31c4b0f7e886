package io.doorlist.browser;

import io.doorlist.cli.Doorlist;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code ./doorlist up} with its demo data, in its own process, for all tests. */
final class Host {
  private static final Path ROOT = Path.of(System.getProperty("doorlist.root"));
  private static final Pattern TICKET =
      Pattern.compile(
          "\"qr_code_url\":\"([^\"]+)\"[^}]*\"reference\":\"([^\"]+)\""
              + "[^}]*\"ticket_type\":\"([^\"]+)\"");
  private static final Pattern TOKEN = Pattern.compile("\"token\":\"(dl_[^\"]+)\"");

  private static Host running;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, String> printed = new TreeMap<>();
  private final int table;
  private final List<String> freeCodes = new ArrayList<>();

  private Host() throws IOException {
    table = freePort();
    Process process = start("up", "--port", "0", "--dynamodb-port", table + "");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process)));
    BufferedReader lines = process.inputReader();
    while (!printed.containsKey("reference")) {
      String line = lines.readLine();
      if (line == null) {
        throw new IOException("./doorlist up ended");
      }
      String[] parts = line.split(" ", 2);
      printed.put(parts[0], parts[1]);
    }
  }

  /** Returns the host, which starts with the first call. */
  static synchronized Host get() {
    if (running == null) {
      try {
        running = new Host();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return running;
  }

  private static void end(Process process) {
    process.destroy();
    try {
      process.waitFor(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      process.destroyForcibly();
    }
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Ddoorlist.root=" + ROOT);
    command.add("-cp");
    command.add(ROOT.resolve("cli/target/cli") + "/*");
    command.add("io.doorlist.cli.Doorlist");
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  /** Runs a command on the host's table with this standard input; returns its output. */
  String run(String input, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--endpoint=http://127.0.0.1:" + table);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      int status =
          Doorlist.run(
              new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
              out,
              out,
              all.toArray(String[]::new));
      if (status != 0) {
        throw new IOException("./doorlist " + String.join(" ", arguments) + ": " + said);
      }
    }
    return said.toString(StandardCharsets.UTF_8);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  String url() {
    return printed.get("ready");
  }

  /** Returns the link that was printed for a page: scanner, board, tickets or reference. */
  String link(String page) {
    return printed.get(page);
  }

  /**
   * Returns a link for a phone with its own token.
   *
   * @param more options of the token
   */
  String link(String list, String role, String name, String... more) throws IOException {
    List<String> create =
        new ArrayList<>(
            List.of("token", "create", "--account=demo", "--role=" + role, "--name=" + name));
    create.addAll(List.of(more));
    create.add("--json");
    String json = run("", create.toArray(String[]::new));
    Matcher token = TOKEN.matcher(json.replace(" ", ""));
    if (!token.find()) {
      throw new IOException("no token was made");
    }
    return "%s/-/scan#account=demo&event=summer-festival&list=%s&token=%s"
        .formatted(url(), list, token.group(1));
  }

  /** Calls the API with the demo's own token. */
  String get(String path) {
    return ask(HttpRequest.newBuilder(URI.create(url() + path)));
  }

  /** Checks a ticket in with the demo's own token, as another phone would. */
  String checkIn(String event, String list, String code) {
    return checkIn(event, list, code, "");
  }

  /** Checks a ticket in with the demo's own token and this query. */
  String checkIn(String event, String list, String code, String query) {
    String path =
        "/demo/%s/checkin_lists/%s/tickets/%s/checkins?%s".formatted(event, list, code, query);
    return ask(HttpRequest.newBuilder(URI.create(url() + path)).POST(BodyPublishers.noBody()));
  }

  /** Sends JSON with the demo's own token. */
  String post(String path, String json) {
    return ask(
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  /** Undoes a ticket's check-in with the demo's own token. */
  void undo(String event, String list, String code) {
    String door = "/demo/%s/checkin_lists/%s".formatted(event, list);
    String look = get(door + "/tickets/" + code);
    String id = look.replaceFirst(".*\"checkin\":\\{\"id\":(\\d+).*", "$1");
    ask(HttpRequest.newBuilder(URI.create(url() + door + "/checkins/" + id)).DELETE());
  }

  /** Asks, and asks again while the table is too busy, as clients do. */
  private String ask(HttpRequest.Builder asked) {
    HttpRequest request = asked.header("Authorization", "Bearer " + printed.get("token")).build();
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

  /** Returns the address in the code of an unused ticket of a type. */
  synchronized String ticket(String type) {
    if (freeCodes.isEmpty()) {
      // A third of the demo's guests are in already.
      Set<String> in = new HashSet<>();
      String list = "/demo/summer-festival/checkin_lists/1/";
      for (int page = 1; page <= 3; page++) {
        Matcher each =
            Pattern.compile("\"reference\":\"([^\"]+)\"")
                .matcher(get(list + "checkins?items=250&page=" + page));
        while (each.find()) {
          in.add(each.group(1));
        }
      }
      for (int page = 1; page <= 3; page++) {
        Matcher each = TICKET.matcher(get(list + "tickets?items=250&page=" + page));
        while (each.find()) {
          if (!in.contains(each.group(2))) {
            freeCodes.add(each.group(3) + "\t" + each.group(1));
          }
        }
      }
    }
    for (int i = 0; i < freeCodes.size(); i++) {
      String[] parts = freeCodes.get(i).split("\t");
      if (parts[0].equals(type)) {
        freeCodes.remove(i);
        return parts[1];
      }
    }
    throw new IllegalStateException("no ticket is left");
  }

  /** Returns how many are in on a list. */
  int in(String list) {
    return in("summer-festival", list);
  }

  /** Returns how many are in on a list of an event. */
  int in(String event, String list) {
    return number("checked_in_count", get("/demo/" + event + "/checkin_lists/" + list));
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
