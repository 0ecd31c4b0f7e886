package io.doorlist.exactness.simulator.actor;

import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.phone.Outbox;
import io.doorlist.phone.QueuedScan;
import io.doorlist.phone.QueuedScan.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A phone's queue and what it sends, as queue.js does; what an answer means is the page's code. */
final class PageQueue {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration BATCH_PATIENCE = Duration.ofSeconds(25);
  private static final Duration KEY_WAIT = Duration.ofMillis(400);
  private static final long MAX_QUIET_MILLIS = 60_000;
  private static final Answer GONE = new Answer(204, "", List.of(), -1, false, 0);

  private final Run run;
  private final Uplink uplink;
  private final PageCopy copy;
  private final String token;
  private final long list;
  private final PageFlaw flaw;
  private final SplittableRandom random;
  private final NavigableMap<Long, QueuedScan> rows = new TreeMap<>();
  private final Map<Long, List<Long>> sent = new HashMap<>();
  private final Map<String, Told> tolds = new HashMap<>();
  private final List<Told> told = new ArrayList<>();
  private long last;
  private int unanswered;
  private long quietUntil;

  /** A scan; its row is stored if it has an id. */
  static final class Scan {
    private long id;
    private QueuedScan row;

    Scan(long id, QueuedScan row) {
      this.id = id;
      this.row = row;
    }

    long id() {
      return id;
    }

    QueuedScan row() {
      return row;
    }

    void row(QueuedScan now) {
      row = now;
    }
  }

  /** What became of a scan. */
  enum Outcome {
    DONE,
    KEPT,
    NOT_UNDONE
  }

  PageQueue(
      Run run, Uplink uplink, PageCopy copy, long list, PageFlaw flaw, SplittableRandom random) {
    this.run = run;
    this.uplink = uplink;
    this.copy = copy;
    this.list = list;
    this.token = "token-" + random.nextInt(1_000_000);
    this.flaw = flaw;
    this.random = random;
  }

  long now() {
    return run.scheduler().now().toEpochMilli();
  }

  String token() {
    return token;
  }

  /** Returns the scan that a key belongs to, and one with this key that has just begun. */
  Told told(String key, String code) {
    return tolds.computeIfAbsent(
        key.replaceAll("-in$", ""),
        any -> {
          Told begun = new Told(code);
          told.add(begun);
          return begun;
        });
  }

  /** Counts another key to a scan. */
  void same(String key, Told scan) {
    tolds.put(key, scan);
  }

  List<Told> all() {
    return List.copyOf(told);
  }

  Collection<QueuedScan> rows() {
    return List.copyOf(rows.values());
  }

  /** The page is closed. */
  void kill() {
    sent.clear();
    if (flaw == PageFlaw.QUEUE_NOT_KEPT) {
      rows.clear();
    }
  }

  Scan of(String code) {
    return rows.entrySet().stream()
        .filter(each -> each.getValue().code().equals(code))
        .filter(each -> each.getValue().stage() != Stage.SET_ASIDE)
        .findFirst()
        .map(each -> new Scan(each.getKey(), each.getValue()))
        .orElse(null);
  }

  void keep(Scan scan) {
    if (scan.id == 0) {
      scan.id = ++last;
    }
    rows.put(scan.id, scan.row);
  }

  /** Ends a scan whose answer is about to be told; returns whether somebody waited for it. */
  boolean close(Scan scan, int status) {
    if (scan.row.attempts() > 1 && status != 201 && flaw != PageFlaw.EARLIER_REQUEST_FORGOTTEN) {
      scan.row = scan.row.refused(now());
      rows.put(scan.id, scan.row);
      return true;
    }
    QueuedScan stored = rows.get(scan.id);
    boolean open =
        stored != null && stored.stage() == Stage.OPEN && stored.key().equals(scan.row.key());
    if (open) {
      rows.remove(scan.id);
    }
    return open;
  }

  void sendAway(Scan scan) {
    scan.row = scan.row.sentAway();
    if (flaw == PageFlaw.LATE_ANSWER_IGNORED) {
      rows.remove(scan.id);
    } else if (scan.id != 0) {
      rows.put(scan.id, scan.row);
    }
  }

  /** Undoes a queued scan; returns whether it was still in the queue. */
  boolean remove(long id) {
    QueuedScan row = rows.remove(id);
    if (row != null) {
      row.withdrawn(now()).ifPresent(kept -> rows.put(id, kept));
    }
    return row != null;
  }

  /** Returns the check-ins of a queued scan that was sent, {@code null} if they are not known. */
  List<Long> sent(long id) {
    return sent.get(id);
  }

  Outcome undo(Scan scan) {
    if (scan.id == 0) {
      keep(scan);
    }
    return settle(scan.id, scan.row, send(List.of(scan.row)).getFirst(), random.nextDouble());
  }

