package io.doorlist.bench.cold;

import io.doorlist.json.Json;
import io.doorlist.local.template.Deployment.FunctionSpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/**
 * How long one start of a function took, and how long the requests after it took.
 *
 * @param initMillis the time from the start of the process until it asks for an input
 * @param firstMillis the time of the first request
 * @param p50Millis the median of all requests but the first
 * @param p99Millis the 99th percentile of the same requests
 */
record ColdStart(double initMillis, double firstMillis, double p50Millis, double p99Millis) {
  double startMillis() {
    return initMillis + firstMillis;
  }

  static ColdStart measure(ColdStack stack, String input, Start start, int requests)
      throws IOException, InterruptedException {
    FunctionSpec spec = stack.function(input);
    try (RuntimeFunction function =
        new RuntimeFunction(spec, stack.code(spec), start, stack.settings())) {
      double[] millis = new double[requests];
      for (int i = 0; i < requests; i++) {
        millis[i] = millis(stack, input, function);
      }
      double init = function.initTime().toNanos() / 1e6;
      double[] warm = Arrays.copyOfRange(millis, 1, requests);
      Arrays.sort(warm);
      return new ColdStart(init, millis[0], percentile(warm, 50), percentile(warm, 99));
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

  private static double percentile(double[] sorted, int percent) {
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
  }
}
