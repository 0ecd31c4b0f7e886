package io.doorlist.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.cli.connection.TableOptions;
import io.doorlist.cli.demo.DemoData;
import io.doorlist.domain.Mode;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.store.table.TableFormat;
import io.doorlist.store.token.TokenStore;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.sqlite.SqliteEngine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpCommandTest {
  private static final String ROOT = "doorlist.root";
  private static final String CACHES = "XDG_CACHE_HOME";
  private static final String TEMPLATE =
      SmallTemplate.TEXT
          + """
            HelloFunction:
              Type: AWS::Serverless::Function
              Properties:
                Runtime: java25
                CodeUri: function.zip
                Handler: io.doorlist.cli.HelloFunction
                Environment: {Variables: {API_URL: !Ref ApiUrl, ALLOWED_ORIGINS: !Ref AllowedOrigins}}
                Events:
                  Hello: {Type: Api, Properties: {RestApiId: !Ref Api, Method: get, Path: "/{account}/{event}/checkin_lists"}}
          """;

  @TempDir private Path folder;
  private String root;
  private String caches;

  @BeforeEach
  void standElsewhere() throws IOException {
    root = System.setProperty(ROOT, folder.toString());
    caches = System.setProperty(CACHES, folder.toString());
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    String type = HelloFunction.class.getName().replace('.', '/') + ".class";
    String interfaces =
        RequestStreamHandler.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    try (ZipOutputStream zip =
            new ZipOutputStream(Files.newOutputStream(folder.resolve("function.zip")));
        InputStream code = HelloFunction.class.getResourceAsStream("/" + type)) {
      zip.putNextEntry(new ZipEntry(type));
      code.transferTo(zip);
      zip.putNextEntry(new ZipEntry("lib/interfaces.jar"));
      Files.copy(Path.of(interfaces), zip);
      zip.closeEntry();
    }
  }

  @AfterEach
  void standHereAgain() {
    System.setProperty(ROOT, root);
    if (caches == null) {
      System.clearProperty(CACHES);
    } else {
      System.setProperty(CACHES, caches);
    }
  }

  @Test
  void up_servesTheApiWithDemoData_andEndsInGoodOrder() throws Exception {
    Running running = new Running("--origin", "http://localhost:5173");

    String secret = running.line().substring("token ".length());
    String curl = running.line();
    String url = running.ready();

    TokenSecret token = TokenSecret.read(secret).orElseThrow();
    try (Table table = table()) {
      AccessToken kept = tokens(table).find(token.hash()).orElseThrow();
      assertEquals(DemoData.ACCOUNT, kept.account());
      assertTrue(kept.allEvents());
      assertEquals(Mode.LIVE, kept.mode());
      assertEquals(Role.FULL, kept.role());
    }
    assertEquals(
        "curl -H 'Authorization: Bearer %s' %s/demo/summer-festival/checkin_lists"
            .formatted(secret, url),
        curl);
    for (String link :
        List.of("scanner scan", "board board", "desk desk", "tickets tickets", "reference docs")) {
      String[] named = link.split(" ");
      assertEquals(
          "%s %s/-/%s#account=demo&event=summer-festival&list=1&token=%s"
              .formatted(named[0], url, named[1], secret),
          running.line());
    }
    // The port is a free one, unknown beforehand; developers try their own pages (issue 19).
    assertEquals(
        url + " for http://localhost:5173", get(url + "/demo/summer-festival/checkin_lists"));

    CommandResult result = running.end();
    assertEquals(0, result.status());
    assertFalse(result.err().contains("Exception"), result.err());
    assertFalse(result.err().contains(secret), result.err());
  }

  /** A phone that was paired with the demo goes on when the laptop was off for a while. */
  @Test
  @Tag("long")
  void up_knowsTheTokenOfTheStartBefore() throws Exception {
    String[] options = {"--data", folder.resolve("data").toString()};
    TokenSecret paired = null;
    for (int start = 1; start <= 2; start++) {
      Running running = new Running(options);
      String secret = running.line().substring("token ".length());
      running.line();
      running.ready();
      for (int line = 1; line <= 5; line++) {
        running.line();
      }
      paired = paired == null ? TokenSecret.read(secret).orElseThrow() : paired;
      try (Table table = table()) {
        assertTrue(tokens(table).find(paired.hash()).isPresent(), "start " + start);
      }
      running.end();
    }
  }

  @Test
  void up_refusesAFolderOfDynamoDbLocal() throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Path old = Files.writeString(data.resolve("shared-local-instance.db"), "SQLite format 3");

    assertRefused(
        "is of an earlier version of Doorlist: export its evening with that version",
        0,
        "--data=" + data);
    assertEquals("SQLite format 3", Files.readString(old));
  }

  /** A command and an {@code up} do not shut each other out for longer than they need. */
  @Test
  void up_waitsForACommandThatHasItsFolder_andCommandsFindTheFolderEitherWay() throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    String where = "--data=" + data;
    Running running;
    try (SqliteEngine command = SqliteEngine.open(data, change -> true, line -> {})) {
      assertTrue(command.get(new Key("a", "b")).isEmpty());
      running = new Running("--empty", where);
      running.awaitPause();
    }
    running.ready();
    assertEquals(0, importAccount(where).status());
    assertRefused("another host has the data directory " + data, 0, where);
    CommandResult token = CommandResult.run("token create --account acme", where);
    assertEquals(0, token.status(), token.err());
    running.end();

    CommandResult list = CommandResult.run("token list --account acme", where);
    assertEquals(0, list.status(), list.err());
    assertEquals(2, list.out().lines().count(), list.out());
    CommandResult nowhere = CommandResult.run("token list --account acme", "--data=nowhere");
    assertEquals("doorlist: there is no data directory nowhere\n", nowhere.err());
    CommandResult follow =
        CommandResult.run(
            "follow --from pretix --url http://127.0.0.1:1 --organizer acme",
            "--token-file=" + Files.writeString(folder.resolve("token"), "secret"),
            where);
    assertEquals(
        "doorlist: no `doorlist up` of yours runs with --data %s\n".formatted(data), follow.err());
  }

  @Test
  void backup_copiesTheData_whileItRunsOrNot_andIsRestored() throws Exception {
    Path data = folder.resolve("data");
    Running running = reachable("127.0.0.2");
    running.ready();
    for (int line = 1; line <= 3; line++) {
      running.line();
    }
    assertEquals(0, importAccount().status());
    Path first = folder.resolve("first.sqlite");
    CommandResult backup = CommandResult.run("backup " + first);
    assertEquals("backup " + first + "\n", backup.out(), backup.err());
    CommandResult again = CommandResult.run("backup " + first);
    assertEquals(1, again.status());
    assertTrue(again.err().contains("exists: choose another name"), again.err());
    running.end();
    Path second = folder.resolve("second.sqlite");
    assertEquals(0, CommandResult.run("backup " + second, "--data=" + data).status());

    for (Path copy : List.of(first, second)) {
      Path restored = Files.createDirectories(folder.resolve("of " + copy.getFileName()));
      Files.move(copy, restored.resolve("doorlist.sqlite"));
      Path authority =
          Files.move(
              copy.resolveSibling(copy.getFileName() + ".authority"),
              restored.resolve("authority"));
      try (Stream<Path> files = Files.list(data.resolve("authority"))) {
        for (Path file : files.toList()) {
          Path same = authority.resolve(file.getFileName());
          assertEquals(-1, Files.mismatch(file, same));
          assertEquals(Files.getPosixFilePermissions(file), Files.getPosixFilePermissions(same));
        }
      }
      CommandResult made = CommandResult.run("token create --account acme", "--data=" + restored);
      assertEquals(0, made.status(), made.err());
    }
  }

  /**
   * Issue 32: if strangers can reach {@code up}, it makes no token unless it is asked for one.
   * Phones are paired by codes.
   */
  @Test
  void up_opensTheDoorToPhones_andPairDrawsACode() throws Exception {
    Running running = reachable("127.0.0.2");
    String url = running.ready();
    String lan = running.line();
    assertTrue(lan.startsWith("lan https://127.0.0.2:"), lan);
    assertTrue(running.line().startsWith("trust http://127.0.0.2:"));
    assertTrue(running.line().matches("fingerprint ([0-9A-F]{2}:){31}[0-9A-F]{2}"));
    // Issue 51: commands find it by themselves.
    assertEquals(0, importAccount().status());
    String pair = "pair --account=acme --role=scanner";

    CommandResult paired = CommandResult.run(pair);

    assertEquals(0, paired.status(), paired.err());
    assertTrue(
        paired
            .out()
            .matches("scanner " + lan.substring(4) + "/-/scan#account=acme&token=dl_live_[^ ]+\n"),
        paired.out());
    assertTrue(paired.err().lines().count() > 15, "no code");
    CommandResult there = CommandResult.run(pair, "--host=127.0.0.2");
    assertTrue(there.out().startsWith("scanner " + lan.substring(4)), there.err());
    CommandResult elsewhere = CommandResult.run(pair, "--host=127.0.0.9");
    assertEquals(1, elsewhere.status());
    assertTrue(elsewhere.err().contains("serves phones at 127.0.0.2, not at 127.0.0.9"));
    int port = URI.create(url).getPort();
    assertEquals(0, CommandResult.run(pair, "--port=" + port).status());
    running.end();
    assertEquals(
        "doorlist: no `doorlist up` of yours runs here; --data DIR opens its folder, and --stack"
            + " names a table on AWS\n",
        CommandResult.run(pair).err());

    Running moved = reachable("127.0.0.3");
    moved.ready();
    for (int line = 1; line <= 3; line++) {
      moved.line();
    }
    String said = moved.end().err();
    assertTrue(said.contains("phones that were paired at " + lan.substring(4)), said);
  }

  private Running reachable(String host) throws IOException {
    return new Running("--host=" + host, "--trust-port=0", "--data=" + folder.resolve("data"));
  }

  /** A double click is {@code start}, and a second one opens the page of the first. */
  @Test
  void start_runsUpWithTheOffice_andAgainOpensItsPage() throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.writeString(data.resolve("port"), port + "\n");
    // Its port for trust is the usual one, so it has an address that no other test has.
    String host = "--host=127.1.%d.%d".formatted(port / 256, port % 256);
    String[] options = {"--let-sleep", "--no-browser", host, "--data=" + data};
    Running running = new Running("start", options);
    running.ready();
    String office = running.line();
    while (!office.startsWith("office ")) {
      office = running.line();
    }

    CommandResult again = CommandResult.run("start", options);
    running.end();

    assertEquals(0, again.status(), again.err());
    assertEquals(office + "\n", again.out());
  }

  @Test
  void up_refuses_whatDoesNotGoTogether_orGivesNothing() {
    for (String options :
        List.of(
            "--lan",
            "--demo --empty",
            "--busy --empty",
            "--busy --lan --data=x",
            "--lan --data=x --key=k",
            "--certificate=c --key=k")) {
      assertEquals(2, CommandResult.run("up " + options).status(), options);
    }
  }

  @Test
  void up_saysInOneLine_thatAPortIsInUse() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = socket.getLocalPort();

      assertRefused("port " + port + " is in use: ", port);
    }
  }

  @Test
  void up_saysInOneLine_whatIsMissingOrBroken() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertRefused("data directory", 0, "--data=" + file);
    Files.delete(folder.resolve("function.zip"));
    assertRefused("function.zip", 0);
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE.replace("Resources:", "Things:"));
    assertRefused("the template is broken: ", 0);
  }

  private static CommandResult importAccount(String... options) {
    List<String> arguments = new ArrayList<>(List.of("import", "-"));
    arguments.addAll(List.of(options));
    return CommandResult.of(
        SampleLines.ACCOUNT.getBytes(StandardCharsets.UTF_8), arguments.toArray(String[]::new));
  }

  private static TokenStore tokens(Table table) {
    return new TokenStore(table, new TableFormat(table));
  }

  /** Returns the table of the one that runs, as commands have it. */
  private static Table table() {
    return new TableOptions().connect(Clock.systemUTC());
  }

  private static void assertRefused(String reason, int port, String... options) {
    CommandResult result = CommandResult.run("up --empty --port=" + port, options);

    assertEquals(1, result.status());
    assertEquals("", result.out());
    assertTrue(result.err().contains(reason), result.err());
    assertEquals(1, result.err().lines().count(), result.err());
  }

  private static String get(String url) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  /** The page is opened by a file that only its owner reads, with a code for one use (issue 71). */
  @Test
  void office_isOpened_byAFileOfItsOwner() throws Exception {
    Path data = folder.resolve("kept");
    Running running = new Running("--empty", "--office", "--no-browser", "--data", data.toString());
    String url = running.ready();
    Path file = Path.of(running.line().substring("office ".length()));

    assertEquals(data.resolve("office.html").toAbsolutePath(), file);
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    String link = between(Files.readString(file), "url=", "\"");
    String code = link.substring(link.indexOf('#') + 1);
    assertEquals(url + "/-/office#" + code, link);
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest.BodyPublisher exchanged = HttpRequest.BodyPublishers.ofString(code);
      HttpResponse<String> secret =
          http.send(
              HttpRequest.newBuilder(URI.create(url + "/-/office/session")).POST(exchanged).build(),
              HttpResponse.BodyHandlers.ofString());
      assertEquals(201, secret.statusCode());
      HttpResponse<String> state =
          http.send(
              HttpRequest.newBuilder(URI.create(url + "/-/office/state"))
                  .header("Authorization", "Bearer " + secret.body())
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertEquals(200, state.statusCode());
      assertTrue(state.body().contains("\"account\":\"doorlist\""), state.body());
    }
    assertFalse(Files.readString(file).contains(code), "the next tab has a code of its own");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals(new CommandResult(0, "", ""), running.end());
    assertFalse(Files.exists(file));
  }

  @Test
  void office_isNotThere_unlessItIsAskedFor() throws Exception {
    Running running = new Running("--empty");
    String url = running.ready();
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (String path : List.of("/-/office", "/-/office/session")) {
        HttpResponse<String> answer =
            http.send(
                HttpRequest.newBuilder(URI.create(url + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertTrue(answer.statusCode() >= 400, answer.body());
      }
    }
    running.end();
    for (String[] wrong : new String[][] {{"--no-browser"}, {"--account", "acme"}}) {
      CommandResult refused =
          CommandResult.of(
              new byte[0], Stream.concat(Stream.of("up"), Stream.of(wrong)).toArray(String[]::new));
      assertEquals(2, refused.status());
      assertTrue(refused.err().contains("go with --office"), refused.err());
    }
  }

  private static String between(String text, String before, String after) {
    int start = text.indexOf(before) + before.length();
    return text.substring(start, text.indexOf(after, start));
  }

  /** The command, on its own thread. */
  private static final class Running {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PipedInputStream printed = new PipedInputStream(1 << 16);
    private final Scanner lines = new Scanner(printed, StandardCharsets.UTF_8);
    private final CompletableFuture<Integer> status = new CompletableFuture<>();
    private final Thread thread;

    Running(String... options) throws IOException {
      this("up --port 0", options);
    }

    Running(String command, String[] options) throws IOException {
      PrintStream out =
          new PrintStream(new PipedOutputStream(printed), false, StandardCharsets.UTF_8);
      List<String> all = new ArrayList<>(List.of(command.split(" ")));
      all.addAll(List.of(options));
      thread =
          new Thread(
              () -> {
                status.complete(
                    Doorlist.run(
                        new ByteArrayInputStream(new byte[0]),
                        out,
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        all.toArray(String[]::new)));
                out.close();
              });
      thread.start();
    }

    /** Waits until the command is ready; returns where the API is. */
    String ready() {
      String line = line();
      assertTrue(line.startsWith("ready http://127.0.0.1:"), line);
      return line.substring("ready ".length());
    }

    /** Waits until it waits for its folder. */
    void awaitPause() {
      while (Stream.of(thread.getStackTrace())
          .noneMatch(frame -> frame.getMethodName().equals("pause"))) {
        assertTrue(thread.isAlive(), () -> err.toString(StandardCharsets.UTF_8));
        Thread.onSpinWait();
      }
    }

    String line() {
      assertTrue(
          lines.hasNextLine(), () -> "nothing more; " + err.toString(StandardCharsets.UTF_8));
      return lines.nextLine();
    }

    CommandResult end() throws Exception {
      thread.interrupt();
      int result = status.get(30, TimeUnit.SECONDS);
      assertFalse(lines.hasNextLine());
      return new CommandResult(result, "", err.toString(StandardCharsets.UTF_8));
    }
  }
}
