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
}
