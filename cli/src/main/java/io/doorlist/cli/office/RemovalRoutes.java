package io.doorlist.cli.office;

import io.doorlist.cli.forgetting.EventRemovals;
import io.doorlist.ingest.EventRemoval.Leaving;
import io.doorlist.json.JsonValue;
import io.doorlist.local.office.Office.Call;
import io.doorlist.local.office.Office.Reply;
import java.io.IOException;
import java.util.List;

/**
 * Takes events away when the page asks for it. If a kill cuts a removal off, the next start goes on
 * with it. Thread-safe.
 */
final class RemovalRoutes implements AutoCloseable {
  private final EventRemovals removals;
  private final Waits waits;
  private final Background background = new Background();
  private volatile boolean ended;

  RemovalRoutes(EventRemovals removals, Waits waits) {
    this.removals = removals;
    this.waits = waits;
  }

  /** Thrown to end a removal in the background when the program ends. */
  private static final class EndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Takes an event away if the user has typed its title. */
  Reply remove(Call call) throws IOException {
    String title = OfficeRequest.read(call).required("title");
    EventRemovals.Removed removed =
        waits.during(call, wait -> removals.remove(call.path().get(1), title, wait.items()));
    return OfficeAnswers.json(
        200,
        JsonValue.object(
            it ->
                it.put("title", removed.title())
                    .put("orders", removed.orders())
                    .put("tokens", removed.tokens())));
  }

  /** Returns the titles of the events that are being taken away. */
  List<String> titles() {
    return removals.list().stream().map(Leaving::title).toList();
  }

  /** Goes on with removals that a kill cut off. */
  synchronized void resume() {
    List<Leaving> open = removals.list();
    if (!open.isEmpty()) {
      background.start(() -> open.forEach(this::goOn));
    }
  }

  private void goOn(Leaving event) {
    try {
      removals.finish(
          event,
          items -> {
            if (ended) {
              throw new EndedException();
            }
          });
    } catch (EndedException e) {
      // The next start goes on with this removal.
      return;
    }
  }

  @Override
  public void close() {
    ended = true;
    background.await();
  }
}
