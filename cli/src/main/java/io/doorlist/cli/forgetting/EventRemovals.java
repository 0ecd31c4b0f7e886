package io.doorlist.cli.forgetting;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.mailing.MailLog;
import io.doorlist.ingest.EventRemoval;
import io.doorlist.ingest.EventRemoval.Leaving;
import io.doorlist.table.Table;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Takes events of an account away, with all data of theirs in the table and on this machine.
 *
 * @param kept the guest lists that the office (the organiser's page) kept; {@code null} if they are
 *     on another machine
 */
public record EventRemovals(Table table, String account, KeptLists kept) {
  /**
   * What was taken away.
   *
   * @param tokens how many tokens were revoked, because they opened only this event
   * @param lists how many guest lists of the office were deleted
   * @param mails how many lines of this machine's mail log lost their address
   */
  public record Removed(String title, long orders, long items, int tokens, int lists, int mails) {}

  private EventRemoval removal() {
    return new EventRemoval(table, account);
  }

  /** Returns the events whose removal is under way, or was cut off. */
  public List<Leaving> list() {
    return removal().list();
  }

  /**
   * Takes an event away for good. If an earlier removal of the event was cut off, this continues
   * it.
   *
   * @param title the event's title, which the user types to show that this event is meant
   * @param told gets the number of items deleted so far
   * @throws Failure if there is no such event, it has another title, a list is being imported, or
   *     tickets are being sent
   */
  public Removed remove(String event, String title, LongConsumer told) {
    String known = title(event);
    if (!known.strip().equals(title.strip())) {
      throw new Failure(FailureType.WRONG_TITLE, "that is not the name of the event");
    }
    if (kept != null) {
      kept.count(event);
    }
    MailLog.checkFree(account, List.of(event));
    removal().begin(event);
    return finish(
        removal()
            .find(event)
            .orElseThrow(
                () -> new Failure(FailureType.GONE, "somebody else has just taken it away")),
        told);
  }

  /** Returns an event's title, even while it is being taken away. */
  public String title(String event) {
    Optional<String> leaving = removal().find(event).map(Leaving::title);
    return leaving.orElseGet(
        () -> new AccountReader(table, account).definitions(event).getFirst().event().title());
  }

  /** Deletes what is left of an event that is being taken away. */
  public Removed finish(Leaving event, LongConsumer told) {
    EventRemoval.Removed removed = removal().clear(event, told);
    int mails = MailLog.forget(account, List.of(event.event()), false, (any, line) -> true);
    int lists = kept == null ? 0 : kept.forget(event.event());
    removal().end(event.event());
    return new Removed(
        event.title(), removed.orders(), removed.items(), removed.tokens(), lists, mails);
  }
}
