package io.doorlist.exactness.live;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.door.Reentry;
import io.doorlist.exactness.simulator.check.PassageCheck;
import io.doorlist.exactness.simulator.check.PassageCheck.Told;
import io.doorlist.exactness.simulator.check.PassageRule;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.ingest.ImportStore;
import io.doorlist.json.Json;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import io.doorlist.store.table.DynamoClients;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Terms;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
  private static final long GATE = 21;
  private static final long SMOKING = 22;
  private static final int TICKETS_OF_ORDER = 10;

  /** So many scans of a ticket in all, and so many of them at once. */
  private static final int SCANS = 50;

  private static final int RIVALS = 4;
  private static final int TOKENS = 8;
  private static final int MAX_SCANS = 8;
  private static final int ONE_IN = 20;
  private static final int MINUTES_LATE = 60;
  private static final Duration EMPTIED_AGO = Duration.ofMinutes(20);
  private static final int MAX_MINUTES_OFF = 3 * 60;
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** For all attempts together: a host that was killed takes a while to start. */
  private static final Duration MOST = Duration.ofMinutes(15);

  private static final Duration ABORT = Duration.ofMillis(3);

  private final Path data;
  private final int attempts;
  private final int tickets;
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
  private final List<String> secrets = new ArrayList<>();

  /** By how much the clock of each token's phone is off; every other one is right. */
  private final Map<String, Duration> clocks = new HashMap<>();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private volatile KillableHost host;

  /** A scan, by a clock that is right; without a key, each attempt may be a passage of its own. */
  private record Scan(long list, String code, boolean exit, Instant scannedAt, String key) {
    /** Returns what a phone says that its clock showed when it scanned without a network. */
    Instant said(Duration clock) {
      return scannedAt.plus(clock);
    }
  }

  /** Creates a run of about so many attempts, on a table in an empty folder. */
  ComingsRun(Path data, int attempts, long seed) throws IOException {
    this.data = data;
    this.attempts = attempts;
    this.tickets = Math.max(TICKETS_OF_ORDER, attempts / SCANS);
    this.seed = seed;
    this.host = new KillableHost(data);
    try (Stores stores = stores(Clock.systemUTC())) {
      open(stores);
    }
  }

  private Stores stores(Clock clock) {
    return Stores.connectForCommand(
        DynamoClients.connect(host.table(), null), SimulatedEvent.TABLE, clock);
  }

  private void open(Stores stores) {
    SecureRandom random = new SecureRandom();
    SplittableRandom plan = new SplittableRandom(seed);
    for (int i = 0; i < TOKENS; i++) {
      TokenSecret secret = TokenSecret.create(Mode.LIVE, random);
      stores
          .tokens()
          .create(
              AccessToken.of(
                  secret,
                  "phone " + i,
                  SimulatedEvent.ACCOUNT,
                  List.of(),
                  Role.DESK,
                  Instant.now(),
                  null),
              secret);
      secrets.add(secret.reveal());
      clocks.put(
          secret.reveal(),
          i % 2 == 0
              ? Duration.ZERO
              : Duration.ofMinutes(plan.nextInt(-MAX_MINUTES_OFF, MAX_MINUTES_OFF)));
    }
    ImportStore importer = Imports.into(stores);
    importer.putAccount(new Account(SimulatedEvent.ACCOUNT, "Acme"));
    Event plain = Gala.event();
    LocalTime emptied = LocalTime.now(ZoneOffset.UTC).minus(EMPTIED_AGO);
    importer.putEvent(
        new Event(
            plain.account(),
            plain.id(),
            plain.slug(),
            plain.title(),
            plain.ticketTypes(),
            ZoneOffset.UTC,
            List.of(new Area("site", "Site", tickets, emptied.truncatedTo(ChronoUnit.MINUTES)))));
    for (long id : List.of(GATE, SMOKING)) {
      importer.putCheckinList(
          SimulatedEvent.ACCOUNT,
          SimulatedEvent.EVENT,
          Imports.list(
              id,
              "Door " + id,
              Terms.passages("site", Reentry.values()[plan.nextInt(Reentry.values().length)])));
    }
    for (int order = 0; order * TICKETS_OF_ORDER < tickets; order++) {
      List<Ticket> some = new ArrayList<>();
      for (int i = 0; i < TICKETS_OF_ORDER; i++) {
        some.add(SimulatedEvent.ticket(order * TICKETS_OF_ORDER + i + 1, "adult", false));
      }
      Imports.put(
          importer,
          SimulatedEvent.ACCOUNT,
          SimulatedEvent.EVENT,
          SimulatedEvent.order(order + 1, some));
    }
    importer.settle();
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
    int ticket = number / RIVALS % tickets;
    String token = secrets.get(random.nextInt(TOKENS));
    int kind = random.nextInt(100);
    if (kind < 2) {
      send(request("areas", token).GET().build(), PATIENCE);
      return;
    }
    List<Scan> scans = new ArrayList<>();
    for (int i = 0; i < (kind < 7 ? 2 + random.nextInt(MAX_SCANS - 1) : 1); i++) {
      boolean keyed = kind < 7 || random.nextInt(5) > 0;
      scans.add(
          new Scan(
              random.nextInt(3) == 0 ? SMOKING : GATE,
              "t" + (1 + (ticket + i) % tickets),
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
    List<Map<?, ?>> answers = answers(scans, token, patience);
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

  /** Returns an answer for each scan, or none. */
  private List<Map<?, ?>> answers(List<Scan> scans, String token, Duration patience)
      throws InterruptedException {
    Scan scan = scans.getFirst();
    if (scans.size() > 1) {
      HttpRequest.Builder request =
          request("checkin_lists/" + scan.list() + "/checkins", token)
              .header("Content-Type", "application/json")
              .header("X-Device-Time", deviceTime(token))
              .POST(
                  BodyPublishers.ofString(
                      Json.writeValue(
                          Map.of(
                              "scans", scans.stream().map(each -> item(each, token)).toList()))));
      Map<?, ?> whole = send(request.build(), patience);
      List<Map<?, ?>> answers = new ArrayList<>();
      if (whole.get("results") instanceof List<?> results) {
        results.forEach(each -> answers.add((Map<?, ?>) each));
      }
      return answers;
    }
    String query =
        scan.scannedAt() == null ? "" : "?online=false&scanned_at=" + scan.said(clocks.get(token));
    HttpRequest.Builder request =
        request(
                "checkin_lists/%d/tickets/%s/%s%s"
                    .formatted(scan.list(), scan.code(), scan.exit() ? "exits" : "checkins", query),
                token)
            .header("X-Device-Time", deviceTime(token))
            .POST(BodyPublishers.noBody());
    if (scan.key() != null) {
      request.header("Idempotency-Key", scan.key());
    }
    Map<?, ?> body = send(request.build(), patience);
    if (body.isEmpty()) {
      return List.of();
    }
    boolean refused = body.containsKey("code");
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("status", refused ? body.get("status") : 201);
    result.put(refused ? "problem" : scan.exit() ? "exit" : "checkin", body);
    return List.of(result);
  }

  /** Returns what the clock of a token's phone shows. */
  private String deviceTime(String token) {
    return Instant.now().plus(clocks.get(token)).truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private Map<String, Object> item(Scan scan, String token) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("ticket_qr_token", scan.code());
    item.put("type", scan.exit() ? "exit" : "entry");
    item.put("idempotency_key", scan.key());
    if (scan.scannedAt() != null) {
      item.put("online", false);
      item.put("scanned_at", scan.said(clocks.get(token)).toString());
    }
    return item;
  }

  private HttpRequest.Builder request(String path, String token) {
    String event = "/%s/%s/".formatted(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT);
    return HttpRequest.newBuilder(host.url().resolve(event + path))
        .header("Authorization", "Bearer " + token);
  }

  /** Returns the body of an answer that says something, else nothing. */
  private Map<?, ?> send(HttpRequest request, Duration patience) throws InterruptedException {
    try {
      HttpRequest patient =
          HttpRequest.newBuilder(request, (n, v) -> true).timeout(patience).build();
      HttpResponse<String> response = http.send(patient, BodyHandlers.ofString());
      return response.body().isEmpty() ? Map.of() : Json.readObject(response.body());
    } catch (IOException e) {
      return Map.of();
    }
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
    send(
        request("checkin_lists/%d/passages/%d".formatted(passage.list(), id), token)
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
      EventDefinition definition =
          stores
              .events()
              .readDefinition(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT)
              .orElseThrow();
      List<CheckinList> doors =
          List.of(definition.list(GATE).orElseThrow(), definition.list(SMOKING).orElseThrow());
      for (CheckinList list : doors) {
        stores.areas().keepUp(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, list.id(), Mode.LIVE);
        long in =
            stores
                .checkins()
                .list(
                    SimulatedEvent.ACCOUNT,
                    SimulatedEvent.EVENT,
                    list,
                    Mode.LIVE,
                    new PageRequest(1, 1))
                .count();
        long known =
            first.keySet().stream().filter(each -> each.startsWith(list.id() + " ")).count();
        if (in < known || in > tickets) {
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
    http.close();
    host.close();
  }
}
