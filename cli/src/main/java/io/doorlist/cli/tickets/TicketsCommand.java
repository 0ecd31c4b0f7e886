package io.doorlist.cli.tickets;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.connection.TableCommand;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.tokens.QrImage;
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
    List<Sheet> sheets;
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
              .sorted(Comparator.comparing(Sheet::name, names).thenComparing(Sheet::reference))
              .toList();
    }
    console.out().println(head(place.title()));
    sheets.forEach(sheet -> console.out().println(sheet.html()));
    console.result("</body></html>");
    console.message(Text.count(sheets.size(), "ticket"));
    return 0;
  }

  private static Stream<Sheet> sheets(Event place, Order order) {
    boolean real = order.mode() == Mode.LIVE && order.state() == OrderState.CONFIRMED;
    return order.tickets().stream()
        .filter(
            ticket -> real && ticket.state() == TicketState.VALID && !ticket.terms().isBlocked())
        .map(
            ticket ->
                new Sheet(
                    place.title(),
                    ticket.name() == null ? "" : ticket.name(),
                    place.ticketType(ticket.ticketType()).orElseThrow().name(),
                    ticket.reference(),
                    ticket.qrCodeIdentifier()));
  }

  private static String head(String title) {
    return """
        <!doctype html>
        <html><head><meta charset="utf-8"><meta name="robots" content="noindex">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s</title>
        <style>
        body { margin: 0; font: 16px/1.4 system-ui, sans-serif; text-align: center; }
        section { break-after: page; padding: 12mm; }
        section:last-child { break-after: auto; }
        svg { width: 70mm; max-width: 100%%; }
        h1 { font-size: 20px; } p { margin: 0; } .name { font-size: 24px; font-weight: 600; }
        @media screen { section { border-bottom: 1px dashed #999; } }
        </style></head><body>"""
        .formatted(escaped(title));
  }

  private record Sheet(String event, String name, String type, String reference, String code) {
    String html() {
      return """
          <section><h1 dir="auto">%s</h1>%s<p class="name" dir="auto">%s</p>\
          <p dir="auto">%s</p><p><bdi>%s</bdi></p></section>"""
          .formatted(
              escaped(event),
              QrImage.of(code).svg().strip(),
              escaped(name),
              escaped(type),
              escaped(reference));
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
