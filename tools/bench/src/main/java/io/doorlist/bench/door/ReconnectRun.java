package io.doorlist.bench.door;

import io.doorlist.bench.door.OpenLoop.Exchange;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.ApiClient;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Tick;
import io.doorlist.phone.BackOff;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * Phones that were offline and come back, at an event with one list.
 *
 * @param queued how many scans each phone has in its queue
 */
record ReconnectRun(DoorRun run, int phones, int queued) {
  private static final int MAX_SCANS = 100;

  /** One of this many queued scans is of a ticket that another phone has let in, too. */
  private static final int SHARED = 50;

  /**
   * What became of the queues.
   *
   * @param seconds how long it took until the last queue was empty
   * @param left how many scans were not answered in time
   * @param live how long people who came meanwhile waited until they were let in, in nanoseconds. A
   *     scan with another answer counts as half a minute.
   */
  record Drained(double seconds, long left, Histogram live) {}

  Drained comeBack(double livePerSecond, Duration longest) throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    long begun = System.nanoTime();
    long latest = begun + longest.toNanos();
    AtomicInteger busy = new AtomicInteger(phones);
    AtomicLong drained = new AtomicLong();
    List<Future<Long>> left = new ArrayList<>();
    List<Exchange> live;
    try (ApiClient client = run.client();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < phones; i++) {
        int phone = i;
        SplittableRandom own = random.split();
        left.add(
            threads.submit(
                () -> {
                  try {
                    return send(client, queue(phone), own, latest);
                  } finally {
                    busy.decrementAndGet();
                    drained.accumulateAndGet(System.nanoTime(), Math::max);
                  }
                }));
      }
      live = run.comeIn(livePerSecond, longest, () -> busy.get() == 0);
    }
    long unanswered = 0;
    for (Future<Long> phone : left) {
      unanswered += phone.get();
    }
    Histogram times = new Histogram(3);
    for (Exchange each : live) {
      times.recordValue(each.status() == 201 ? each.nanos() : ApiClient.PATIENCE.toNanos());
    }
    return new Drained((drained.get() - begun) / 1e9, unanswered, times);
  }

  private static String code(int ticket) {
    return DoorEvent.ticketCode(
        ticket / DoorEvent.TICKETS_OF_ORDER, ticket % DoorEvent.TICKETS_OF_ORDER);
  }

  private record Queued(Asked scan, int attempts, long notBefore) {}

  /** Returns the scans that a phone has queued in the last hour, oldest first. */
  private List<Queued> queue(int phone) {
    List<String> tokens = run.event().tokenIds();
    Instant end = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    List<Queued> queue = new ArrayList<>();
    for (int i = 0; i < queued; i++) {
      Instant at = end.minusSeconds(3_600L * (queued - i) / queued);
      int owner = i % SHARED == 0 ? (phone + phones - 1) % phones : phone;
      String code = code(owner * queued + i);
      String token = tokens.get(phone % tokens.size());
      String variant = "online=false&scanned_at=" + at;
      Asked scan = Asked.ticket(1, code, token, "phone-%d-%d".formatted(phone, i), variant);
      queue.add(new Queued(scan, 0, 0));
    }
    return queue;
  }

  /** Sends a queue as the scanner page does. Returns how many scans have no verdict at the end. */
  private long send(ApiClient client, List<Queued> queue, SplittableRandom own, long latest)
      throws Exception {
    while (!queue.isEmpty() && System.nanoTime() < latest) {
      long now = System.nanoTime();
      List<Queued> due =
          queue.stream().filter(scan -> scan.notBefore() <= now).limit(MAX_SCANS).toList();
      if (due.isEmpty()) {
        long next = queue.stream().mapToLong(Queued::notBefore).min().orElseThrow();
        TimeUnit.NANOSECONDS.sleep(Math.max(1_000_000, next - now));
        continue;
      }
      queue.removeAll(due);
      List<Answer> answers = ask(client, due.stream().map(Queued::scan).toList());
      double spread = own.nextDouble();
      for (int i = 0; i < due.size(); i++) {
        if (answers.get(i).unknown()) {
          int attempts = due.get(i).attempts() + 1;
          long wait = BackOff.millis(attempts, answers.get(i).status(), spread);
          long at = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait);
          queue.add(new Queued(due.get(i).scan(), attempts, at));
        }
      }
    }
    return queue.size();
  }

  private List<Answer> ask(ApiClient client, List<Asked> scans) throws InterruptedException {
    Tick begun = run.history().now();
    List<Answer> answers = client.askBatch(scans);
    for (int i = 0; i < scans.size(); i++) {
      run.history().ended(0, scans.get(i), begun, answers.get(i));
    }
    return answers;
  }
}
