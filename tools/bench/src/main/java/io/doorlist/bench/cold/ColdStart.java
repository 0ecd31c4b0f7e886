package io.doorlist.bench.cold;

import io.doorlist.json.Json;
import io.doorlist.local.template.FunctionSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What one start of a function, and the requests after it, took.
 *
 * @param initMillis from the process's start until it asks for an input
 * @param firstMillis of the first request
 * @param processorMillis processor time of init and the first request, which does not depend on
 *     other processes; exact to 10 ms
 * @param p50Millis median of all but the first
 * @param peakMegabytes the most memory that the process had
 */
record ColdStart(
    double initMillis,
    double firstMillis,
    double processorMillis,
    double p50Millis,
    double p99Millis,
    double peakMegabytes) {
  /** Functions run on this processor, everything else on the others (tools/bench/run). */
  private static final List<String> WRAPPER = List.of("taskset", "-c", "0");

  /** Returns init and first together. */
  double startMillis() {
    return initMillis + firstMillis;
  }

  /** Starts a function, sends it requests, and ends it. */
  static ColdStart measure(ColdStack stack, String input, Start start, int requests)
      throws IOException, InterruptedException {
    FunctionSpec spec = stack.function(input);
    try (RuntimeFunction function =
        new RuntimeFunction(
            spec, stack.code(spec), ColdStack.CLIENT, start, stack.settings(), WRAPPER)) {
      double[] millis = new double[requests];
      double processor = 0;
      for (int i = 0; i < requests; i++) {
        millis[i] = millis(stack, input, function);
        if (i == 0) {
          processor = processorMillis(function.process());
        }
      }
      double peak = peakMegabytes(function.process().pid());
      double init = function.initTime().toNanos() / 1e6;
      double[] warm = Arrays.copyOfRange(millis, 1, requests);
      Arrays.sort(warm);
      return new ColdStart(
          init, millis[0], processor, percentile(warm, 50), percentile(warm, 99), peak);
    }
  }

  private static double millis(ColdStack stack, String input, RuntimeFunction function)
      throws IOException, InterruptedException {
    byte[] bytes = stack.bytes(input);
    long begin = System.nanoTime();
    byte[] output = function.invoke(bytes);
    double millis = (System.nanoTime() - begin) / 1e6;
    Map<String, Object> answer = Json.readObject(output);
    if (!ColdStack.good(input, answer)) {
      throw new IllegalStateException(input + ": " + answer + "\n" + function.log());
    }
    return millis;
  }

  private static double processorMillis(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e6;
  }

  private static double percentile(double[] sorted, int percent) {
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
  }

  /** Reads Linux's figure. */
  private static double peakMegabytes(long process) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(process), "status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
        .findFirst()
        .orElse(0);
  }
}
