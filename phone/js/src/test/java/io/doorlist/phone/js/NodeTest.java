package io.doorlist.phone.js;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.phone.HttpService;
import io.doorlist.phone.HttpService.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The npm package in Node, on real files and over real HTTP, to the service's model. */
@Timeout(180)
class NodeTest {
  private static final List<String> TICKETS =
      IntStream.range(0, 1_000).mapToObj(each -> "ticket-" + each).toList();

  @TempDir private Path folder;

  private Process app(HttpService service, int first, int count, Path output) throws IOException {
    return new ProcessBuilder(
            "node",
            Path.of("src/test/resources/scanning-app.mjs").toString(),
            Path.of("target/npm").toAbsolutePath().toString(),
            service.link(),
            folder.resolve("phone").toString(),
            String.valueOf(first),
            String.valueOf(count))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .redirectOutput(output.toFile())
        .start();
  }

  /** Returns what an app has said, once it has said so much. */
  private static List<String> lines(Process app, Path output, int least) throws Exception {
    List<String> lines = Files.readAllLines(output);
    while (lines.size() < least) {
      TimeUnit.MILLISECONDS.sleep(5);
      boolean runs = app.isAlive();
      lines = Files.readAllLines(output);
      assertTrue(runs || lines.size() >= least, "the app has ended");
    }
    return lines;
  }

  /** Runs a script of Node with the package, a link and the folder; returns what it says. */
  private String node(String link, String script) throws Exception {
    Path output = folder.resolve("said");
    Process node =
        new ProcessBuilder(
                "node",
                "--input-type=module",
                "--eval",
                script,
                Path.of("target/npm").toUri().toString(),
                link,
                folder.resolve("phone").toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertTrue(node.waitFor(60, TimeUnit.SECONDS), "it does not end");
    } finally {
      node.destroyForcibly();
    }
    return Files.readString(output).trim();
  }

  private static final String OPEN =
      """
      const [directory, link, folder] = process.argv.slice(1);
      const {open} = await import(directory + "index.js");
      const {fileStorage} = await import(directory + "node.js");
      const opened = (storage) =>
          open(link, {storage}).then((phone) => phone, (error) => console.log(error.message));
      """;

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
  void scan_endsInWhatWasTold_overAHostileNetwork() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 11)) {
      Path output = folder.resolve("output");
      Process app = app(service, 0, 20, output);
      try {
        lines(app, output, 1);
        service.network(Network.HOSTILE);
        lines(app, output, 20);
        service.network(Network.GOOD);
        List<String> said = lines(app, output, 21);

        judge(service, said);
        for (String line : said.subList(0, 20)) {
          assertTrue(Integer.parseInt(line.split(" ")[3]) < 1_500, line);
        }
        assertTrue(app.waitFor(30, TimeUnit.SECONDS), "it does not end");
        assertEquals(0, app.exitValue());
      } finally {
        app.destroyForcibly();
      }
    }
  }

  @Test
  void killedApps_loseNothing() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 5)) {
      Random random = new Random(5);
      List<String> said = new ArrayList<>();
      for (int life = 0; life < 6; life++) {
        Path output = folder.resolve("output" + life);
        Process app = app(service, life * 100, 100, output);
        lines(app, output, 1);
        service.network(life % 2 == 0 ? Network.HOSTILE : Network.GOOD);
        lines(app, output, 2 + random.nextInt(6));
        TimeUnit.MILLISECONDS.sleep(random.nextInt(50));
        app.destroyForcibly().waitFor();
        said.addAll(lines(app, output, 0));
        service.network(Network.GOOD);
      }
      Path output = folder.resolve("last");
      Process app = app(service, 0, 0, output);
      assertTrue(app.waitFor(120, TimeUnit.SECONDS), "it still has scans");

      judge(service, said);
    }
  }

  /**
   * A power cut may leave a lock that is empty, and a number may be that of another process by now.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", "1"})
  void folder_isFree_whateverAKilledAppLeftInIt(String left) throws Exception {
    try (HttpService service = new HttpService(TICKETS, 1)) {
      Path lock = Files.createDirectories(folder.resolve("phone"));
      Files.writeString(lock.resolve("acme.gala.live.lines.lock"), left);

      String said =
          node(
              service.link(),
              OPEN
                  + """
                  const phone = await opened(fileStorage(folder));
                  console.log(phone.list());
                  await phone.close();
                  """);

      assertEquals("1", said);
    }
  }

  @Test
  void folder_isFree_onceItsAppIsKilled_orClosesIt() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 1)) {
      Path output = folder.resolve("output");
      Process app = app(service, 0, 100, output);
      String open = OPEN + "const phone = await opened(fileStorage(folder));";
      try {
        lines(app, output, 1);

        assertEquals("another phone has this folder open", node(service.link(), open));
        service.network(Network.SILENT);
      } finally {
        app.destroyForcibly().waitFor();
      }
      String again =
          open
              + """
              const second = await opened(fileStorage(folder));
              await phone.close();
              const third = await opened(fileStorage(folder));
              console.log(third.list());
              process.exit();
              """;
      assertEquals("another phone has this folder open\n1", node(service.link(), again));
      assertEquals("another phone has this folder open\n1", node(service.link(), again));
    }
  }

  @Test
  void folder_mayHaveALongName() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 1)) {
      String said =
          node(
              service.link(),
              OPEN
                  + """
                  const long = `${folder}/${"long".repeat(50)}`;
                  const phone = await opened(fileStorage(long));
                  await opened(fileStorage(long));
                  console.log(phone.list());
                  await phone.close();
                  """);

      assertEquals("another phone has this folder open\n1", said);
    }
  }

  @Test
  void open_saysWhatIsMissing_whereThereIsNoDatabase() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 1)) {
      assertEquals(
          "scans cannot be kept here: give a storage, or serve the page by https",
          node(service.link(), OPEN + "await opened();"));
    }
  }
}
