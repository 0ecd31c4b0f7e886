package io.doorlist.cli.forgetting;

import io.doorlist.cli.connection.AccountCommand;
import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Text;
import io.doorlist.domain.order.Erasure;
import io.doorlist.ingest.ErasureStore;
import io.doorlist.table.Table;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Erases people's data for good, wherever it was copied. */
@Command(
    name = "forget",
    description = {
      "Erase people's names, addresses, answers and other personal data: in orders, tickets,"
          + " lists, check-ins and webhook events.",
      "Guest lists that the office kept of these events are deleted.",
      "What a desk without a network has not told yet stays, and so do files of import --refused.",
      "Counts, check-ins and ids stay; tickets still let people in. No import brings the data"
          + " back. After a cut-off run, run it again."
    })
public final class ForgetCommand extends AccountCommand {
  @Option(
      names = "--event",
      paramLabel = "E",
      description = "The event; with --email, all events by default.")
  private String event;

  @ArgGroup(multiplicity = "1")
  private Whom whom;

  @Option(names = "--dry-run", description = "Only say what would be erased.")
  private boolean dryRun;

  static final class Whom {
    @Option(
        names = "--order",
        paramLabel = "ID",
        description = "Everybody in this order of --event.")
    private Long order;

    @Option(
        names = "--email",
        paramLabel = "X",
        description =
            "Everybody with this e-mail address: orders of such a customer, and such tickets in"
                + " orders of others.")
    private String email;

    @Option(names = "--everyone", description = "Everybody in all orders of --event.")
    private boolean everyone;

    @Option(
        names = "--log",
        description = "Erase nothing: print what was forgotten and when, one JSON object a line.")
    private boolean log;
  }

  @Override
  public Integer call() {
    if (event == null && (whom.order != null || whom.everyone)) {
      throw usage("--order and --everyone need --event: where the orders are");
    }
    if (whom.email != null && whom.email.isBlank()) {
      throw usage("--email must not be empty");
    }
    try (Table table = target.connect(clock)) {
      if (whom.log) {
        AccountReader reader = new AccountReader(table, account);
        reader.account();
        reader.definitions(event);
        new ErasureStore(table, true)
            .list(account)
            .forEach(erasure -> console.json(members(erasure)));
        return 0;
      }
      Optional<KeptLists> kept = target.folder().map(each -> new KeptLists(each, account));
      // If a list is being imported, this refuses before anything is erased.
      int lists = kept.map(each -> each.count(event)).orElse(0);
      write(new People(table, account).forget(event, whom.email, whom.order, dryRun));
      if (!dryRun) {
        lists = kept.map(each -> each.forget(event)).orElse(0);
      }
      writeLists(lists);
    }
    return 0;
  }

  private void write(People.Erased erased) {
    String start = dryRun ? "dry run: " : "";
    report(erased.counts().members(), start + erased.counts());
    console.message("not reached: what a desk has not told yet, and files of import --refused");
    if (erased.mails() > 0) {
      console.message(
          start
              + Text.count(erased.mails(), "mail")
              + " of this machine's log without their address");
    }
  }

  private void writeLists(int lists) {
    if (lists > 0) {
      String kept = Text.count(lists, "guest list") + " that the office kept";
      console.message(
          dryRun
              ? "dry run: would delete " + kept
              : "deleted " + kept + ": you cannot take back these imports any more");
    }
  }

  private static Map<String, Object> members(Erasure erasure) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("event", erasure.event());
    members.put("order", erasure.order());
    members.put("tickets", erasure.whole() ? null : erasure.tickets().stream().sorted().toList());
    members.put("asked_at", erasure.askedAt().toString());
    members.put("done_at", erasure.doneAt() == null ? null : erasure.doneAt().toString());
    return members;
  }
}
