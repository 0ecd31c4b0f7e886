package io.doorlist.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A command that measures something and reports it. */
@Command(showDefaultValues = true)
public abstract class BenchCommand implements Callable<Integer> {
  /** The root of the repository. */
  public static final Path ROOT = Path.of(System.getProperty("doorlist.root"));

  @Option(
      names = "--results",
      paramLabel = "DIR",
      defaultValue = "${sys:doorlist.root}/tools/bench/target/results",
      description = "Where to write the figures as JSON.")
  private Path results;

  /** Measures; may take minutes, and reports progress on standard error. */
  public abstract Report measure() throws Exception;

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
  public static void say(String line) {
    System.err.println(line);
  }
}
