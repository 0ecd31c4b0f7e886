package io.doorlist.exactness.storm;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Prints what storms do to a list's partition. */
public final class StormMain {
  private static final double[] TIMES = {0.5, 1, 2, 3, 10};

  private static final int SAY_EVERY = 1_000;

  private StormMain() {}

  /**
   * Prints the curve; the arguments are the seconds of each storm and the number of lists; after
   * {@code seeds}, how many brief storms to hold to GOODPUT, and the first seed.
   */
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length > 1 && arguments[0].equals("seeds")) {
      long first = arguments.length > 2 ? Long.parseLong(arguments[2]) : 0;
      System.exit(seeds(Long.parseLong(arguments[1]), first));
    }
    int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    int lists = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
    System.out.println(
        "storm                   check-ins/s  units each  voids  live p50   p99  in 1.5 s  p99"
            + " after  drained  instances  busy");
    String only = arguments.length > 2 ? arguments[2] : "";
    for (double times : TIMES) {
      if (only.isEmpty() || only.equals("u" + times)) {
        print(
            "%4.1f times, uploads".formatted(times),
            StormPlan.of(1, times, lists, Duration.ofSeconds(seconds)));
      }
    }
    for (double times : TIMES) {
      if (times <= 3 && (only.isEmpty() || only.equals("l" + times))) {
        print(
            "%4.1f times, live".formatted(times),
            StormPlan.live(1, times, Duration.ofSeconds(seconds)));
      }
    }
    if (only.isEmpty() || only.equals("r")) {
      print("100 phones, 800 each", StormPlan.reconnect(1, 800));
    }
  }

  /** Runs brief storms; returns the exit status: 1 if they break the rule. */
  private static int seeds(long count, long first) throws InterruptedException {
    long begun = System.nanoTime();
    long bad = 0;
    long done = 0;
    for (long seed = first; seed < first + count; seed += Goodput.STORMS) {
      List<String> broken = Goodput.broken(seed, StormFault.NONE);
      if (!broken.isEmpty()) {
        bad++;
        System.out.println("from seed " + seed + ": " + String.join(", ", broken));
      }
      done += Goodput.STORMS;
      if (done % SAY_EVERY == 0) {
        say(done, begun, bad);
      }
    }
    say(done, begun, bad);
    return bad == 0 ? 0 : 1;
  }

  private static void say(long storms, long begun, long bad) {
    long seconds = (System.nanoTime() - begun) / 1_000_000_000;
    System.out.printf(
        "%d storms in %d s, %d times %d break GOODPUT%n", storms, seconds, bad, Goodput.STORMS);
  }

  private static void print(String name, StormPlan plan) throws InterruptedException {
    long begun = System.nanoTime();
    StormReport report = new Storm(plan, StormFault.NONE).run();
    System.out.printf(
        Locale.ROOT,
        "%-22s %12.1f %11.2f %6d %9d %5d %8.0f%% %10d %8.0f %10d %5d  (%d s)%n",
        name,
        report.goodput(),
        report.unitsEach(),
        report.rows()[0],
        report.p50During(),
        report.p99During(),
        100 * report.liveInTime(),
        report.p99After(),
        report.drained(),
        report.instances().made(),
        report.instances().refused(),
        (System.nanoTime() - begun) / 1_000_000_000);
  }
}
