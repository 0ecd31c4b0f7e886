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
 * The progress of work that pages wait for. A page gives its request a name, and asks for the
 * progress of the work by that name. Thread-safe.
 */
final class Waits {
  /** The most names that are remembered. The oldest is forgotten first. */
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
   * The progress of one piece of work.
   *
   * @param step what is being done; empty before the start
   * @param of how much there is in all; 0 if that is not known
   */
  private record State(String step, long done, long of) {}

  private static final State NOTHING = new State("", 0, 0);

  /** The progress of work for which somebody waits. */
  static final class Wait implements ListProgress {
    private volatile State state = NOTHING;

    @Override
    public void at(Step step, long done, long of) {
      state = new State(step.word(), done, of);
    }

    /** Returns a function that is told how many items are done. */
    LongConsumer items() {
      return done -> state = new State(ITEMS, done, 0);
    }
  }

  /** Does the work of a call. Meanwhile other requests can ask for the progress of that work. */
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

  /**
   * Answers with the progress of the work with this name. If nobody waits for such work, the
   * progress is empty.
   */
  synchronized Reply find(String name) {
    Wait wait = waits.get(name);
    State state = wait == null ? NOTHING : wait.state;
    return OfficeAnswers.json(
        200,
        JsonValue.object(
            it -> it.put("step", state.step()).put("done", state.done()).put("of", state.of())));
  }
}
