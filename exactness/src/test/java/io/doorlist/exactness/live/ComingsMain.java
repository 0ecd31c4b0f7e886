package io.doorlist.exactness.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The long form of comings and goings over HTTP from the command line. */
public final class ComingsMain {
  private static final int PART = 100_000;
  private static final int CLIENTS = 12;
  private static final int KILLS = 5;

  private ComingsMain() {}

  /** Runs {@code ATTEMPTS [FIRST]} in parts, each on a table of its own. */
  public static void main(String[] arguments) throws Exception {
    int attempts = Integer.parseInt(arguments[0]);
    int first = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
    boolean good = true;
    for (int part = 0; part * PART < attempts; part++) {
      Path data = Files.createTempDirectory("doorlist-comings");
      long start = System.nanoTime();
      try (ComingsRun run =
          new ComingsRun(data, Math.min(PART, attempts - part * PART), first + part)) {
        run.run(CLIENTS, KILLS);
        List<String> violations = run.check();
        System.out.printf(
            "part %d: %s, %d x kill -9, %d violations, %d s%n",
            first + part,
            run.text(),
            KILLS + 1,
            violations.size(),
            (System.nanoTime() - start) / 1_000_000_000L);
        violations.stream().limit(20).forEach(System.out::println);
        good &= violations.isEmpty();
      } finally {
        delete(data);
      }
    }
    System.exit(good ? 0 : 1);
  }

  /** Deletes a folder and all that is in it. */
  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
