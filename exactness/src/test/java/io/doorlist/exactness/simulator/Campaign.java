package io.doorlist.exactness.simulator;

import io.doorlist.exactness.simulator.Simulation.Report;
import io.doorlist.exactness.simulator.fault.FaultKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Runs many seeds independently and adds up their reports. */
final class Campaign {
  private static final int SHOWN = 10;

  private final Consumer<Report> failed;
  private int seeds;
  private final Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
  private final List<Report> failures = new ArrayList<>();
  private long operations;
  private long unchangedPolls;
  private long millis;

  private Campaign(Consumer<Report> failed) {
    this.failed = failed;
    for (FaultKind kind : FaultKind.values()) {
      faults.put(kind, 0L);
    }
  }

  /** Runs consecutive seeds on all processors; begins none after this time. */
  static Campaign run(long first, int seeds, Duration most)
      throws InterruptedException, ExecutionException {
    return run(first, seeds, most, report -> {});
  }

  /** Runs consecutive seeds, and immediately reports each one that breaks a rule. */
  static Campaign run(long first, int seeds, Duration most, Consumer<Report> failed)
      throws InterruptedException, ExecutionException {
    Campaign campaign = new Campaign(failed);
    AtomicLong next = new AtomicLong(first);
    long start = System.nanoTime();
    int threads = Runtime.getRuntime().availableProcessors();
    try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        running.add(
            workers.submit(
                () -> {
                  for (long seed = next.getAndIncrement();
                      seed < first + seeds && System.nanoTime() - start < most.toNanos();
                      seed = next.getAndIncrement()) {
                    campaign.add(Simulation.run(seed));
                  }
                }));
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
    campaign.millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    campaign.failures.sort(Comparator.comparingLong(Report::seed));
    return campaign;
  }

  private synchronized void add(Report report) {
    seeds++;
    report.faults().forEach((kind, times) -> faults.merge(kind, times, Long::sum));
    operations += report.operations().size();
    unchangedPolls += report.unchangedPolls();
    if (!report.violations().isEmpty()) {
      failures.add(report);
      failed.accept(report);
    }
  }

  Map<FaultKind, Long> faults() {
    return Collections.unmodifiableMap(faults);
  }

  long unchangedPolls() {
    return unchangedPolls;
  }

  List<Report> failures() {
    return List.copyOf(failures);
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%d seeds, %d operations, %d polls answered 304, %d ms, %d seeds with violations%n"
            .formatted(seeds, operations, unchangedPolls, millis, failures.size()));
    faults.forEach((kind, times) -> text.append("  %-14s %d%n".formatted(kind, times)));
    failures.stream()
        .limit(SHOWN)
        .forEach(
            report ->
                text.append(
                    "seed %d: %s%n".formatted(report.seed(), report.violations().getFirst())));
    return text.toString();
  }
}
