package io.doorlist.exactness.simulator.actor;

import io.doorlist.door.Verdict;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.simulator.actor.PageQueue.Outcome;
import io.doorlist.exactness.simulator.actor.PageQueue.Scan;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.phone.Polling;
import io.doorlist.phone.QueuedScan;
import io.doorlist.phone.QueuedScan.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The scanner page while it is open, as door.js and station.js have it: it asks, waits with
 * patience, decides by its copy, and does what a late answer means.
 */
final class ScannerPage {
  private static final Duration PATIENCE = Duration.ofMillis(1_500);
  private static final Duration EVER = Duration.ofHours(1);
  private static final Duration LOOK_PATIENCE = Duration.ofSeconds(10);
  private static final Duration MAX_REST = Duration.ofSeconds(5);
  private static final Duration MIN_REST = Duration.ofMillis(200);

  private final Run run;
  private final Uplink uplink;
  private final PageCopy copy;
  private final PageQueue queue;
  private final long list;
  private final PageFlaw flaw;
  private final Supplier<String> keys;
  private int turn;
  private Scan open;
  private boolean busy;
  private boolean reached = true;
  private int failures;
  private Shown shown = Shown.NOTHING;
  private Instant activeAt;
  private boolean ended;
  private Scheduler.Fiber drainer;

  /**
   * What the page shows.
   *
   * @param told of the scan that can be undone, or {@code null}
   * @param queued the scan's id in the queue, 0 if the server let them in
   */
  private record Shown(Told told, String code, long queued, List<Long> checkins) {
    static final Shown NOTHING = new Shown(null, "", 0, List.of());
  }

  /** Something that is done meanwhile. */
  private static final class Pending<T> {
    private T value;
    private Scheduler.Fiber waiting;
  }

  ScannerPage(
      Run run,
      Uplink uplink,
      PageCopy copy,
      PageQueue queue,
      long list,
      PageFlaw flaw,
      Supplier<String> keys) {
    this.run = run;
    this.uplink = uplink;
    this.copy = copy;
    this.queue = queue;
    this.list = list;
    this.flaw = flaw;
    this.keys = keys;
    this.activeAt = run.scheduler().now();
  }

  /** Opens the page; it polls and sends until it is closed, or has nothing more to do. */
  void start(BooleanSupplier needed) {
    run.scheduler().start(Duration.ZERO, () -> poll(needed));
    drainer = run.scheduler().start(Duration.ZERO, () -> drain(needed));
  }

  /** Closes the page: whoever waits for an answer waits for nothing. */
  void kill() {
    ended = true;
    queue.kill();
  }

  boolean busy() {
    return busy;
  }

  boolean canUndo() {
    return shown.told() != null;
  }

  private void alive() {
    if (ended) {
      throw new Scheduler.Killed();
    }
  }

  private <T> Pending<T> meanwhile(Supplier<T> work) {
    Pending<T> pending = new Pending<>();
    run.scheduler()
        .start(
            Duration.ZERO,
            () -> {
              pending.value = work.get();
              if (pending.waiting != null) {
                run.scheduler().wake(pending.waiting);
              }
            });
    return pending;
  }

  /** Waits; returns {@code null} if it takes longer. */
  private <T> T await(Pending<T> pending, Duration most) {
    Instant until = run.scheduler().now().plus(most);
    pending.waiting = run.scheduler().current();
    while (pending.value == null && run.scheduler().now().isBefore(until)) {
      run.scheduler().sleep(Duration.between(run.scheduler().now(), until));
    }
    pending.waiting = null;
    alive();
    return pending.value;
  }

  private void heard(boolean answered) {
    failures = answered ? 0 : failures + 1;
    if (answered && !reached) {
      queue.heard();
      send();
    }
    reached = answered;
  }

  private void send() {
    run.scheduler().wake(drainer);
  }

  private void drain(BooleanSupplier needed) {
    while (!ended && (needed.getAsBoolean() || !queue.rows().isEmpty())) {
      long wait = queue.drain(this::alive);
      Duration rest = wait < 0 ? MAX_REST : Duration.ofMillis(wait);
      rest = rest.compareTo(MAX_REST) > 0 ? MAX_REST : rest;
      run.scheduler().sleep(rest.compareTo(MIN_REST) < 0 ? MIN_REST : rest);
    }
  }

  private void poll(BooleanSupplier needed) {
    while (!ended && (needed.getAsBoolean() || !queue.rows().isEmpty())) {
      heard(copy.refresh());
      alive();
      long quiet = Duration.between(activeAt, run.scheduler().now()).toMillis();
      run.scheduler().sleep(Duration.ofMillis(Polling.waitMillis(quiet, reached ? 0 : failures)));
    }
  }

  private Scan scan(QueuedScan row) {
    queue.told(row.key(), row.code());
    return new Scan(0, row);
  }

  private Scan asked(String code, long at) {
    return scan(QueuedScan.asked(keys.get(), Long.toString(list), code, "", at, true, queue.now()));
  }

  private Scan decided(String code, long at) {
    return scan(QueuedScan.decided(keys.get(), Long.toString(list), code, at, true));
  }

  private Told told(Scan scan) {
    return queue.told(scan.row().key(), scan.row().code());
  }

  private int begin() {
    moveOn();
    return ++turn;
  }

  private void moveOn() {
    Scan left = open;
    open = null;
    if (left != null) {
      queue.sendAway(left);
      told(left).in(false);
    }
  }

  /** Goes on: whoever still waits for an answer was not let in. */
  void dismiss() {
    moveOn();
    busy = false;
    shown = Shown.NOTHING;
  }

