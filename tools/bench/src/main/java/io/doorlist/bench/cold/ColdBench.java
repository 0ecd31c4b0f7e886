package io.doorlist.bench.cold;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import io.doorlist.runtime.Initialization;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How long functions take to start. */
@Command(
    name = "cold",
    description = {
      "Starts packaged functions under Lambda's Java runtime client on one processor, over",
      "DynamoDB Local on the others. Each row is the median of several starts; before they are",
      "counted, each function is started once."
    })
public final class ColdBench extends BenchCommand {
  private static final double MAX_OF_WARM = 5;
  private static final double MAX_ZIP_MEGABYTES = 8;
  private static final int ROWS = 1000;

  @Option(
      names = "--inputs",
      paramLabel = "NAME",
      split = ",",
      description = "Which files of events/ to use as inputs.")
  private List<String> inputs =
      List.of(
          "authorize",
          "check-in-ticket",
          "get-order",
          "list-webhook-events",
          "list-events",
          "record-changes",
          "deliver-webhook-event");

  @Option(
      names = "--modes",
      paramLabel = "MODE",
      split = ",",
      description = "How to start: ${COMPLETION-CANDIDATES}.")
  private List<ColdMode> modes = List.of(ColdMode.PLAIN, ColdMode.PRIMED);

  @Option(names = "--runs", description = "Starts of each.")
  private int runs = 5;

  @Option(names = "--requests", description = "Requests after each start, 10 or more.")
  private int requests = 1000;

  @Option(names = "--processor", description = "The processor on which only the functions run.")
  private int processor = 0;

  /** A way to start a function. */
  private enum ColdMode {
    /** As Lambda starts a function without a snapshot. */
    PLAIN(Initialization.ON_DEMAND),

    /** Primed as for a snapshot. No snapshot is taken, so the time of a restore is not included. */
    PRIMED(Initialization.SNAP_START);

    private final Initialization initialization;

    ColdMode(Initialization initialization) {
      this.initialization = initialization;
    }
  }

  /** A measurement: an input, and how its function is started. */
  private record Row(String input, ColdMode mode) {
    String title() {
      return input + ", " + mode.name().toLowerCase(Locale.ROOT);
    }
  }

  private final Map<Row, List<ColdStart>> starts = new LinkedHashMap<>();

  /** Returns the measurements, by row. */
  public Map<String, List<ColdStart>> starts() {
    Map<String, List<ColdStart>> named = new LinkedHashMap<>();
    starts.forEach((row, all) -> named.put(row.title(), List.copyOf(all)));
    return named;
  }

  @Override
  public Report measure() throws IOException, InterruptedException, ExecutionException {
    if (requests < ColdStart.TENTH) {
      throw new IllegalArgumentException("--requests must be 10 or more");
    }
    Report report =
        new Report(
            "cold",
            "milliseconds of a start on one processor (medians of "
                + runs
                + " starts; p50 and p99 of "
                + requests
                + " requests)",
            List.of(
                "init",
                "first",
                "start",
                "start min",
                "start max",
                "processor",
                "tenth",
                "p50",
                "p99",
                "first/p50",
                "peak MB",
                "classes",
                "zip MB"));
    int tickets = (runs * modes.size() + 1) * requests;
    try (Processors processors = new Processors(processor);
        ColdStack stack = new ColdStack(ROWS, tickets)) {
      start(stack, processors);
      report(stack, report);
    }
    return report;
  }

  private void start(ColdStack stack, Processors processors)
      throws IOException, InterruptedException {
    List<String> wrapper = processors.wrapper();
    for (String input : inputs) {
      say(input + ": first start");
      ColdStart.measure(stack, input, Initialization.ON_DEMAND, wrapper, ColdStart.TENTH);
    }
    for (int run = 1; run <= runs; run++) {
      say("start " + run + " of " + runs);
      for (String input : inputs) {
        for (ColdMode mode : modes) {
          starts
              .computeIfAbsent(new Row(input, mode), any -> new ArrayList<>())
              .add(ColdStart.measure(stack, input, mode.initialization, wrapper, requests));
        }
      }
    }
  }

  private void report(ColdStack stack, Report report) throws IOException {
    for (Row row : starts.keySet()) {
      List<ColdStart> all = starts.get(row);
      double start = median(all, ColdStart::startMillis);
      double first = median(all, ColdStart::firstMillis);
      double p50 = median(all, ColdStart::p50Millis);
      double zip = Files.size(stack.function(row.input()).codeUri()) / 1e6;
      double[] sorted = sorted(all, ColdStart::startMillis);
      report.row(
          row.title(),
          List.of(
              median(all, ColdStart::initMillis),
              first,
              start,
              sorted[0],
              sorted[sorted.length - 1],
              median(all, ColdStart::processorMillis),
              median(all, ColdStart::tenthMillis),
              p50,
              median(all, ColdStart::p99Millis),
              first / p50,
              Math.round(median(all, ColdStart::peakMegabytes)),
              Math.round(median(all, ColdStart::classes)),
              zip));
      report.check(row.input() + ": the package has at most 8 MB", zip <= MAX_ZIP_MEGABYTES);
      if (row.mode() == ColdMode.PRIMED) {
        report.check(
            row.input() + ": the first request after priming takes at most 5 x the warm p50",
            first / p50 <= MAX_OF_WARM);
      }
    }
  }

  private static double median(List<ColdStart> starts, ToDoubleFunction<ColdStart> figure) {
    double[] sorted = sorted(starts, figure);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static double[] sorted(List<ColdStart> starts, ToDoubleFunction<ColdStart> figure) {
    return starts.stream().mapToDouble(figure).sorted().toArray();
  }
}
