package io.doorlist.exactness.live;

import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Checker;
import io.doorlist.exactness.history.HistoryRecorder;
import io.doorlist.exactness.history.Moment;
import io.doorlist.exactness.history.Operation;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.history.Walk;
import io.doorlist.exactness.simulator.SimulatedEvent;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/** Many clients at once, and the history of what they were told. */
final class LiveRun {
  private static final int MAX_TRIES = 8;
  private static final int ONE_IN = 20;
  private static final Duration ABORT = Duration.ofMillis(3);
  private static final int PAGE = 250;

  private final LiveHost host;
  private final LiveClient client;
  private final HistoryRecorder recorder = new HistoryRecorder(InstantSource.system());
  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final AtomicInteger duplicates = new AtomicInteger();
  private final int most;

  /** Makes one that ends after this many attempts. */
  LiveRun(LiveHost host, LiveClient client, int mostAttempts) {
    this.host = host;
    this.client = client;
    this.most = mostAttempts;
  }

  /** Lets clients take wishes one after the other: number 0, 1, 2, until attempts or time end. */
  void run(int clients, Duration most, IntFunction<Asked> wishes) throws Exception {
    AtomicInteger next = new AtomicInteger();
    long end = System.nanoTime() + most.toNanos();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        int number = i;
        running.add(
            threads.submit(
                () -> {
                  SplittableRandom random = new SplittableRandom(number);
                  while (attempts.get() < this.most && System.nanoTime() < end) {
                    insist(number, wishes.apply(next.getAndIncrement()), random, threads);
                  }
                  return null;
                }));
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
  }

  /** Asks until there is an answer. One answer in 20 is lost, one request in 20 goes out twice. */
  private void insist(int number, Asked wish, SplittableRandom random, ExecutorService threads)
      throws InterruptedException {
    if (wish.writes() && random.nextInt(ONE_IN) == 0) {
      duplicates.incrementAndGet();
      threads.submit(
          () -> {
            ask(number, wish, LiveClient.PATIENCE, false);
            return null;
          });
    }
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      boolean loses = wish.writes() && random.nextInt(ONE_IN) == 0;
      boolean aborts = loses && random.nextBoolean();
      if (loses) {
        lost.incrementAndGet();
      }
      Answer answer = ask(number, wish, aborts ? ABORT : LiveClient.PATIENCE, loses);
      if (!answer.unknown()) {
        return;
      }
      LockSupport.parkNanos(random.nextLong(1_000_000L << Math.min(tries, 6)));
    }
  }

  private Answer ask(int number, Asked wish, Duration patience, boolean deaf)
      throws InterruptedException {
    attempts.addAndGet(wish.writes() ? 1 : 0);
    Moment begun = recorder.now();
    Answer heard = client.ask(wish, patience);
    Answer answer = deaf ? Answer.NONE : heard;
    recorder.ended(number, wish, begun, answer);
    return answer;
  }

  /** Asks everything at once, each once, and returns the answers. */
  List<Answer> atOnce(List<Asked> wishes) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Answer>> running = new ArrayList<>();
      for (Asked wish : wishes) {
        running.add(threads.submit(() -> ask(0, wish, LiveClient.PATIENCE, false)));
      }
      List<Answer> answers = new ArrayList<>();
      for (Future<Answer> each : running) {
        answers.add(each.get());
      }
      return answers;
    }
  }

  List<Operation> operations() {
    return recorder.operations();
  }

  /** Walks the lists, which are quiet by now, and checks the history. */
  List<Violation> check() throws InterruptedException {
    List<Walk> walks = new ArrayList<>();
    String token = host.tokenIds().getFirst();
    for (long list : host.roster().lists().stream().sorted().toList()) {
      long count = client.ask(Asked.count(list, token), LiveClient.PATIENCE).count();
      List<Seen> rows = new ArrayList<>();
      for (int page = 1; page <= (count + PAGE - 1) / PAGE; page++) {
        rows.addAll(
            client.ask(Asked.page(list, token, page, PAGE), LiveClient.PATIENCE).checkins());
      }
      walks.add(new Walk(list, count, rows, List.of(), host.doubleAdmissions(list)));
    }
    return new Checker(host.roster()).check(operations(), walks);
  }

  /** Says how much there was of what. */
  String text() {
    List<Operation> all = operations();
    long in = all.stream().filter(operation -> operation.answer().created()).count();
    long already = all.stream().filter(operation -> operation.answer().already()).count();
    long errors = all.stream().filter(operation -> operation.answer().status() == 500).count();
    long busy = all.stream().filter(operation -> operation.answer().status() == 503).count();
    return "%d attempts, %d operations: %d let in or replayed, %d already, %d lost answers, %d duplicates, %d x 503, %d x 500"
        .formatted(
            attempts.get(), all.size(), in, already, lost.get(), duplicates.get(), busy, errors);
  }

  /** Makes wishes: several rivals for each ticket, orders, wrong codes and readers among them. */
  static IntFunction<Asked> wishes(List<String> tokens, int tickets, int rivals, long seed) {
    return number -> {
      SplittableRandom random = new SplittableRandom(seed + number);
      String token = tokens.get(random.nextInt(tokens.size()));
      String key = random.nextBoolean() ? "key-" + number : null;
      int kind = random.nextInt(100);
      if (kind < 2) {
        return Asked.count(SimulatedEvent.MAIN, token);
      }
      if (kind < 4) {
        int page = 1 + random.nextInt(3);
        return Asked.page(SimulatedEvent.MAIN, token, page, 10 * (1 + random.nextInt(25)));
      }
      if (kind < 6) {
        return Asked.ticket(SimulatedEvent.MAIN, "nobody-" + number, token, key, "");
      }
      // Rivals for a ticket come one after the other, and so at the same time.
      long ticket = 1 + number / rivals % tickets;
      if (kind < 9) {
        long order = (ticket - 1) / LiveHost.TICKETS_OF_ORDER + 1;
        return Asked.order(
            SimulatedEvent.MAIN, "o" + order, token, key, Map.of("adult", 1 + random.nextInt(4)));
      }
      if (kind == 9) {
        return Asked.ticket(SimulatedEvent.VIP, "t" + ticket, token, key, "");
      }
      String variant = random.nextInt(4) == 0 ? "online=false&scanned_at=2026-06-01T18:00:00Z" : "";
      return Asked.ticket(SimulatedEvent.MAIN, "t" + ticket, token, key, variant);
    };
  }
}
