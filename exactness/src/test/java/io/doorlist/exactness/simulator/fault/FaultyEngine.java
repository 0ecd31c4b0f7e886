package io.doorlist.exactness.simulator.fault;

import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.exactness.simulator.schedule.Trace;
import io.doorlist.table.ConflictException;
import io.doorlist.table.Engine;
import io.doorlist.table.FaultException;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.Range;
import io.doorlist.table.TableException;
import io.doorlist.table.ThrottledException;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import io.doorlist.testing.Call;
import io.doorlist.testing.RelayingEngine;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The table as a function instance sees it: calls take time and fail as planned. */
public final class FaultyEngine extends RelayingEngine {
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration MAX_STALL = Duration.ofSeconds(30);
  private static final Duration LATEST = Duration.ofMinutes(15);

  private final Engine table;
  private final Scheduler scheduler;
  private final FaultPlan faults;
  private final Trace trace;
  private final TornReads reads;
  private final Consumer<String> wrote;

  /**
   * Creates the view of one instance.
   *
   * @param wrote gets the key of every item that a request writes
   */
  public FaultyEngine(
      Engine table, Scheduler scheduler, FaultPlan faults, Trace trace, Consumer<String> wrote) {
    super(table);
    this.wrote = wrote;
    this.table = table;
    this.scheduler = scheduler;
    this.faults = faults;
    this.trace = trace;
    this.reads = new TornReads(table, faults, this::travel);
  }

  private void travel() {
    scheduler.sleep(Duration.ofMillis(faults.draw(4)));
  }

  private void say(Call<?> what, String fault) {
    trace.line(scheduler, what, fault);
  }

  /** Applies the faults that may affect any call before it gets to the table. */
  private void before(Call<?> what) {
    if (faults.outage(scheduler.now())) {
      say(what, "outage");
      scheduler.sleep(ANSWER_TIMEOUT);
      throw unreachable();
    }
    if (faults.strikes(FaultKind.STALL)) {
      say(what, "stall");
      scheduler.sleep(Duration.ofMillis(1 + faults.draw((int) MAX_STALL.toMillis())));
    }
    travel();
    if (faults.strikes(FaultKind.KILLED)) {
      say(what, "killed before");
      throw new Scheduler.Killed();
    }
    if (faults.strikes(FaultKind.FAIL_BEFORE)) {
      say(what, "fails");
      throw faults.draw(2) == 0 ? unreachable() : new FaultException("internal", null);
    }
    if (faults.strikes(FaultKind.THROTTLE)) {
      say(what, "throttled");
      throw new ThrottledException("throttled", null);
    }
  }

  private void after(Call<?> what) {
    if (faults.strikes(FaultKind.LOST_ANSWER)) {
      say(what, "answer lost");
      scheduler.sleep(ANSWER_TIMEOUT);
      throw unreachable();
    }
    if (faults.strikes(FaultKind.KILLED)) {
      say(what, "killed after");
      throw new Scheduler.Killed();
    }
    travel();
  }

  private static TableException unreachable() {
    return new NoAnswerException("no answer", null);
  }

  private <T> T read(Call<?> what, Supplier<T> call) {
    before(what);
    T answer = call.get();
    say(what, "");
    after(what);
    return answer;
  }

  private <T> T write(Call<?> what, Supplier<T> call) {
    before(what);
    if (faults.strikes(FaultKind.LATE_ARRIVAL)) {
      say(what, "comes late");
      again(what, call);
      scheduler.sleep(ANSWER_TIMEOUT);
      throw unreachable();
    }
    T answer;
    try {
      answer = call.get();
    } catch (TableException e) {
      say(what, e.getClass().getSimpleName());
      after(what);
      throw e;
    }
    say(what, answer instanceof Transaction.Rejected ? "rejected" : "done");
    if (faults.strikes(FaultKind.DUPLICATE)) {
      again(what, call);
    }
    after(what);
    return answer;
  }

  /** Sends the request later; nobody sees its outcome. */
  private void again(Call<?> what, Supplier<?> call) {
    int wait = 1 + faults.draw((int) LATEST.toMillis()) / (1 + faults.draw(400));
    scheduler.start(
        Duration.ofMillis(wait),
        () -> {
          try {
            call.get();
            say(what, "copy done");
          } catch (TableException e) {
            say(what, "copy " + e.getClass().getSimpleName());
          }
        });
  }

  @Override
  public Optional<Item> get(Key key) {
    return read(new Call.Get(key), () -> table.get(key));
  }

  @Override
  public Part query(Range range, Key after) {
    return read(new Call.Query(range, after), () -> reads.query(range, after));
  }

  @Override
  public Batch get(Collection<Key> keys) {
    return read(new Call.GetMany(keys), () -> reads.batch(keys));
  }

  @Override
  public Optional<Item> write(Write write) {
    Call<?> what = new Call.Single(write);
    wrote.accept(write.key().pk() + " " + write.key().sk());
    if (faults.strikes(FaultKind.CONFLICT)) {
      travel();
      say(what, "conflict");
      throw conflict(Set.of());
    }
    return write(what, () -> table.write(write));
  }

  @Override
  public Transaction transact(List<? extends Write> writes, String token) {
    Call<?> what = new Call.Transact(List.copyOf(writes), token);
    wrote.accept("by a transaction");
    if (faults.strikes(FaultKind.CONFLICT)) {
      travel();
      say(what, "conflict");
      throw conflict(conflicts(writes.size()));
    }
    if (faults.strikes(FaultKind.IN_PROGRESS)) {
      travel();
      say(what, "in progress");
      throw conflict(Set.of());
    }
    overtake(what);
    Transaction outcome = write(what, () -> table.transact(writes, token));
    return outcome instanceof Transaction.Rejected rejected ? mixed(writes, rejected) : outcome;
  }

  private void overtake(Call<?> what) {
    for (Write write : what.writes()) {
      if (write instanceof Write.Put && write.key().pk().contains("#checkins#")) {
        if (faults.strikes(FaultKind.OVERTAKEN)) {
          say(what, "overtaken");
          DeadWriters.overtake(faults, table, write.key().pk());
          scheduler.sleep(Duration.ofMillis(faults.draw(5000)));
        }
        return;
      }
    }
  }

  private static ConflictException conflict(Set<Integer> writes) {
    return new ConflictException(writes, "conflict", null);
  }

  private Set<Integer> conflicts(int actions) {
    int sure = faults.draw(actions);
    Set<Integer> positions = new HashSet<>();
    for (int i = 0; i < actions; i++) {
      if (i == sure || faults.draw(3) == 0) {
        positions.add(i);
      }
    }
    return positions;
  }

  /**
   * Leaves one of the failed conditions, as if the others were conflicts: the winner may not have
   * finished.
   */
  private Transaction mixed(List<? extends Write> writes, Transaction.Rejected rejected) {
    List<? extends Write> failed = writes.stream().filter(rejected::failed).toList();
    if (failed.size() < 2 || !faults.strikes(FaultKind.MIXED_REASONS)) {
      return rejected;
    }
    Write kept = failed.get(faults.draw(failed.size()));
    return new Transaction.Rejected(Map.of(kept, rejected.old(kept)));
  }
}
