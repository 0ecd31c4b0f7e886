package io.doorlist.cli.tickets;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.mailing.MailStates;
import io.doorlist.cli.mailing.TicketMail;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Decides who gets a mail with tickets of an event, and who does not. All tickets of an order for
 * the same address are in one mail.
 */
public final class TicketMails {
  private final Letter letter;
  private final TicketPdf pdf;
  private final Map<String, List<PrintedTicket>> byMail = new LinkedHashMap<>();
  private final List<Guest> silent = new ArrayList<>();
  private final List<Guest> unsure = new ArrayList<>();
  private final List<Guest> refused = new ArrayList<>();
  private final List<Guest> boxed = new ArrayList<>();
  private long earlier;

  /**
   * What the organiser writes into the mails.
   *
   * @param subject the subject, or {@code null} for the event's title
   * @param above the text above the ticket
   * @param resend references of tickets that are sent now, whatever became of their earlier mails
   */
  public record Letter(String subject, String above, List<String> resend) {
    /** A letter without words of the organiser's own. */
    public static final Letter PLAIN = new Letter(null, "", List.of());

    public Letter {
      resend = List.copyOf(resend);
    }
  }

  /** The guest of a ticket. The name is empty if nobody knows it. */
  public record Guest(String reference, String name) {}

  /** Sorts the tickets by what became of their earlier mails. */
  TicketMails(List<PrintedTicket> tickets, MailStates states, Letter letter, TicketPdf pdf) {
    this.letter = letter;
    this.pdf = pdf;
    for (PrintedTicket ticket : tickets) {
      sort(ticket, states);
      if (!pdf.canWrite(ticket)) {
        boxed.add(guest(ticket));
      }
    }
  }

  /** Returns the mails for an event's tickets that let somebody in. */
  public static TicketMails of(
      AccountReader reader, Event event, MailStates states, Letter letter) {
    return new TicketMails(
        PrintedTicket.read(reader, event, Mode.LIVE), states, letter, new TicketPdf());
  }

  private void sort(PrintedTicket ticket, MailStates states) {
    if (ticket.email() == null) {
      silent.add(guest(ticket));
      return;
    }
    if (letter.resend().contains(ticket.reference())) {
      add(ticket);
      return;
    }
    switch (states.of(enclosed(ticket), ticket.email())) {
      case OPEN -> add(ticket);
      case UNSURE -> unsure.add(guest(ticket));
      case REFUSED -> refused.add(guest(ticket));
      case SENT -> earlier++;
    }
  }

  private void add(PrintedTicket ticket) {
    byMail
        .computeIfAbsent(
            ticket.order() + " " + ticket.email().toLowerCase(Locale.ROOT),
            any -> new ArrayList<>())
        .add(ticket);
  }

  private static Guest guest(PrintedTicket ticket) {
    return new Guest(ticket.reference(), ticket.holder() == null ? "" : ticket.holder());
  }

  private static TicketMail.Enclosed enclosed(PrintedTicket ticket) {
    return new TicketMail.Enclosed(ticket.order(), ticket.id(), ticket.reference(), ticket.code());
  }

  /** Returns how many tickets were sent earlier. */
  public long earlier() {
    return earlier;
  }

  /** Returns the guests without an e-mail address. */
  public List<Guest> silent() {
    return silent;
  }

  /** Returns the guests of whom it is not known whether their mail went out. */
  public List<Guest> unsure() {
    return unsure;
  }

  /** Returns the guests whose address a server refused. */
  public List<Guest> refused() {
    return refused;
  }

  /** Returns the guests whose tickets have letters that this machine's fonts lack. */
  public List<Guest> boxed() {
    return boxed;
  }

  /** Returns the guests whose tickets are sent now. Guests of the same mail stand together. */
  public List<Guest> open() {
    return byMail.values().stream().flatMap(List::stream).map(TicketMails::guest).toList();
  }

  /** Returns the mails that are sent now. */
  public List<TicketMail> mails() {
    String above = letter.above().isBlank() ? "" : letter.above().strip() + "\n\n";
    return byMail.values().stream().map(tickets -> mail(tickets, above)).toList();
  }

  private TicketMail mail(List<PrintedTicket> tickets, String above) {
    PrintedTicket first = tickets.getFirst();
    return new TicketMail(
        first.email(),
        tickets.stream().map(TicketMails::enclosed).toList(),
        letter.subject() == null ? Text.printable(first.event()) : letter.subject(),
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
