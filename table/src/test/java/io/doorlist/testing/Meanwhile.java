package io.doorlist.testing;

import io.doorlist.table.Engine;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** Lets something else happen once, just before or just after a call: a race that is certain. */
public final class Meanwhile extends RelayingEngine {
  private static final Predicate<Call<?>> NEVER = call -> false;

  private final AtomicReference<Runnable> action = new AtomicReference<>();
  private Predicate<? super Call<?>> before = NEVER;
  private Predicate<? super Call<?>> after = NEVER;

  public Meanwhile(Engine next) {
    super(next);
  }

  /**
   * Returns an engine whose caller is cut off at one of its calls, counted from 0.
   *
   * @param answered whether the call happens before
   */
  public static Engine cutOff(Engine next, int at, boolean answered) {
    AtomicInteger calls = new AtomicInteger();
    Predicate<Call<?>> there = call -> calls.getAndIncrement() == at;
    Runnable dies =
        () -> {
          throw new CancellationException();
        };
    Meanwhile dying = new Meanwhile(next);
    if (answered) {
      dying.after(there, dies);
    } else {
      dying.before(there, dies);
    }
    return dying;
  }

  public void before(Predicate<? super Call<?>> call, Runnable meanwhile) {
    before = call;
    after = NEVER;
    action.set(meanwhile);
  }

  public void after(Predicate<? super Call<?>> call, Runnable meanwhile) {
    before(NEVER, meanwhile);
    after = call;
  }

  public boolean happened() {
    return action.get() == null;
  }

  @Override
  protected <A> A relay(Call<A> call) {
    runIf(before.test(call));
    A answer = super.relay(call);
    runIf(after.test(call));
    return answer;
  }

  private void runIf(boolean now) {
    Runnable once = now ? action.getAndSet(null) : null;
    if (once != null) {
      once.run();
    }
  }
}