  private List<Answer> send(List<QueuedScan> due) {
    QueuedScan first = due.getFirst();
    if (first.stage() != Stage.UNDOING) {
      return uplink.ask(due.stream().map(this::request).toList(), true, BATCH_PATIENCE);
    }
    Answer answer = GONE;
    for (long id : first.checkins()) {
      told(first.key(), first.code()).undoes(id);
      Answer its = uplink.ask(List.of(Asked.undo(list, id, token)), false, PATIENCE).getFirst();
      answer = its.status() == 204 || its.status() == 404 ? answer : its;
    }
    return List.of(answer);
  }

  /** Checks a ticket in, alone; while its key is in use it is asked again. */
  Answer checkIn(QueuedScan row) {
    Instant latest = run.scheduler().now().plus(PATIENCE);
    for (; ; ) {
      Duration left = Duration.between(run.scheduler().now(), latest);
      Answer answer =
          uplink
              .ask(List.of(request(row)), false, left.compareTo(KEY_WAIT) > 0 ? left : KEY_WAIT)
              .getFirst();
      if (!answer.code().equals("idempotency_key_in_use")
          || run.scheduler().now().isAfter(latest)) {
        return answer;
      }
      run.scheduler().sleep(KEY_WAIT);
    }
  }

  private Asked request(QueuedScan row) {
    String scanned = "scanned_at=" + Instant.ofEpochMilli(row.scannedAtMillis());
    String variant = row.online() ? scanned : "online=false&" + scanned;
    Asked request = Asked.ticket(list, row.code(), token, row.key(), variant);
    told(row.key(), row.code()).asks(request);
    return request;
  }

  /** Does what an answer means for a scan. */
  Outcome settle(long id, QueuedScan row, Answer answer, double spread) {
    QueuedScan stored = rows.get(id);
    if (stored == null) {
      return Outcome.DONE;
    }
    List<Long> created =
        answer.created() ? answer.checkins().stream().map(Answer.Seen::id).toList() : List.of();
    Outbox.Answer its =
        new Outbox.Answer(answer.status(), answer.code(), answer.reason(), 0, created);
    Told scan = told(stored.key(), stored.code());
    switch (Outbox.settle(row, stored, its, now(), spread)) {
      case Outbox.Settled.Kept kept -> {
        if (!ends(stored, kept.scan())) {
          rows.put(id, kept.scan());
          if (kept.scan().stage() == Stage.SET_ASIDE) {
            scan.notice();
          }
          return Outcome.KEPT;
        }
      }
      case Outbox.Settled.Locked locked ->
          throw new IllegalStateException("the token is good: " + answer);
      case Outbox.Settled.DoubleAdmission twice -> scan.notice();
      case Outbox.Settled.NotUndone not -> {
        scan.notice();
        rows.remove(id);
        return Outcome.NOT_UNDONE;
      }
      case Outbox.Settled.Done done -> {
        if (!created.isEmpty() && stored.stage() == Stage.IN) {
          sent.put(id, created);
        }
      }
    }
    rows.remove(id);
    if (stored.stage() == Stage.IN) {
      copy.sent(stored.code(), now());
    }
    return Outcome.DONE;
  }

  /** Returns whether a page with the flaw would forget this scan. */
  private boolean ends(QueuedScan stored, QueuedScan kept) {
    return flaw == PageFlaw.EARLIER_REQUEST_FORGOTTEN && kept.stage() == Stage.REFUSED
        || flaw == PageFlaw.REFUSAL_NOT_REPORTED && !kept.key().equals(stored.key());
  }

  void heard() {
    quietUntil = 0;
  }

  /** Sends what is due once; returns how long to wait. */
  long drain(Runnable alive) {
    if (now() < quietUntil) {
      return quietUntil - now();
    }
    List<QueuedScan> all = new ArrayList<>(rows.values());
    List<QueuedScan> next = Outbox.next(all, now());
    if (next.isEmpty()) {
      return Outbox.waitMillis(all, now());
    }
    List<Long> ids = new ArrayList<>();
    List<QueuedScan> due = new ArrayList<>();
    rows.forEach(
        (id, row) -> {
          if (next.contains(row)) {
            ids.add(id);
            due.add(row);
          }
        });
    for (int i = 0; i < ids.size(); i++) {
      rows.put(ids.get(i), due.get(i).begun());
    }
    List<Answer> answers = send(due);
    alive.run();
    if (answers.stream().allMatch(answer -> answer.status() == 0)) {
      quietUntil = now() + Math.min(MAX_QUIET_MILLIS, 1_000L << Math.min(unanswered++, 6));
      return 0;
    }
    unanswered = 0;
    double spread = random.nextDouble();
    for (int i = 0; i < due.size(); i++) {
      settle(ids.get(i), due.get(i), answers.get(i), spread);
    }
    return 0;
  }
}
