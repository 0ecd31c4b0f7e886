package io.doorlist.cli.office;

import io.doorlist.table.Engine;
import io.doorlist.testing.Call;
import io.doorlist.testing.RelayingEngine;
import java.util.concurrent.atomic.AtomicInteger;

/** A table whose process is killed before one of its writes. */
final class KillingEngine extends RelayingEngine {
  /** Ends the process that uses it, as nothing catches it. */
  static final class Kill extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final AtomicInteger left;

  KillingEngine(Engine next, int writes) {
    super(next);
    left = new AtomicInteger(writes);
  }

  @Override
  protected <A> A relay(Call<A> call) {
    if (!call.writes().isEmpty() && left.getAndDecrement() <= 0) {
      throw new Kill();
    }
    return super.relay(call);
  }
}
