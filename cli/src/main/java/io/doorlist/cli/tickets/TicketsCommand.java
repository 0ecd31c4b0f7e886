package io.doorlist.cli.tickets;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.connection.TableCommand;
import io.doorlist.cli.console.Text;
import io.doorlist.domain.event.Event;
import io.doorlist.store.Stores;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes an event's tickets, to print or to send. */
@Command(
    name = "tickets",
    description = {
      "Write pages of an event's tickets to standard output, to print and cut: QR code, name, type,"
          + " reference, and the code to read out. They have codes: keep them to yourself.",
      "Void tickets, and those of orders that are not confirmed, are left out."
    })
public final class TicketsCommand extends TableCommand {
  @Option(names = "--account", paramLabel = "A", required = true, description = "The account.")
  private String account;

  @Option(names = "--event", paramLabel = "E", required = true, description = "The event.")
  private String event;

  @Option(
      names = "--per-page",
      paramLabel = "1|2|4|8",
      description = "How many tickets are on a page (default: 8).")
  private Integer perPage;

  @Option(
      names = "--each",
      paramLabel = "DIR",
      description =
          "Write a PDF a ticket into this new folder instead, and mail-merge.csv with name, e-mail"
              + " address, file and code.")
  private Path each;

  @Override
  public Integer call() {
    if (each != null && perPage != null) {
      throw usage("--each and --per-page exclude each other");
    }
    TicketPages pages = pages();
    List<PrintedTicket> tickets;
    Event place;
    try (Stores stores = target.connect(Clock.systemUTC())) {
      AccountReader reader = new AccountReader(stores, account);
      reader.account();
      place = reader.definitions(event).getFirst().event();
      tickets = PrintedTicket.read(reader, place);
    }
    if (each == null) {
      pages.print(place.title(), tickets, console);
    } else {
      TicketPdf pdf = new TicketPdf();
      TicketFolder.create(each).writeAll(tickets, pdf);
      sayWhatIsMissing(tickets, pdf);
    }
    console.message(Text.count(tickets.size(), "ticket"));
    return 0;
  }

  private TicketPages pages() {
    try {
      return TicketPages.of(perPage == null ? 8 : perPage);
    } catch (IllegalArgumentException e) {
      throw usage("--per-page must be one of 1|2|4|8");
    }
  }

  private void sayWhatIsMissing(List<PrintedTicket> tickets, TicketPdf pdf) {
    long silent = tickets.stream().filter(ticket -> ticket.email() == null).count();
    if (silent > 0) {
      console.message(Text.count(silent, "ticket") + " without an e-mail address");
    }
    String boxes =
        tickets.stream()
            .filter(ticket -> !pdf.canWrite(ticket))
            .map(ticket -> Text.printable(ticket.reference()))
            .collect(Collectors.joining(", "));
    if (!boxes.isEmpty()) {
      console.message(
          "no font of this machine has all letters of "
              + boxes
              + ": such letters are boxes. Install one that has them, such as Noto, and do it again");
    }
  }
}
