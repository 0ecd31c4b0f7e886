package io.doorlist.cli.tickets;

import io.doorlist.cli.console.Text;
import io.doorlist.cli.mailing.MailLog;
import io.doorlist.cli.mailing.MailOptions;
import io.doorlist.cli.mailing.TicketMail;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The mails of an event's tickets that are to be sent. An order has one mail for each address. */
final class TicketMails {
  private final MailOptions options;
  private final TicketPdf pdf;
  private final Map<String, List<PrintedTicket>> byMail = new LinkedHashMap<>();
  private final List<String> unsure = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private long earlier;

  /** Sorts tickets by what a log says became of them. */
  TicketMails(List<PrintedTicket> tickets, MailLog log, MailOptions options, TicketPdf pdf) {
    this.options = options;
    this.pdf = pdf;
    for (PrintedTicket ticket : tickets) {
      if (ticket.email() != null) {
        sort(ticket, log.state(enclosed(ticket), ticket.email()));
      }
    }
  }

  private void sort(PrintedTicket ticket, MailLog.State state) {
    String named = Text.printable(ticket.reference());
    if (state == MailLog.State.OPEN || options.resend().contains(ticket.reference())) {
      byMail
          .computeIfAbsent(
              ticket.order() + " " + ticket.email().toLowerCase(Locale.ROOT),
              any -> new ArrayList<>())
          .add(ticket);
    } else if (state == MailLog.State.UNSURE) {
      unsure.add(named);
    } else if (state == MailLog.State.REFUSED) {
      refused.add(named);
    } else {
      earlier++;
    }
  }

  private static TicketMail.Enclosed enclosed(PrintedTicket ticket) {
    return new TicketMail.Enclosed(ticket.order(), ticket.id(), ticket.reference(), ticket.code());
  }

  long earlier() {
    return earlier;
  }

  /** Returns references of tickets whose mail may have gone out or not. */
  List<String> unsure() {
    return unsure;
  }

  /** Returns references of tickets whose recipient a server refused. */
  List<String> refused() {
    return refused;
  }

  List<TicketMail> mails() {
    Collection<List<PrintedTicket>> all = byMail.values();
    String above = options.above();
    return all.stream().map(tickets -> mail(tickets, above)).toList();
  }

  private TicketMail mail(List<PrintedTicket> tickets, String above) {
    PrintedTicket first = tickets.getFirst();
    return new TicketMail(
        first.email(),
        tickets.stream().map(TicketMails::enclosed).toList(),
        options.subject(Text.printable(first.event())),
        above + tickets.stream().map(TicketMails::text).collect(Collectors.joining("\n")),
        TicketFolder.name(first.reference()) + ".pdf",
        () -> pdf.of(tickets));
  }

  private static String text(PrintedTicket ticket) {
    return List.of(
            ticket.event(),
            ticket.whenAndWhere(),
            ticket.name(),
            ticket.type(),
            ticket.reference(),
            ticket.readOut())
        .stream()
        .filter(line -> !line.isBlank())
        .map(line -> Text.printable(line) + "\n")
        .collect(Collectors.joining());
  }
}
