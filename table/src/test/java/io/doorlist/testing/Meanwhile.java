package io.doorlist.testing;

import io.doorlist.table.Engine;
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
