package io.doorlist.bench.report;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** A command that measures something and reports the result. */
@Command(showDefaultValues = true)
public abstract class BenchCommand implements Callable<Integer> {
  public static final Path ROOT = Path.of(System.getProperty("doorlist.root"));

  /** Measures. This may take minutes, and prints progress to standard error. */
  public abstract BenchReport measure() throws Exception;

  @Override
  public final Integer call() throws Exception {
    BenchReport report = measure();
    report.print(System.out);
    return report.missed().isEmpty() ? 0 : 1;
  }

  public static void say(String line) {
    System.err.println(line);
  }
}
