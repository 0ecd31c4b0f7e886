package io.doorlist.bench;

import io.doorlist.local.template.FunctionSpec;
import io.doorlist.runtime.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How long functions take to start. */
@Command(
    name = "cold",
    description = {
      "Starts packaged functions under Lambda's Java runtime client on one processor, over",
      "DynamoDB Local on the others, beside a function that does nothing (the floor) and two that",
      "only read an item with the SDK, by its HTTP clients. Each row is the median of several",
      "starts; before they are counted, each function is started once."
    })
final class ColdBench extends BenchCommand {
  private static final double MAX_OF_FLOOR = 5;
  private static final double MAX_OF_WARM = 5;
  private static final double MAX_ZIP_MEGABYTES = 8;
  private static final int TRAINING = 200;
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
  private List<ColdMode> modes = List.of(ColdMode.PLAIN, ColdMode.PRIMED, ColdMode.AOT);

  @Option(names = "--runs", description = "Starts of each.")
  private int runs = 5;

  @Option(names = "--requests", description = "Requests after each start, 10 or more.")
  private int requests = 1000;

  @Option(names = "--processor", description = "The processor on which only the functions run.")
  private int processor = 0;

  /** A measurement: an input, and how its function is started. */
  private record Row(String input, ColdMode mode) {
    String title() {
      return input + ", " + mode.title;
    }
  }

  private final Map<Row, List<ColdStart>> starts = new LinkedHashMap<>();

  /** Returns the measurements, by row. */
  Map<String, List<ColdStart>> starts() {
    Map<String, List<ColdStart>> named = new LinkedHashMap<>();
    starts.forEach((row, all) -> named.put(row.title(), List.copyOf(all)));
    return named;
  }

  @Override
  Report measure() throws IOException, InterruptedException, ExecutionException {
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
                "x floor",
                "processor",
                "x floor's",
                "tenth",
                "p50",
                "p99",
                "first/p50",
                "peak MB",
                "classes",
                "zip MB"));
    int tickets = (runs * modes.size() + 2) * Math.max(requests, TRAINING);
    try (Processors processors = new Processors(processor);
        ColdStack stack = new ColdStack(ROWS, tickets)) {
      start(stack, processors);
      report(stack, report);
    }
    return report;
  }

  private void start(ColdStack stack, Processors processors)
      throws IOException, InterruptedException {
    Set<String> all = new LinkedHashSet<>();
    for (Yardstick yardstick : Yardstick.values()) {
      all.add(yardstick.title);
    }
    all.addAll(inputs);
    for (String input : all) {
      say(input + ": first start, which makes the cache");
      FunctionSpec spec = stack.function(input);
      Launch training =
          ColdMode.training(processors.wrapper(), stack.jars(spec), cache(stack, input));
      ColdStart.measure(stack, input, ColdMode.AOT.initialization, training, TRAINING);
    }
    for (int run = 1; run <= runs; run++) {
      say("start " + run + " of " + runs);
      for (String input : all) {
        for (ColdMode mode : modes) {
          List<Path> jars = stack.jars(stack.function(input));
          Launch launch = mode.launch(processors.wrapper(), jars, cache(stack, input));
          starts
              .computeIfAbsent(new Row(input, mode), any -> new ArrayList<>())
              .add(ColdStart.measure(stack, input, mode.initialization, launch, requests));
        }
      }
    }
  }

  private static Path cache(ColdStack stack, String input) {
    return stack.folder().resolve(input + ".aot");
  }

  private void report(ColdStack stack, Report report) throws IOException {
    for (Row row : starts.keySet()) {
      List<ColdStart> all = starts.get(row);
      double start = median(all, ColdStart::startMillis);
      List<ColdStart> floors = starts.get(new Row(Yardstick.FLOOR.title, row.mode()));
      double floor = median(floors, ColdStart::startMillis);
      double cpu = median(all, ColdStart::processorMillis);
      double first = median(all, ColdStart::firstMillis);
      double p50 = median(all, ColdStart::p50Millis);
      double zip = ColdStack.packageBytes(stack.function(row.input())) / 1e6;
      double[] sorted = sorted(all, ColdStart::startMillis);
      report.row(
          row.title(),
          List.of(
              median(all, ColdStart::initMillis),
              first,
              start,
              sorted[0],
              sorted[sorted.length - 1],
              start / floor,
              cpu,
              cpu / median(floors, ColdStart::processorMillis),
              median(all, ColdStart::tenthMillis),
              p50,
              median(all, ColdStart::p99Millis),
              first / p50,
              Math.round(median(all, ColdStart::peakMegabytes)),
              Math.round(median(all, ColdStart::classes)),
              zip));
      check(report, row, start / floor, first / p50, zip);
    }
  }

  private static void check(
      Report report, Row row, double ofFloor, double ofWarm, double zipMegabytes) {
    if (Yardstick.of(row.input()).isPresent()) {
      return;
    }
    switch (row.mode()) {
      case PLAIN -> {
        report.check(
            row.input() + ": a plain start takes at most 5 x the floor", ofFloor <= MAX_OF_FLOOR);
        report.check(
            row.input() + ": the package has at most 8 MB", zipMegabytes <= MAX_ZIP_MEGABYTES);
      }
      case PRIMED ->
          report.check(
              row.input() + ": the first request after priming takes at most 5 x the warm p50",
              ofWarm <= MAX_OF_WARM);
      case AOT -> {}
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
