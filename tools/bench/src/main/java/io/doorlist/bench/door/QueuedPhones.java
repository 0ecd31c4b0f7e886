package io.doorlist.bench.door;

import io.doorlist.bench.door.OpenLoop.Upload;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.json.Json;
import io.doorlist.phone.Outbox;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Phones that were offline for an hour and send what they queued, by createCheckins in batches,
 * each scan with its key; what is not answered they send again after the page's waits. Each phone
 * scanned tickets of its own, the last ones of the event. Thread-safe.
 */
final class QueuedPhones {
  private static final int MAX_SCANS = 100;
  private static final int UNAVAILABLE = 503;
  private static final Duration OFFLINE = Duration.ofHours(1);

  private final OpenLoop load;
  private final DoorEvent event;
  private final Plan plan;
  private final CountDownLatch busy;
  private final List<Sent> sent = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong in = new AtomicLong();
  private final AtomicLong putOff = new AtomicLong();
  private final AtomicLong odd = new AtomicLong();
  private final SplittableRandom random = new SplittableRandom(3);
  private volatile long begun;
  private volatile long ended;

  /** How many phones queued how many scans each. */
  record Plan(int phones, int scans) {
    /** Returns how many tickets they need, whole orders each. */
    int tickets() {
      return phones * (scans + DoorEvent.TICKETS_OF_ORDER);
    }
  }

  /** One batch and its answers. */
  record Sent(List<Asked> scans, Upload upload) {}

  private record Queued(Asked scan, int attempts, long notBefore) {}

  QueuedPhones(OpenLoop load, DoorEvent event, Plan plan) {
    this.load = load;
    this.event = event;
    this.plan = plan;
    this.busy = new CountDownLatch(plan.phones());
  }

  /** Lets all phones come back at once. */
  void start(Duration longest) {
    begun = System.nanoTime();
    ended = begun;
    for (int phone = 0; phone < plan.phones(); phone++) {
      Deque<Queued> queue = queue(phone);
      SplittableRandom own = random.split();
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  empty(queue, own, begun + longest.toNanos());
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                } finally {
                  busy.countDown();
                }
              });
    }
  }

  private Deque<Queued> queue(int phone) {
    String token = event.tokenIds().get(phone % event.tokenIds().size());
    Instant back = Instant.now();
    int orders = (plan.scans() + DoorEvent.TICKETS_OF_ORDER - 1) / DoorEvent.TICKETS_OF_ORDER;
    Deque<Queued> queue = new ArrayDeque<>();
    for (int scan = 0; scan < plan.scans(); scan++) {
      int order = event.orders() - 1 - phone * orders - scan / DoorEvent.TICKETS_OF_ORDER;
      String code = DoorEvent.ticketCode(order, scan % DoorEvent.TICKETS_OF_ORDER);
      Instant at = back.minus(OFFLINE).plus(OFFLINE.multipliedBy(scan).dividedBy(plan.scans()));
      queue.add(
          new Queued(
              Asked.ticket(
                  event.list(order), code, token, "q-" + code, "online=false&scanned_at=" + at),
              0,
              0));
    }
    return queue;
  }

  private void empty(Deque<Queued> queue, SplittableRandom own, long latest)
      throws InterruptedException {
    while (!queue.isEmpty() && System.nanoTime() < latest) {
      List<Queued> due = due(queue);
      if (due.isEmpty()) {
        long next = queue.stream().mapToLong(Queued::notBefore).min().orElseThrow();
        Thread.sleep(Duration.ofNanos(Math.max(1, next - System.nanoTime())));
      } else {
        send(due, queue, own);
      }
    }
    odd.addAndGet(queue.size());
  }

  /** Takes the scans of one list that are due, as many as a batch has. */
  private static List<Queued> due(Deque<Queued> queue) {
    List<Queued> due = new ArrayList<>();
    for (Queued each : queue) {
      if (each.notBefore() <= System.nanoTime()
          && (due.isEmpty() || due.getFirst().scan().list() == each.scan().list())
          && due.size() < MAX_SCANS) {
        due.add(each);
      }
    }
    queue.removeAll(due);
    return due;
  }

  private void send(List<Queued> due, Deque<Queued> queue, SplittableRandom own)
      throws InterruptedException {
    List<Asked> scans = due.stream().map(Queued::scan).toList();
    Upload upload = load.upload(scans, body(scans));
    sent.add(new Sent(scans, upload));
    double spread = own.nextDouble();
    for (int i = 0; i < due.size(); i++) {
      Answer answer = upload.answers().get(i);
      Queued scan = due.get(i);
      if (answer.created()) {
        in.incrementAndGet();
      } else if (answer.unknown()) {
        putOff.incrementAndGet();
        int attempts = scan.attempts() + 1;
        long wait = Outbox.backOffMillis(attempts, UNAVAILABLE, spread);
        queue.add(
            new Queued(
                scan.scan(), attempts, System.nanoTime() + Duration.ofMillis(wait).toNanos()));
      } else {
        odd.incrementAndGet();
      }
    }
    ended = System.nanoTime();
  }

  private static String body(List<Asked> scans) {
    return Json.writeValue(
        Map.of(
            "scans",
            scans.stream()
                .map(
                    scan ->
                        Map.of(
                            "ticket_qr_token",
                            scan.subject(),
                            "idempotency_key",
                            scan.key(),
                            "online",
                            false,
                            "scanned_at",
                            scan.variant().split("scanned_at=")[1]))
                .toList()));
  }

  boolean done() {
    return busy.getCount() == 0;
  }

  void await() throws InterruptedException {
    busy.await();
  }

  List<Sent> sent() {
    return List.copyOf(sent);
  }

  /** Returns how many scans let somebody in. */
  long in() {
    return in.get();
  }

  /** Returns how often a scan was answered that it should come later. */
  long putOff() {
    return putOff.get();
  }

  /** Returns how many scans had another answer, or none at the end. */
  long odd() {
    return odd.get();
  }

  /** Returns how long it took until the last answer. */
  long tookMillis() {
    return Duration.ofNanos(ended - begun).toMillis();
  }
}