  private void show(int its, Shown verdict) {
    if (its == turn) {
      busy = false;
      shown = verdict;
    }
  }

  private void show(int its) {
    show(its, Shown.NOTHING);
  }

  /** Lets a ticket in if the server says so or, while it does not answer, the copy. */
  void letIn(String code) {
    activeAt = run.scheduler().now();
    int its = begin();
    long at = queue.now();
    busy = true;
    Scan before = queue.of(code);
    if (before != null && before.row().stage() == Stage.IN) {
      show(its);
      return;
    }
    if (before != null && before.row().stage() == Stage.UNDOING) {
      Outcome outcome = queue.undo(before);
      alive();
      if (outcome == Outcome.KEPT || its != turn) {
        show(its);
        return;
      }
      boolean again = outcome == Outcome.NOT_UNDONE || flaw == PageFlaw.KEY_OF_UNDONE_USED_AGAIN;
      before = again ? before : null;
    }
    boolean unknown = copy.whole() && copy.decide(code, at) instanceof Verdict.Unknown;
    if (!reached && copy.whole()) {
      decideAlone(its, before == null ? decided(code, at) : before);
    } else if (unknown && before == null) {
      lookUp(its, code, at);
    } else {
      ask(its, before == null ? asked(code, at) : new Scan(before.id(), before.row().reopened(at)));
    }
  }

  private void lookUp(int its, String code, long at) {
    Asked look = Asked.look(list, code, queue.token());
    Pending<Answer> asking =
        meanwhile(() -> uplink.ask(List.of(look), false, LOOK_PATIENCE).getFirst());
    Answer answer = await(asking, PATIENCE);
    if (answer == null) {
      show(its);
      answer = await(asking, EVER);
    }
    heard(answer.status() != 0);
    if (its != turn) {
      return;
    }
    if (answer.status() == 200) {
      ask(its, asked(code, at));
    } else if (decisive(answer)) {
      show(its);
    } else {
      decideAlone(its, decided(code, at));
    }
  }

  private void ask(int its, Scan scan) {
    queue.keep(scan);
    if (its != turn) {
      queue.close(scan, 0);
      return;
    }
    open = scan;
    QueuedScan row = scan.row();
    Pending<Answer> asking = meanwhile(() -> queue.checkIn(row));
    Answer answer = await(asking, copy.whole() ? PATIENCE : EVER);
    if (answer == null && scan.row().stage() == Stage.OPEN) {
      if (copy.whole()
          && copy.decide(row.code(), row.scannedAtMillis()) instanceof Verdict.Admissible) {
        decideAlone(its, scan);
      } else {
        show(its);
      }
    }
    if (answer == null) {
      answer = await(asking, EVER);
    }
    heard(answer.status() != 0);
    if (scan.row().stage() != Stage.OPEN) {
      answeredLate(scan, answer);
    } else if (decisive(answer)) {
      open = null;
      answered(its, scan, answer);
    } else if (copy.whole()) {
      decideAlone(its, scan);
    } else {
      letGo(scan);
      show(its);
    }
  }

  private static boolean decisive(Answer answer) {
    return answer.status() != 0 && answer.status() < 500;
  }

  private void letGo(Scan scan) {
    open = null;
    queue.sendAway(scan);
    told(scan).in(false);
    send();
  }

  private void answeredLate(Scan scan, Answer answer) {
    if (answer.status() != 0) {
      queue.settle(scan.id(), scan.row(), answer, 0.5);
      send();
    }
  }

  private void answered(int its, Scan scan, Answer answer) {
    Told told = told(scan);
    told.in(false);
    if (!queue.close(scan, answer.status()) || !answer.created()) {
      show(its);
      return;
    }
    List<Long> checkins = answer.checkins().stream().map(Answer.Seen::id).toList();
    if (its != turn) {
      queue.undo(new Scan(0, scan.row().undoing(checkins)));
      return;
    }
    told.in(true);
    copy.letIn(scan.row().code(), queue.now(), false);
    show(its, new Shown(told, scan.row().code(), 0, checkins));
  }

  private void decideAlone(int its, Scan scan) {
    String code = scan.row().code();
    long at = queue.now();
    if (!(copy.decide(code, at) instanceof Verdict.Admissible)) {
      letGo(scan);
      show(its);
      return;
    }
    scan.row(scan.row().admitted());
    open = null;
    queue.keep(scan);
    copy.letIn(code, at, true);
    told(scan).in(true);
    run.say("a page lets in " + code + " by its copy");
    show(its, new Shown(told(scan), code, scan.id(), List.of()));
    send();
  }

  /** Undoes what is shown. */
  void undo() {
    Shown undo = shown;
    shown = Shown.NOTHING;
    int its = begin();
    busy = true;
    // Whoever closes the page meanwhile has asked for it.
    undo.told().in(false);
    Outcome outcome = Outcome.DONE;
    if (undo.queued() == 0 || !queue.remove(undo.queued())) {
      List<Long> ids = undo.queued() == 0 ? undo.checkins() : queue.sent(undo.queued());
      if (ids == null) {
        undo.told().in(true);
        show(its);
        return;
      }
      String key = keys.get();
      queue.same(key, undo.told());
      QueuedScan row =
          QueuedScan.asked(
                  key, Long.toString(list), undo.code(), "", queue.now(), false, queue.now())
              .undoing(ids);
      outcome = await(meanwhile(() -> queue.undo(new Scan(0, row))), PATIENCE);
    }
    if (outcome == Outcome.NOT_UNDONE) {
      undo.told().in(true);
    } else {
      copy.takeBack(undo.code());
    }
    show(its);
    send();
  }
}
