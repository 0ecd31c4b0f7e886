package io.doorlist.cli.tickets;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.connection.TableCommand;
import io.doorlist.cli.console.Text;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.TicketState;
import io.doorlist.store.Stores;
import java.text.Collator;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes an event's tickets as a page to print or send. */
@Command(
    name = "tickets",
    description = {
      "Write a page of an event's tickets to standard output: a sheet a guest, with QR code, name"
          + " and type, to print, to cut or to send. It has their codes: keep it to yourself.",
      "Void tickets, and those of orders that are not confirmed, are left out."
    })
public final class TicketsCommand extends TableCommand {
  @Option(names = "--account", paramLabel = "A", required = true, description = "The account.")
  private String account;

  @Option(names = "--event", paramLabel = "E", required = true, description = "The event.")
  private String event;

  @Override
  public Integer call() {
    List<TicketPage.Sheet> sheets;
    Event place;
    try (Stores stores = target.connect(Clock.systemUTC())) {
      AccountReader reader = new AccountReader(stores, account);
      reader.account();
      place = reader.definitions(event).getFirst().event();
      Collator names = Collator.getInstance(Locale.ROOT);
      sheets =
          reader
              .orders(event, id -> true)
              .flatMap(order -> sheets(place, order))
              .sorted(
                  Comparator.comparing(TicketPage.Sheet::name, names)
                      .thenComparing(TicketPage.Sheet::reference))
              .toList();
    }
    console.out().println(TicketPage.head(place.title()));
    sheets.forEach(sheet -> console.out().println(sheet.html()));
    console.result(TicketPage.FOOT);
    console.message(Text.count(sheets.size(), "ticket"));
    return 0;
  }

  private static Stream<TicketPage.Sheet> sheets(Event place, Order order) {
    boolean real = order.mode() == Mode.LIVE && order.state() == OrderState.CONFIRMED;
    return order.tickets().stream()
        .filter(
            ticket -> real && ticket.state() == TicketState.VALID && !ticket.terms().isBlocked())
        .map(
            ticket ->
                new TicketPage.Sheet(
                    place.title(),
                    ticket.name() == null ? "" : ticket.name(),
                    place.ticketType(ticket.ticketType()).orElseThrow().name(),
                    ticket.reference(),
                    ticket.qrCodeIdentifier()));
  }
}
