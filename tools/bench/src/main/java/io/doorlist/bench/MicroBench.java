package io.doorlist.bench;

import io.doorlist.bench.micro.HandlerBenchmark;
import io.doorlist.bench.micro.JsonBenchmark;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What of a request's time and memory is ours. */
@Command(
    name = "micro",
    description = {
      "Measures requests from the input's bytes to the answer's with JMH, over a table that",
      "answers from memory: the SDK's marshalling, signing and connections are not in it. Reading",
      "and writing JSON is compared with plain jackson-core."
    })
final class MicroBench extends BenchCommand {
  private static final double MAX_MICROS = 60;
  private static final double MAX_KILOBYTES = 40;
  private static final String CHECK_IN = "checkInTicket";

  /** Rows by benchmark. */
  private static final Map<String, String> TITLES = titles();

  @Option(names = "--seconds", description = "How long each is measured, after as long to warm up.")
  private int seconds = 5;

  @Option(
      names = "--forks",
      description = "JVMs for each, one after the other; 0 measures in this one.")
  private int forks = 1;

  @Option(
      names = "--profiler",
      paramLabel = "NAME",
      description = "One of JMH's profilers, such as stack, whose findings are printed.")
  private String profiler;

  @Option(names = "--only", paramLabel = "REGEX", description = "Which of the benchmarks to run.")
  private String only = ".*";

  /** The compilers of a function's JVM. */
  private enum Compilers {
    /** As in a JVM that Lambda restores from a snapshot. */
    BOTH("both compilers"),

    /** As in any other JVM on Lambda. */
    FIRST("first compiler", "-XX:TieredStopAtLevel=1");

    private final String title;
    private final List<String> options;

    Compilers(String title, String... options) {
      this.title = title;
      this.options = List.of(options);
    }
  }

  private static Map<String, String> titles() {
    Map<String, String> titles = new LinkedHashMap<>();
    titles.put("getCheckinList", "getCheckinList a list");
    titles.put("listTicketsOfList250", "listTicketsOfList a page of 250 tickets");
    titles.put(CHECK_IN, "checkInTicket check in a ticket");
    titles.put("checkInTicketWithKey", "checkInTicket with an idempotency key");
    titles.put("unknownRoute", "an input read, answered 404");
    titles.put("readInput", "read an input: ours");
    titles.put("readInputPlain", "read an input: jackson-core");
    titles.put("writePage", "write 250 tickets: ours");
    titles.put("writePagePlain", "write 250 tickets: jackson-core");
    return titles;
  }

  @Override
  Report measure() throws RunnerException {
    Report report =
        new Report(
            "micro",
            "microseconds and kilobytes (of 1,000 bytes) of a request without the store's",
            List.of("p50 us", "p99 us", "mean us", "KB"));
    for (Compilers compilers : Compilers.values()) {
      Map<String, RunResult> results = new LinkedHashMap<>();
      for (RunResult result : run(compilers)) {
        String label = result.getPrimaryResult().getLabel();
        results.put(label, result);
      }
      TITLES.forEach(
          (label, title) -> {
            if (results.containsKey(label)) {
              report(report, label, title + ", " + compilers.title, results.get(label));
            }
          });
    }
    return report;
  }

  private Collection<RunResult> run(Compilers compilers) throws RunnerException {
    say("with " + compilers.title);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(
                "("
                    + HandlerBenchmark.class.getName()
                    + "|"
                    + JsonBenchmark.class.getName()
                    + ")\\.("
                    + only
                    + ")$")
            .mode(Mode.SampleTime)
            .timeUnit(TimeUnit.MICROSECONDS)
            .warmupIterations(seconds)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(seconds)
            .measurementTime(TimeValue.seconds(1))
            .forks(forks)
            .shouldFailOnError(true)
            .verbosity(profiler == null ? VerboseMode.SILENT : VerboseMode.NORMAL)
            .addProfiler(GCProfiler.class)
            .jvmArgs(
                "-XX:+UseSerialGC",
                "-Xmx1503m",
                "--enable-native-access=ALL-UNNAMED",
                "-Ddoorlist.root=" + BenchTable.ROOT)
            .jvmArgsAppend(compilers.options.toArray(String[]::new));
    if (profiler != null) {
      options.addProfiler(profiler);
    }
    return new Runner(options.build()).run();
  }

  private static void report(Report report, String label, String title, RunResult result) {
    Statistics times = result.getPrimaryResult().getStatistics();
    double kilobytes = kilobytes(result);
    double p50 = times.getPercentile(50);
    report.row(title, List.of(p50, times.getPercentile(99), times.getMean(), kilobytes));
    if (label.equals(CHECK_IN)) {
      report.check(title + ": p50 is at most 60 us", p50 <= MAX_MICROS);
      report.check(title + ": at most 40 KB are allocated", kilobytes <= MAX_KILOBYTES);
    }
  }

  /** JMH's raw types. */
  @SuppressWarnings("rawtypes")
  private static double kilobytes(RunResult result) {
    for (Map.Entry<String, Result> each : result.getSecondaryResults().entrySet()) {
      if (each.getKey().endsWith("gc.alloc.rate.norm")) {
        return each.getValue().getScore() / 1000;
      }
    }
    throw new IllegalStateException("JMH did not count what is allocated");
  }
}
