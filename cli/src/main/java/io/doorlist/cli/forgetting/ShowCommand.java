package io.doorlist.cli.forgetting;

import io.doorlist.cli.connection.TableCommand;
import io.doorlist.cli.console.Text;
import io.doorlist.table.Table;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what is kept of a person. */
@Command(
    name = "show",
    description = {
      "Print all that `forget` would erase of a person, one JSON object a line.",
      "You can also send it to somebody who asks what is kept of them: it has nothing of others."
    })
public final class ShowCommand extends TableCommand {
  @Option(names = "--account", paramLabel = "A", required = true, description = "The account.")
  private String account;

  @Option(
      names = "--email",
      paramLabel = "X",
      required = true,
      description =
          "Everybody with this e-mail address: orders of such a customer, and such tickets in"
              + " orders of others.")
  private String email;

  @Override
  public Integer call() {
    if (email.isBlank()) {
      throw usage("--email must not be empty");
    }
    AtomicLong lines = new AtomicLong();
    try (Table table = target.connect(Clock.systemUTC())) {
      KeptLists kept = target.folder().map(each -> new KeptLists(each, account)).orElse(null);
      new PersonReport(
              table,
              account,
              kept,
              line -> {
                console.json(line);
                lines.incrementAndGet();
              },
              console::message)
          .write(email);
    }
    console.message(Text.count(lines.get(), "line"));
    return 0;
  }
}
