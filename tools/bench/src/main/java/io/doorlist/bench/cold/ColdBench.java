package io.doorlist.bench.cold;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.BenchReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how long functions take to start. */
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
  private static final int REQUESTS = 1000;
  private static final int FEW = 10;

  /** Files in events/, one for each kind of work. */
  private static final List<String> INPUTS =
      List.of(
          ("authorize check-in-ticket get-order list-webhook-events list-events record-changes "
                  + "deliver-webhook-event")
              .split(" "));

  @Option(
      names = "--modes",
      paramLabel = "MODE",
      split = ",",
      description = "How to start: ${COMPLETION-CANDIDATES}.")
  private List<Start> modes = List.of(Start.PLAIN, Start.PRIMED);

  @Option(names = "--runs", description = "Starts of each.")
  private int runs = 5;

  @Option(
      names = "--record",
      description = {
        "Measure nothing, but record what functions are primed with, into",
        "functions/*/src/main/resources/**/priming.txt."
      })
  private boolean record;

  /**
   * A measurement of one input.
   *
   * @param mode how its function is started
   */
  private record Row(String input, Start mode) {
    String title() {
      return input + ", " + mode.name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public BenchReport measure() throws Exception {
    BenchReport report =
        new BenchReport(
            "milliseconds of a start on one processor (medians of %d starts; p50 and p99 of %d requests)"
                .formatted(runs, REQUESTS),
            List.of("init,first,start,start min,start max,p50,p99,first/p50,zip MB".split(",")));
    if (record) {
      for (Map.Entry<Path, String> each : PrimingRecorder.record().entrySet()) {
        say("written: " + ROOT.relativize(Files.writeString(each.getKey(), each.getValue())));
      }
      return report;
    }
    try (ColdStack stack = new ColdStack(ROWS, (runs * modes.size() + 1) * REQUESTS)) {
      for (Map.Entry<Row, List<ColdStart>> each : starts(stack).entrySet()) {
        row(report, stack, each.getKey(), each.getValue());
      }
    }
    return report;
  }

  private Map<Row, List<ColdStart>> starts(ColdStack stack)
      throws IOException, InterruptedException {
    for (String input : INPUTS) {
      say(input + ": first start");
      ColdStart.measure(stack, input, Start.PLAIN, FEW);
    }
    Map<Row, List<ColdStart>> starts = new LinkedHashMap<>();
    for (int run = 1; run <= runs; run++) {
      say("start " + run + " of " + runs);
      for (String input : INPUTS) {
        for (Start mode : modes) {
          starts
              .computeIfAbsent(new Row(input, mode), any -> new ArrayList<>())
              .add(ColdStart.measure(stack, input, mode, REQUESTS));
        }
      }
    }
    return starts;
  }

  private static void row(BenchReport report, ColdStack stack, Row row, List<ColdStart> all)
      throws IOException {
    double first = median(all, ColdStart::firstMillis);
    double p50 = median(all, ColdStart::p50Millis);
    double zip = Files.size(stack.function(row.input()).codeUri()) / 1e6;
    double[] sorted = sorted(all, ColdStart::startMillis);
    report.row(
        row.title(),
        List.of(
            median(all, ColdStart::initMillis),
            first,
            median(all, ColdStart::startMillis),
            sorted[0],
            sorted[sorted.length - 1],
            p50,
            median(all, ColdStart::p99Millis),
            first / p50,
            zip));
    report.check(row.input() + ": the package has at most 8 MB", zip <= MAX_ZIP_MEGABYTES);
    if (row.mode() == Start.PRIMED) {
      report.check(
          row.input() + ": the first request after priming takes at most 5 x the warm p50",
          first / p50 <= MAX_OF_WARM);
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
