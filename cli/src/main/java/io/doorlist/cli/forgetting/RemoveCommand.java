package io.doorlist.cli.forgetting;

import io.doorlist.cli.connection.AccountCommand;
import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.StatusLine;
import io.doorlist.cli.console.Text;
import io.doorlist.ingest.EventRemoval;
import io.doorlist.table.Table;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Takes an event away for good. */
@Command(
    name = "remove",
    description = {
      "Take an event away for good: its guests, tickets, lists, and all that happened at its"
          + " doors.",
      "Tokens that open nothing else are revoked. Make a backup first. After a cut-off run, run it"
          + " again."
    })
public final class RemoveCommand extends AccountCommand {
  @Option(names = "--event", paramLabel = "E", required = true, description = "The event.")
  private String event;

  @Option(
      names = "--title",
      paramLabel = "NAME",
      description = "The event's title, to confirm that you mean this one.")
  private String title;

  @Option(names = "--dry-run", description = "Only say what would be taken away.")
  private boolean dryRun;

  @Override
  public Integer call() {
    if (title == null && !dryRun) {
      throw usage("--title must be the event's name, so that nobody takes another one away");
    }
    try (Table table = target.connect(clock)) {
      KeptLists kept = target.folder().map(each -> new KeptLists(each, account)).orElse(null);
      EventRemovals removals = new EventRemovals(table, account, kept);
      if (dryRun) {
        show(table, removals.title(event));
      } else {
        remove(removals);
      }
    }
    return 0;
  }

  private void show(Table table, String named) {
    boolean begun = new EventRemoval(table, account).find(event).isPresent();
    long orders = begun ? 0 : new AccountReader(table, account).orderIds(event).size();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("title", named);
    members.put("orders", orders);
    report(
        members,
        begun
            ? "dry run: would take away what is left of '%s'".formatted(Text.printable(named))
            : "dry run: would take away '%s' with %s"
                .formatted(Text.printable(named), Text.count(orders, "order")));
  }

  private void remove(EventRemovals removals) {
    StatusLine status = new StatusLine(console);
    EventRemovals.Removed removed =
        removals.remove(
            event,
            title,
            items -> {
              if (status.visible()) {
                status.draw("deleted " + Text.count(items, "item"));
              }
            });
    status.clear();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("title", removed.title());
    members.put("orders", removed.orders());
    members.put("items", removed.items());
    members.put("tokens", removed.tokens());
    members.put("lists", removed.lists());
    report(
        members,
        "took away '%s' with %s; %s revoked"
            .formatted(
                Text.printable(removed.title()),
                Text.count(removed.orders(), "order"),
                Text.count(removed.tokens(), "token")));
    if (removed.lists() > 0) {
      console.message(
          "deleted " + Text.count(removed.lists(), "guest list") + " that the office kept");
    }
  }
}
