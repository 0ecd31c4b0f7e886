package io.doorlist.exactness.live;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.exactness.live.ComingsPhones.Scan;
import io.doorlist.exactness.simulator.check.PassageCheck;
import io.doorlist.exactness.simulator.check.PassageCheck.Told;
import io.doorlist.exactness.simulator.check.PassageRule;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.store.Stores;
import io.doorlist.store.table.DynamoClients;
import io.doorlist.testing.Doors;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Phones over HTTP at two doors of an area that people leave and enter again, and which emptied a
 * while ago, at a host that is killed meanwhile. Thread-safe.
 */
final class ComingsRun implements AutoCloseable {
  /** So many scans of a ticket in all, and so many of them at once. */
  private static final int SCANS = 50;

  private static final int RIVALS = 4;
  private static final int MAX_SCANS = 8;
  private static final int ONE_IN = 20;
  private static final int MINUTES_LATE = 60;
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** For all attempts together: a host that was killed takes a while to start. */
  private static final Duration MOST = Duration.ofMinutes(15);

  private static final Duration ABORT = Duration.ofMillis(3);

  private final Path data;
  private final int attempts;
  private final long seed;
  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final Map<Long, Told> told = new ConcurrentHashMap<>();
  private final Map<String, Long> byKey = new ConcurrentHashMap<>();
  private final Map<String, Long> first = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger exits = new AtomicInteger();
  private final AtomicInteger again = new AtomicInteger();
  private final AtomicInteger firsts = new AtomicInteger();
  private final AtomicInteger already = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final AtomicInteger undone = new AtomicInteger();
  private final AtomicInteger unavailable = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final ComingsEvent event;
  private final ComingsPhones phones;
  private volatile KillableHost host;

  /** Creates a run of about so many attempts, on a table in an empty folder. */
  ComingsRun(Path data, int attempts, long seed) throws IOException {
    this.data = data;
    this.attempts = attempts;
    this.seed = seed;
    this.host = new KillableHost(data);
    try (Stores stores = stores(Clock.systemUTC())) {
      event = ComingsEvent.open(stores, attempts / SCANS, seed);
    }
    phones = new ComingsPhones(event, () -> host.url());
  }

  private Stores stores(Clock clock) {
    return Stores.connectForCommand(
        DynamoClients.connect(host.table(), null), SimulatedEvent.TABLE, clock);
  }

  /** Scans until the attempts are used up, and kills the host so many times meanwhile. */
  void run(int clients, int kills) throws Exception {
    AtomicInteger next = new AtomicInteger();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        running.add(
            threads.submit(
                () -> {
                  while (answered() < attempts) {
                    work(next.getAndIncrement(), threads);
                  }
                  return null;
                }));
      }
      for (int kill = 1; kill <= kills; kill++) {
        while (answered() < (long) attempts * kill / (kills + 1)
            && running.stream().anyMatch(each -> !each.isDone())) {
          Thread.sleep(10);
        }
        host.close();
        host = new KillableHost(data);
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
  }

