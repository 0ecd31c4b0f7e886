package io.doorlist.bench.cold;

import io.doorlist.json.Json;
import io.doorlist.local.template.FunctionSpec;
import io.doorlist.runtime.Initialization;
import io.doorlist.runtime.InvocationOutcome;
import io.doorlist.runtime.RuntimeFunction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
 * @param firstMillis of the first request; the others accordingly
 * @param processorMillis processor time of init and the first request, which does not depend on
 *     other processes; exact to 10 ms
 * @param p50Millis median of all but the first
 * @param peakMegabytes the most memory that the process had
 * @param classes loaded after the tenth request
 */
record ColdStart(
    double initMillis,
    double firstMillis,
    double processorMillis,
    double tenthMillis,
    double p50Millis,
    double p99Millis,
    double peakMegabytes,
    double classes) {
  /** The request after which classes are counted. */
  static final int TENTH = 10;

  /** Returns init and first together. */
  double startMillis() {
    return initMillis + firstMillis;
  }

  /** Starts a function, sends it requests, and ends it properly. */
  static ColdStart measure(
      ColdStack stack,
      String input,
      Initialization initialization,
      List<String> wrapper,
      int requests)
      throws IOException, InterruptedException {
    FunctionSpec spec = stack.function(input);
    try (RuntimeFunction function =
        RuntimeFunction.start(
            spec, stack.code(spec), ColdStack.CLIENT, initialization, stack.settings(), wrapper)) {
      if (!(function.init() instanceof InvocationOutcome.Returned)) {
        throw new IllegalStateException(function.log());
      }
      double[] millis = new double[requests];
      double classes = 0;
      double processor = 0;
      for (int i = 0; i < requests; i++) {
        millis[i] = millis(stack, input, function);
        if (i == 0) {
          processor = processorMillis(function.process());
        }
        if (i == TENTH - 1) {
          classes = classes(function.process().pid());
        }
      }
      double peak = peakMegabytes(function.process().pid());
      double init = function.initTime().toNanos() / 1e6;
      double first = millis[0];
      double tenth = millis[TENTH - 1];
      double[] warm = Arrays.copyOfRange(millis, 1, requests);
      Arrays.sort(warm);
      function.end();
      return new ColdStart(
          init, first, processor, tenth, percentile(warm, 50), percentile(warm, 99), peak, classes);
    }
  }

  private static double millis(ColdStack stack, String input, RuntimeFunction function)
      throws IOException, InterruptedException {
    byte[] bytes = stack.bytes(input);
    long begin = System.nanoTime();
    InvocationOutcome outcome = function.invoke(bytes);
    double millis = (System.nanoTime() - begin) / 1e6;
    if (!(outcome instanceof InvocationOutcome.Returned returned)) {
      throw new IllegalStateException(input + ": " + outcome + "\n" + function.log());
    }
    Map<String, Object> answer = Json.readObject(returned.output());
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

  /** Reads Linux's figure; 0 on other systems. */
  private static double peakMegabytes(long process) throws IOException {
    Path status = Path.of("/proc", Long.toString(process), "status");
    if (!Files.isReadable(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
        .findFirst()
        .orElse(0);
  }

  /** Asks the JDK's jstat, which reads the JVM's own counters from outside. */
  private static double classes(long process) throws IOException, InterruptedException {
    Path jstat = Path.of(System.getProperty("java.home"), "bin", "jstat");
    Process asked =
        new ProcessBuilder(jstat.toString(), "-class", Long.toString(process))
            .redirectErrorStream(true)
            .start();
    String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (asked.waitFor() != 0) {
      throw new IllegalStateException("jstat: " + answer);
    }
    return Double.parseDouble(
        answer.lines().skip(1).findFirst().orElseThrow().strip().split(" +")[0]);
  }
}
