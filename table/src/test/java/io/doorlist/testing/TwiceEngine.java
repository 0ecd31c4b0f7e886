package io.doorlist.testing;

import io.doorlist.table.Engine;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import java.util.List;

/** Sends every transaction a second time, with another token. */
public final class TwiceEngine extends RelayingEngine {
  public TwiceEngine(Engine next) {
    super(next);
  }

  @Override
  public Transaction transact(List<? extends Write> writes, String token) {
    super.transact(writes, token);
    return super.transact(writes, "again " + token.substring(8));
  }
}
