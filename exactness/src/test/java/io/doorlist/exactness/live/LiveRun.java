package io.doorlist.exactness.live;

import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.ApiClient;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Checker;
import io.doorlist.exactness.history.HistoryWriter;
import io.doorlist.exactness.history.Moment;
import io.doorlist.exactness.history.Operation;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.history.Walk;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/** Many clients at once, and the history of their answers. */
final class LiveRun {
  private static final int MAX_TRIES = 8;
  private static final int ONE_IN = 20;
  private static final Duration ABORT = Duration.ofMillis(3);
  private static final int PAGE = 250;
  private static final int MAX_SCANS = 12;

  private final LiveHost host;
  private final ApiClient client;
  private final HistoryWriter recorder = new HistoryWriter(InstantSource.system());
  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final AtomicInteger duplicates = new AtomicInteger();
  private final AtomicInteger undone = new AtomicInteger();
  private final int most;

  /** Creates a run that ends after this many attempts. */
  LiveRun(LiveHost host, ApiClient client, int mostAttempts) {
    this.host = host;
    this.client = client;
    this.most = mostAttempts;
  }

  /**
   * Clients take wishes one after the other: number 0, 1, 2, until the attempts or the time are
   * used up.
   */
  void run(int clients, Duration most, IntFunction<List<Asked>> wishes) throws Exception {
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

  /**
   * Retries until everything has an answer; several wishes are sent as a batch. One answer in 20 is
   * lost, one request in 20 is sent twice. Of the check-ins at the side door, one in three is
   * undone.
   */
  private void insist(
      int number, List<Asked> wishes, SplittableRandom random, ExecutorService threads)
      throws InterruptedException {
    boolean writes = wishes.getFirst().writes();
    if (writes && random.nextInt(ONE_IN) == 0) {
      duplicates.incrementAndGet();
      threads.submit(
          () -> {
            ask(number, wishes, ApiClient.PATIENCE, false);
            return null;
          });
    }
    List<Asked> open = new ArrayList<>(wishes);
    for (int tries = 0; tries < MAX_TRIES && !open.isEmpty(); tries++) {
      boolean loses = writes && random.nextInt(ONE_IN) == 0;
      boolean aborts = loses && random.nextBoolean();
      if (loses) {
        lost.incrementAndGet();
      }
      List<Asked> asked = List.copyOf(open);
      List<Answer> answers = ask(number, asked, aborts ? ABORT : ApiClient.PATIENCE, loses);
      for (int i = 0; i < asked.size(); i++) {
        if (!answers.get(i).unknown()) {
          open.remove(asked.get(i));
          undo(number, asked.get(i), answers.get(i), random, threads);
        }
      }
      if (!open.isEmpty()) {
        LockSupport.parkNanos(random.nextLong(1_000_000L << Math.min(tries, 6)));
      }
    }
  }

  private void undo(
      int number, Asked wish, Answer answer, SplittableRandom random, ExecutorService threads)
      throws InterruptedException {
    if (wish.writes()
        && wish.list() == SimulatedEvent.EVERYONE
        && answer.created()
        && random.nextInt(3) == 0) {
      Seen seen = answer.checkins().getFirst();
      undone.incrementAndGet();
      insist(number, List.of(Asked.undo(wish.list(), seen.id(), host.desk())), random, threads);
    }
  }

  private List<Answer> ask(int number, List<Asked> wishes, Duration patience, boolean deaf)
      throws InterruptedException {
    attempts.addAndGet(wishes.getFirst().writes() ? wishes.size() : 0);
    Moment begun = recorder.now();
    List<Answer> heard =
        wishes.size() == 1
            ? List.of(client.ask(wishes.getFirst(), patience))
            : client.askBatch(wishes, patience);
    List<Answer> answers = deaf ? Collections.nCopies(wishes.size(), Answer.NONE) : heard;
    for (int i = 0; i < wishes.size(); i++) {
      recorder.ended(number, wishes.get(i), begun, answers.get(i));
    }
    return answers;
  }

  /** Sends all requests at the same time, each until it has an answer, and returns the answers. */
  List<Answer> atOnce(List<Asked> wishes) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Answer>> running = new ArrayList<>();
      for (Asked wish : wishes) {
        running.add(threads.submit(() -> answer(wish)));
      }
      List<Answer> answers = new ArrayList<>();
      for (Future<Answer> each : running) {
        answers.add(each.get());
      }
      return answers;
    }
  }

  private Answer answer(Asked wish) throws InterruptedException {
    Answer answer;
    do {
      answer = ask(0, List.of(wish), ApiClient.PATIENCE, false).getFirst();
    } while (answer.unknown());
    return answer;
  }

  List<Operation> operations() {
    return recorder.operations();
  }

  /** Walks the lists, which no longer change, and checks the history. */
  List<Violation> check() throws InterruptedException {
    List<Walk> walks = new ArrayList<>();
    String token = host.tokenIds().getFirst();
    for (long list : host.roster().lists().stream().sorted().toList()) {
      long count = read(Asked.count(list, token)).count();
      List<Seen> rows = new ArrayList<>();
      for (int page = 1; page <= (count + PAGE - 1) / PAGE; page++) {
        rows.addAll(read(Asked.page(list, token, page, PAGE)).checkins());
      }
      walks.add(new Walk(list, count, rows, host.undone(list), host.doubleAdmissions(list)));
    }
    return new Checker(host.roster()).check(operations(), walks);
  }

  private Answer read(Asked asked) throws InterruptedException {
    Answer answer;
    do {
      answer = client.ask(asked, ApiClient.PATIENCE);
    } while (answer.unknown());
    return answer;
  }

  /** Returns how many requests of each kind there were. */
  String text() {
    List<Operation> all = operations();
    return "%d attempts, %d operations: %d let in or replayed, %d already, %d outside a window, %d looks, %d undone, %d lost answers, %d duplicates, %d x 503, %d x 500"
        .formatted(
            attempts.get(),
            all.size(),
            count(each -> each.answer().created()),
            count(each -> each.answer().already()),
            count(each -> each.answer().reason().startsWith("too_")),
            count(each -> each.asked().kind() == Asked.Kind.LOOK),
            undone.get(),
            lost.get(),
            duplicates.get(),
            count(each -> each.answer().status() == 503),
            count(each -> each.answer().status() == 500));
  }

  private long count(Predicate<Operation> which) {
    return operations().stream().filter(which).count();
  }

  /**
   * Returns wishes: several rivals for each ticket, orders, wrong codes, batches, looks and reads,
   * at four doors. One door lets only VIPs in, one undoes, one opens late.
   */
  static IntFunction<List<Asked>> wishes(List<String> tokens, int tickets, int rivals, long seed) {
    return number -> {
      SplittableRandom random = new SplittableRandom(seed + number);
      String token = tokens.get(random.nextInt(tokens.size()));
      // Rivals for a ticket have consecutive numbers, so they run at the same time.
      long ticket = 1 + number / rivals % tickets;
      int kind = random.nextInt(100);
      if (kind < 3) {
        List<Asked> scans = new ArrayList<>();
        for (int i = 0; i < 2 + random.nextInt(MAX_SCANS - 1); i++) {
          long other = 1 + (ticket + i - 1) % tickets;
          String key = "key-" + number + "-" + i;
          scans.add(Asked.ticket(SimulatedEvent.MAIN, "t" + other, token, key, offline(random)));
        }
        return scans;
      }
      return List.of(single(number, kind, ticket, token, random));
    };
  }

  private static Asked single(
      int number, int kind, long ticket, String token, SplittableRandom random) {
    String key = random.nextBoolean() ? "key-" + number : null;
    String code = "t" + ticket;
    if (kind < 5) {
      return Asked.count(SimulatedEvent.MAIN, token);
    }
    if (kind < 7) {
      int page = 1 + random.nextInt(3);
      return Asked.page(SimulatedEvent.MAIN, token, page, 10 * (1 + random.nextInt(25)));
    }
    if (kind < 9) {
      return Asked.ticket(SimulatedEvent.MAIN, "nobody-" + number, token, key, "");
    }
    if (kind < 12) {
      long order = (ticket - 1) / LiveHost.TICKETS_OF_ORDER + 1;
      return Asked.order(
          SimulatedEvent.MAIN, "o" + order, token, key, Map.of("adult", 1 + random.nextInt(4)));
    }
    if (kind < 16) {
      return Asked.look(SimulatedEvent.MAIN, code, token);
    }
    return switch (kind) {
      case 16 -> Asked.ticket(SimulatedEvent.VIP, code, token, key, "");
      case 17, 18, 19, 20 -> Asked.ticket(SimulatedEvent.BRIEF, code, token, key, "");
      case 21, 22, 23, 24, 25 ->
          Asked.ticket(SimulatedEvent.EVERYONE, code, token, key, offline(random));
      default -> Asked.ticket(SimulatedEvent.MAIN, code, token, key, offline(random));
    };
  }

  private static String offline(SplittableRandom random) {
    return random.nextInt(4) == 0 ? "online=false&scanned_at=2026-06-01T18:00:00Z" : "";
  }
}
