package io.doorlist.cli.tickets;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.connection.TableCommand;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.OwnersFile;
import io.doorlist.table.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the badges of an event's guests as a PDF. */
@Command(
    name = "badges",
    description = {
      "Write a PDF with a badge on each page, sorted by name: name, company, type and QR code.",
      "They have codes: keep them to yourself. Void tickets, and those of orders that are not"
          + " confirmed, are left out."
    })
public final class BadgesCommand extends TableCommand {
  @Parameters(paramLabel = "FILE", description = "The new file.")
  private Path file;

  @Option(names = "--account", paramLabel = "A", required = true, description = "The account.")
  private String account;

  @Option(names = "--event", paramLabel = "E", required = true, description = "The event.")
  private String event;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      defaultValue = BadgeSize.USUAL,
      description =
          "Width x height in millimetres, or A6 (default: ${DEFAULT-VALUE}). Label printers also have"
              + " 62x29, and cards 86x54.")
  private String size;

  @Override
  public Integer call() {
    BadgeSize wanted = size();
    if (Files.exists(file)) {
      throw new Failure(file + " is there already: name a new file");
    }
    try (Table table = target.connect(Clock.systemUTC())) {
      AccountReader reader = new AccountReader(table, account);
      reader.account();
      byte[] pdf =
          BadgePdf.of(reader, reader.definitions(event).getFirst().event(), wanted)
              .orElseThrow(() -> new Failure("there are no tickets that let somebody in"));
      OwnersFile.prepare(file);
      Files.write(file, pdf);
    } catch (IOException e) {
      throw new Failure("cannot write " + file, e);
    }
    console.result("badges " + file.toAbsolutePath());
    return 0;
  }

  private BadgeSize size() {
    try {
      return BadgeSize.of(size);
    } catch (IllegalArgumentException e) {
      throw usage("--size: " + e.getMessage());
    }
  }
}
