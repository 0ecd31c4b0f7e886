package io.doorlist.exactness.simulator.schedule;

import io.doorlist.table.Key;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.testing.Call;
import java.util.ArrayList;
import java.util.List;

/** The event log of a run, if it is traced. */
public final class Trace {
  private final boolean on;
  private final List<String> lines = new ArrayList<>();

  public Trace(boolean on) {
    this.on = on;
  }

  public void line(Scheduler scheduler, String line) {
    if (on) {
      lines.add(scheduler.now() + " " + Scheduler.name(scheduler.current()) + " " + line);
    }
  }

  public List<String> lines() {
    return lines;
  }

  /** Notes a call of the table and what became of it. */
  public void line(Scheduler scheduler, Call<?> call, String fault) {
    if (on) {
      line(scheduler, text(call) + " " + fault);
    }
  }

  private static String text(Call<?> call) {
    return switch (call) {
      case Call.Get get -> "get " + text(get.key());
      case Call.GetMany batch -> "batch " + batch.keys().stream().map(Trace::text).toList();
      case Call.Query query -> "query " + query.range().pk() + " " + query.range().from();
      case Call.Scan scan -> "scan";
      case Call.Single single -> text(single.write());
      case Call.Transact all -> "transact " + all.writes().stream().map(Trace::text).toList();
    };
  }

  private static String text(Write write) {
    String what =
        switch (write) {
          case Write.Put put -> "put ";
          case Update update -> "update ";
          case Write.Delete delete -> "delete ";
          case Write.Check check -> "check ";
        };
    return what + text(write.key());
  }

  private static String text(Key key) {
    return key.pk() + "/" + key.sk();
  }
}
