package io.doorlist.cli.office;

import io.doorlist.cli.importing.guests.ListProgress;
import io.doorlist.json.JsonValue;
import io.doorlist.local.office.Office.Call;
import io.doorlist.local.office.Office.Reply;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * How far that is what pages wait for. A page names what it asks for, and asks by that name while
 * it waits. Thread-safe.
 */
final class Waits {
  /** So many are known; the oldest gives way. */
  private static final int MOST = 64;

  private static final int MAX_NAME = 64;
  private static final String NAME = "progress";
  private static final String ITEMS = "items";

  private final Map<String, Wait> waits =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Wait> eldest) {
          return size() > MOST;
        }
      };

  /**
   * How far one is.
   *
   * @param step what is being done; empty before it begins
   * @param of how much there is; 0 if that is not known
   */
  private record State(String step, long done, long of) {}

  private static final State NOTHING = new State("", 0, 0);

  /** What somebody waits for. */
  static final class Wait implements ListProgress {
    private volatile State state = NOTHING;

    @Override
    public void at(Step step, long done, long of) {
      state = new State(step.word(), done, of);
    }

    /** Returns what hears how many items are done. */
    LongConsumer items() {
      return done -> state = new State(ITEMS, done, 0);
    }
  }

  /** Does what a call asks for, and lets others see how far it is. */
  <T> T during(Call call, Function<Wait, T> work) {
    Wait wait = new Wait();
    String name = call.query(NAME);
    boolean named = !name.isEmpty() && name.length() <= MAX_NAME;
    if (named) {
      put(name, wait);
    }
    try {
      return work.apply(wait);
    } finally {
      if (named) {
        remove(name, wait);
      }
    }
  }

  private synchronized void put(String name, Wait wait) {
    waits.put(name, wait);
  }

  private synchronized void remove(String name, Wait wait) {
    waits.remove(name, wait);
  }

  /** Says how far that of a name is; nothing of it if nobody waits for such. */
  synchronized Reply find(String name) {
    Wait wait = waits.get(name);
    State state = wait == null ? NOTHING : wait.state;
    return OfficeAnswers.json(
        200,
        JsonValue.object(
            it -> it.put("step", state.step()).put("done", state.done()).put("of", state.of())));
  }
}