  private void work(int number, ExecutorService threads) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + number);
    int ticket = number / RIVALS % event.tickets();
    String token = event.token(random);
    int kind = random.nextInt(100);
    if (kind < 2) {
      phones.send(phones.request("areas", token).GET().build(), PATIENCE);
      return;
    }
    List<Scan> scans = new ArrayList<>();
    for (int i = 0; i < (kind < 7 ? 2 + random.nextInt(MAX_SCANS - 1) : 1); i++) {
      boolean keyed = kind < 7 || random.nextInt(5) > 0;
      scans.add(
          new Scan(
              random.nextInt(3) == 0 ? ComingsEvent.SMOKING : ComingsEvent.GATE,
              "t" + (1 + (ticket + i) % event.tickets()),
              random.nextInt(10) < 3,
              random.nextInt(4) == 0
                  ? Instant.now()
                      .minusSeconds(random.nextInt(60 * MINUTES_LATE))
                      .truncatedTo(ChronoUnit.MILLIS)
                  : null,
              keyed ? "key-" + number + "-" + i : null));
    }
    insist(scans.size() == 1 ? scans : sameDoor(scans), token, random, threads);
  }

  private static List<Scan> sameDoor(List<Scan> scans) {
    return scans.stream()
        .map(
            each ->
                new Scan(
                    scans.getFirst().list(),
                    each.code(),
                    each.exit(),
                    each.scannedAt(),
                    each.key()))
        .toList();
  }

  /** Sends until all are answered; one answer in 20 is lost, one request in 20 goes out twice. */
  private void insist(
      List<Scan> scans, String token, SplittableRandom random, ExecutorService threads)
      throws InterruptedException {
    scans.stream().filter(each -> each.key() != null).forEach(each -> mayPass(each));
    if (random.nextInt(ONE_IN) == 0) {
      threads.submit(
          () -> {
            ask(scans, token, PATIENCE, false);
            return null;
          });
    }
    List<Scan> open = scans;
    long end = System.nanoTime() + MOST.toNanos();
    for (int tries = 0; !open.isEmpty(); tries++) {
      if (System.nanoTime() > end) {
        violated(PassageRule.EXPECTED, "no answer to " + open);
        return;
      }
      boolean loses = random.nextInt(ONE_IN) == 0;
      open = ask(open, token, loses && random.nextBoolean() ? ABORT : PATIENCE, loses);
      if (!open.isEmpty()) {
        Thread.sleep(1 + random.nextInt(1 << Math.min(tries, 9)));
      }
    }
    if (random.nextInt(ONE_IN) == 0) {
      undo(scans.getFirst(), token);
    }
  }

  private int answered() {
    return exits.get() + again.get() + firsts.get() + already.get();
  }

  private void mayPass(Scan scan) {
    asked.computeIfAbsent(scan.code(), code -> new AtomicInteger()).incrementAndGet();
  }

  /** Returns the scans that have no answer. */
  private List<Scan> ask(List<Scan> scans, String token, Duration patience, boolean deaf)
      throws InterruptedException {
    sent.addAndGet(scans.size());
    scans.stream().filter(each -> each.key() == null).forEach(this::mayPass);
    List<Map<?, ?>> answers = phones.answers(scans, token, patience);
    if (deaf) {
      lost.incrementAndGet();
      return scans;
    }
    List<Scan> open = new ArrayList<>();
    for (int i = 0; i < scans.size(); i++) {
      if (answers.isEmpty() || !heard(scans.get(i), answers.get(i))) {
        open.add(scans.get(i));
      }
    }
    return open;
  }

  /** Notes an answer; returns whether it is final. */
  private boolean heard(Scan scan, Map<?, ?> result) {
    int status = ((Number) result.get("status")).intValue();
    if (result.get("problem") instanceof Map<?, ?> problem) {
      Object code = problem.get("code");
      if (status >= 500 || "idempotency_key_in_use".equals(code)) {
        (status == 503 ? unavailable : failed).addAndGet(status >= 500 ? 1 : 0);
        return false;
      }
      if (scan.exit() || !"already_checked_in".equals(code)) {
        violated(PassageRule.EXPECTED, scan + " is answered " + problem);
      }
      already.incrementAndGet();
      return true;
    }
    Map<?, ?> done = (Map<?, ?>) result.get(scan.exit() ? "exit" : "checkin");
    long id = done.get("id") instanceof Number number ? number.longValue() : 0;
    if (!scan.exit()) {
      same(PassageRule.ONCE, first, scan.list() + " " + scan.code(), id);
    }
    if (done.get("passage") instanceof Map<?, ?> passage) {
      id = ((Number) passage.get("id")).longValue();
      (scan.exit() ? exits : again).incrementAndGet();
      told.putIfAbsent(id, new Told(scan.list(), id, scan.scannedAt(), PATIENCE, false));
    } else {
      firsts.incrementAndGet();
    }
    if (scan.key() != null) {
      same(PassageRule.ONCE, byKey, scan.key(), id);
    }
    return true;
  }

  private void same(PassageRule rule, Map<String, Long> ids, String what, long id) {
    Long before = ids.putIfAbsent(what, id);
    if (before != null && before != id) {
      violated(rule, what + " is " + before + ", then " + id);
    }
  }

  private void undo(Scan scan, String token) throws InterruptedException {
    Long id = scan.key() == null ? null : byKey.get(scan.key());
    Told passage = id == null ? null : told.get(id);
    if (passage == null) {
      return;
    }
    told.put(id, passage.undo());
    undone.incrementAndGet();
    phones.send(
        phones
            .request("checkin_lists/%d/passages/%d".formatted(passage.list(), id), token)
            .DELETE()
            .build(),
        PATIENCE);
  }

  private void violated(PassageRule rule, String how) {
    violations.add(rule + ": " + how);
  }

  /** Checks what is on record, after another kill; returns what is wrong. */
  List<String> check() throws Exception {
    host.close();
    host = new KillableHost(data);
    Clock now = Clock.fixed(Instant.now(), ZoneOffset.UTC);
    List<String> all = new ArrayList<>(violations);
    try (Stores stores = stores(now)) {
      EventDefinition definition = new Doors(stores).definition();
      List<CheckinList> doors =
          List.of(
              definition.list(ComingsEvent.GATE).orElseThrow(),
              definition.list(ComingsEvent.SMOKING).orElseThrow());
      for (CheckinList list : doors) {
        stores.areas().keepUp(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, list.id(), Mode.LIVE);
        long in = new Doors(stores).count(list.id());
        long known =
            first.keySet().stream().filter(each -> each.startsWith(list.id() + " ")).count();
        if (in < known || in > event.tickets()) {
          all.add(PassageRule.ONCE + ": " + in + " are in, phones were told of " + known);
        }
      }
      PassageCheck check = new PassageCheck(stores, definition, doors, now.instant());
      Map<String, Integer> most = new HashMap<>();
      asked.forEach((code, times) -> most.put(code, times.get()));
      check.run(told.values(), most);
      all.addAll(check.violations());
    }
    return all;
  }

  /** Returns how many requests of each kind there were. */
  String text() {
    return "%d attempts, %d answered: %d first entries, %d exits, %d entries again, %d refused as inside, %d undone, %d lost answers, %d x 503, %d x another 5xx"
        .formatted(
            sent.get(),
            answered(),
            firsts.get(),
            exits.get(),
            again.get(),
            already.get(),
            undone.get(),
            lost.get(),
            unavailable.get(),
            failed.get());
  }

  @Override
  public void close() {
    phones.close();
    host.close();
  }
}
