package io.doorlist.testing;

import io.doorlist.table.Engine;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets some writes through and then fails every call, like a killed process. */
public final class DyingEngine extends RelayingEngine {
  private final AtomicInteger writesLeft;

  public DyingEngine(Engine next, int writes) {
    super(next);
    this.writesLeft = new AtomicInteger(writes);
  }

  /** Thrown to end the operation that uses the engine. */
  public static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Runs an operation; returns whether it was killed. */
  public static boolean kills(Runnable operation) {
    try {
      operation.run();
      return false;
    } catch (Killed e) {
      return true;
    }
  }

  @Override
  protected <A> A relay(Call<A> call) {
    if (!call.writes().isEmpty() && writesLeft.getAndDecrement() <= 0) {
      throw new Killed();
    }
    return super.relay(call);
  }
}
