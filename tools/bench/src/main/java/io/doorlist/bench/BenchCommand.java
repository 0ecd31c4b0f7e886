package io.doorlist.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A command that measures something and reports it. */
@Command(showDefaultValues = true)
abstract class BenchCommand implements Callable<Integer> {
  @Option(
      names = "--results",
      paramLabel = "DIR",
      defaultValue = "${sys:doorlist.root}/tools/bench/target/results",
      description = "Where to write the figures as JSON.")
  private Path results;

  /** Measures; may take minutes, and reports progress on standard error. */
  abstract Report measure() throws Exception;

  @Override
  public final Integer call() throws Exception {
    Report report = measure();
    report.print(System.out);
    write(report);
    return report.good() ? 0 : 1;
  }

  private void write(Report report) throws IOException {
    say("figures are in " + report.write(results));
  }

  /** Reports progress. */
  static void say(String line) {
    System.err.println(line);
  }
}
