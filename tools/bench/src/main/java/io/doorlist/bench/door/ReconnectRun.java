package io.doorlist.bench.door;

import io.doorlist.bench.report.Report;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.ApiClient;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.HistoryWriter;
import io.doorlist.exactness.history.Moment;
import io.doorlist.exactness.history.Walk;
import io.doorlist.phone.Outbox;
import io.doorlist.store.Stores;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/** Phones that were offline, and live scans beside them, at one list of a local host. */
final class ReconnectRun implements AutoCloseable {
  private static final int MAX_SCANS = 100;

  /** Of so many queued scans, one is of a ticket that the phone before has let in as well. */
  private static final int SHARED = 50;

  /** More than all scans. */
  private static final int MANY = 1_000_000;

  private final int phones;
  private final int queued;
  private final int rate;
  private final DoorEvent event;
  private final HostProcess host;
  private final ApiClient client;
  private final SplittableRandom random = new SplittableRandom(1);
  private final AtomicInteger nextLive;
  private final HistoryWriter history = new HistoryWriter(InstantSource.system());

  ReconnectRun(int phones, int queued, int rate, int seconds, Path data, HostProcess.Spec spec)
      throws Exception {
    this.phones = phones;
    this.queued = queued;
    this.rate = rate;
    this.nextLive = new AtomicInteger(phones * queued);
    event = new DoorEvent(1, phones * queued + 2 * rate * seconds);
    host = HostProcess.filled(spec, data, event);
    client = new ApiClient(host.url().resolve(DoorEvent.PATH), event::secret);
  }

  /**
   * What became of the queues.
   *
   * @param seconds until the last was empty
   * @param left scans that were not answered in time
   * @param live times until somebody was let in, in nanoseconds; a scan that got another answer
   *     first counts as half a minute
   */
  record Drained(double seconds, long left, Histogram live) {}

  void live(Duration length) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      people(threads, System.nanoTime() + length.toNanos(), new Histogram(3), () -> false);
    }
  }

  /** Lets all phones send their queues, while people come. */
  Drained comeBack(Duration longest) throws Exception {
    Histogram live = new Histogram(3);
    long begun = System.nanoTime();
    long latest = begun + longest.toNanos();
    AtomicInteger busy = new AtomicInteger(phones);
    AtomicLong drained = new AtomicLong();
    List<Future<Long>> left = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < phones; i++) {
        int phone = i;
        SplittableRandom own = random.split();
        left.add(
            threads.submit(
                () -> {
                  try {
                    return send(queue(phone), own, latest);
                  } finally {
                    busy.decrementAndGet();
                    drained.accumulateAndGet(System.nanoTime(), Math::max);
                  }
                }));
      }
      people(threads, latest, live, () -> busy.get() == 0);
    }
    long unanswered = 0;
    for (Future<Long> phone : left) {
      unanswered += phone.get();
    }
    double seconds = (drained.get() - begun) / 1e9;
    return new Drained(seconds, unanswered, live);
  }

  private void people(ExecutorService threads, long latest, Histogram live, BooleanSupplier done)
      throws Exception {
    List<Future<Void>> scans = new ArrayList<>();
    long due = System.nanoTime();
    while (due < latest && !done.getAsBoolean()) {
      due += (long) (-Math.log(1 - random.nextDouble()) / rate * 1e9);
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      long since = due;
      scans.add(threads.submit(() -> scan(since, live)));
    }
    for (Future<Void> scan : scans) {
      scan.get();
    }
  }

  private Void scan(long since, Histogram live) throws InterruptedException {
    int ticket = nextLive.getAndIncrement();
    Asked asked = Asked.ticket(1, code(ticket), token(ticket), "live-" + ticket, "");
    Moment begun = history.now();
    Answer answer = client.ask(asked);
    history.ended(0, asked, begun, answer);
    synchronized (live) {
      live.recordValue(answer.created() ? System.nanoTime() - since : ApiClient.PATIENCE.toNanos());
    }
    return null;
  }

  private String code(int ticket) {
    return DoorEvent.ticketCode(
        ticket / DoorEvent.TICKETS_OF_ORDER, ticket % DoorEvent.TICKETS_OF_ORDER);
  }

  private String token(int number) {
    return event.tokenIds().get(number % event.tokenIds().size());
  }

  private record Queued(Asked scan, int attempts, long notBefore) {}

  /** Returns what a phone has queued in the last hour, oldest first. */
  private List<Queued> queue(int phone) {
    Instant end = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    List<Queued> queue = new ArrayList<>();
    for (int i = 0; i < queued; i++) {
      Instant at = end.minusSeconds(3_600L * (queued - i) / queued);
      int owner = i % SHARED == 0 ? (phone + phones - 1) % phones : phone;
      String code = code(owner * queued + i);
      String variant = "online=false&scanned_at=" + at;
      Asked scan = Asked.ticket(1, code, token(phone), "phone-%d-%d".formatted(phone, i), variant);
      queue.add(new Queued(scan, 0, 0));
    }
    return queue;
  }

  /** Sends a queue as the page does; returns how many scans have no verdict in the end. */
  private long send(List<Queued> queue, SplittableRandom own, long latest) throws Exception {
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
      List<Answer> answers = ask(due.stream().map(Queued::scan).toList());
      double spread = own.nextDouble();
      for (int i = 0; i < due.size(); i++) {
        if (answers.get(i).unknown()) {
          int attempts = due.get(i).attempts() + 1;
          long wait = Outbox.backOffMillis(attempts, answers.get(i).status(), spread);
          long at = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait);
          queue.add(new Queued(due.get(i).scan(), attempts, at));
        }
      }
    }
    return queue.size();
  }

  private List<Answer> ask(List<Asked> scans) throws InterruptedException {
    Moment begun = history.now();
    List<Answer> answers = client.askBatch(scans);
    for (int i = 0; i < scans.size(); i++) {
      history.ended(0, scans.get(i), begun, answers.get(i));
    }
    return answers;
  }

  /** Lets the history checker look at all scans so far. */
  void checkHistory(Report report) throws InterruptedException {
    ListReader lists = new ListReader(event, client::ask);
    List<Walk> walks = List.of(lists.walk(1, doubles()));
    lists.check(report, "the history checker finds nothing wrong", history.operations(), walks);
  }

  private long doubles() {
    try (Stores stores = host.stores()) {
      EventDefinition definition =
          stores.events().readDefinition(DoorEvent.ACCOUNT, DoorEvent.EVENT).orElseThrow();
      CheckinList list = definition.list(1).orElseThrow();
      return stores.log().open(definition, list, Mode.LIVE, 0, MANY).happenings().size();
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
    host.close();
  }
}
