package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.door.DoorRule;
import io.doorlist.door.Reentry;
import io.doorlist.phone.HttpService;
import io.doorlist.phone.HttpService.Network;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scanner page without its views, in Node: its own modules on a database in a file, over real
 * HTTP to the service's model. Whatever the network does, and whenever the page is killed, the
 * service has what each guest was told.
 */
@Timeout(240)
class PageInNodeTest {
  private static final Path PAGES = Path.of(System.getProperty("doorlist.root"), "pages");
  private static final List<String> TICKETS =
      IntStream.range(0, 1_000).mapToObj(each -> "ticket-" + each).toList();

  @TempDir private Path folder;

  @BeforeEach
  void copy() throws IOException {
    copyAll(PAGES.resolve("src/main/web"));
    copyAll(PAGES.resolve("target/compiled"));
    copyAll(Path.of("src/test/resources/node"));
    Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
  }

  private void copyAll(Path from) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path each : files.filter(file -> file.toString().matches(".*\\.m?js")).toList()) {
        Files.copy(each, folder.resolve(each.getFileName()));
      }
    }
  }

  private Process page(HttpService service, int first, int count, Path output) throws IOException {
    return node(
        output, "door-app.mjs", service.link(), String.valueOf(first), String.valueOf(count));
  }

  private Process node(Path output, String script, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("node", folder.resolve(script).toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(output.toFile());
    builder.environment().put("DATABASE", folder.resolve("database").toString());
    return builder.start();
  }

  /** Returns what a script says that ends by itself. */
  private String said(String script, String... arguments) throws Exception {
    Path output = folder.resolve("output");
    Process node = node(output, script, arguments);
    try {
      assertTrue(node.waitFor(60, TimeUnit.SECONDS), "it does not end");
    } finally {
      node.destroyForcibly();
    }
    return Files.readString(output);
  }

  /** Returns what a page has said, once it has said so much. */
  private static List<String> lines(Process page, Path output, int least) throws Exception {
    List<String> lines = Files.readAllLines(output);
    while (lines.size() < least) {
      TimeUnit.MILLISECONDS.sleep(5);
      boolean runs = page.isAlive();
      lines = Files.readAllLines(output);
      assertTrue(runs || lines.size() >= least, "the page has ended");
    }
    return lines;
  }

  private static void judge(HttpService service, List<String> said) {
    long in = said.stream().filter(line -> line.contains(" IN ")).count();
    assertTrue(in > 5, () -> in + " came in: " + said);
    for (String line : said) {
      String[] parts = line.split(" ");
      if (parts.length == 4) {
        boolean passed = parts[1].equals("IN");
        assertEquals(passed ? 1 : 0, service.entries("ticket-" + parts[0]), line);
        assertTrue(!passed || service.counts(parts[2]), line);
      }
    }
  }

  @Test
  void everyScan_endsInWhatWasTold_overAHostileNetwork() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 23)) {
      Path output = folder.resolve("output");
      Process page = page(service, 0, 30, output);
      try {
        lines(page, output, 1);
        service.network(Network.HOSTILE);
        lines(page, output, 30);
        service.network(Network.GOOD);
        List<String> said = lines(page, output, 31);

        judge(service, said);
        assertEquals("done 0 0", said.getLast());
      } finally {
        page.destroyForcibly();
      }
    }
  }

  @Test
  void scansAnswersAndCodes_areThoseOfTheVectors() throws Exception {
    Path vectors = folder.resolve("vectors.json");
    try (InputStream file = DoorRule.class.getResourceAsStream("vectors.json")) {
      Files.copy(file, vectors);
    }
    assertEquals(
        "11 scans, 39 answers and 13 texts are as the vectors say\n",
        said("scans-app.mjs", vectors.toString()));
  }

  /** The first copy may be older than what the server hears of the page. */
  @Test
  void firstCopy_decidesByWhatThePageDidBefore() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 1)) {
      assertEquals("in in\n", said("late-copy-app.mjs", service.link(), "undo"));
    }
    Files.delete(folder.resolve("database"));
    try (HttpService service = new HttpService(TICKETS, 1, Reentry.AFTER_EXIT)) {
      assertEquals("in in\n", said("late-copy-app.mjs", service.link(), "exit"));
    }
  }

  @Test
  void killedPages_loseNothing() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 7)) {
      Random random = new Random(7);
      List<String> said = new ArrayList<>();
      for (int life = 0; life < 6; life++) {
        Path output = folder.resolve("output" + life);
        Process page = page(service, life * 100, 100, output);
        lines(page, output, 1);
        service.network(life % 2 == 0 ? Network.HOSTILE : Network.GOOD);
        lines(page, output, 2 + random.nextInt(6));
        TimeUnit.MILLISECONDS.sleep(random.nextInt(50));
        page.destroyForcibly().waitFor();
        said.addAll(lines(page, output, 0));
        service.network(Network.GOOD);
      }
      Path output = folder.resolve("last");
      Process page = page(service, 0, 0, output);
      assertTrue(page.waitFor(150, TimeUnit.SECONDS), "it still has scans");

      judge(service, said);
      assertEquals("done 0 0", Files.readAllLines(output).getLast());
    }
  }
}
