package io.doorlist.cli.tickets;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.connection.TableCommand;
import io.doorlist.cli.console.Interruption;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.mailing.MailLog;
import io.doorlist.cli.mailing.MailOptions;
import io.doorlist.cli.mailing.MailServer;
import io.doorlist.cli.mailing.Mailing;
import io.doorlist.cli.mailing.MailingReport;
import io.doorlist.cli.mailing.TicketMail;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.table.Table;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
          "Write a PDF for each ticket into this new folder instead, and mail-merge.csv with name, e-mail"
              + " address, file and code.")
  private Path each;

  @Option(
      names = "--rehearsal",
      description =
          "Test tickets instead, which are made if there are none: to try the door with phones that"
              + " are paired with --mode test.")
  private boolean rehearsal;

  @Mixin private MailOptions mail;

  @Override
  public Integer call() {
    check();
    TicketPages pages = pages();
    List<PrintedTicket> tickets;
    Event place;
    try (Table table = target.connect(Clock.systemUTC())) {
      AccountReader reader = new AccountReader(table, account);
      reader.account();
      place = reader.definitions(event).getFirst().event();
      if (rehearsal) {
        new Rehearsal(table, account).prepare(place);
      }
      tickets = PrintedTicket.read(reader, place, rehearsal ? Mode.TEST : Mode.LIVE);
    }
    if (mail.asked()) {
      return mail(tickets, new TicketPdf());
    }
    if (each == null) {
      pages.print(place.title(), tickets, console);
    } else {
      TicketPdf pdf = new TicketPdf();
      TicketFolder.create(each).writeAll(tickets, pdf);
      sayWhatIsMissing(
          tickets.stream().filter(ticket -> ticket.email() == null).count(),
          tickets.stream()
              .filter(ticket -> !pdf.canWrite(ticket))
              .map(PrintedTicket::reference)
              .toList());
    }
    console.message(Text.count(tickets.size(), "ticket"));
    return 0;
  }

  private void check() {
    if (rehearsal && mail.asked()) {
      throw usage("--rehearsal goes without --mail: test tickets have no guests");
    }
    if (perPage != null && (each != null || mail.asked())) {
      throw usage("--per-page goes without --each and --mail");
    }
    if (mail.fault() != null) {
      throw usage(mail.fault());
    }
    if (mail.asked() && mail.dryRun() != (each != null)) {
      throw usage("--mail takes --dry-run and --each together: where the .eml files go");
    }
  }

  private int mail(List<PrintedTicket> tickets, TicketPdf pdf) {
    try (MailLog log = MailLog.open(account, event, Clock.systemUTC());
        MailServer server = mail.server()) {
      TicketMails.Letter letter =
          new TicketMails.Letter(mail.subject(), mail.above(), mail.resend());
      TicketMails sorted = new TicketMails(tickets, log.states(), letter, pdf);
      MailingReport report = new MailingReport(console);
      sayWhatIsMissing(sorted.silent().size(), references(sorted.boxed()));
      if (sorted.earlier() > 0) {
        console.message(Text.count(sorted.earlier(), "ticket") + " sent earlier");
      }
      if (!sorted.refused().isEmpty()) {
        console.message(
            "refused earlier: " + MailingReport.printable(references(sorted.refused())));
      }
      report.unsure(references(sorted.unsure()));
      List<TicketMail> mails = sorted.mails();
      boolean all =
          mails.isEmpty()
              || (mail.dryRun() ? write(mails, server) : send(mails, server, log, report));
      return all && sorted.unsure().isEmpty() && sorted.refused().isEmpty() ? 0 : 1;
    }
  }

  /**
   * Sends mails. Returns whether the server accepted all of them. Ctrl-C ends the sending after the
   * present mail.
   */
  private boolean send(
      List<TicketMail> mails, MailServer server, MailLog log, MailingReport report) {
    try (Interruption interruption = new Interruption(Duration.ofMinutes(1))) {
      Mailing mailing = new Mailing(server, log, mail.settings().rate(), interruption);
      Mailing.Result result = mailing.send(mails, report::progress);
      report.summary(result, log.file());
      if (result.fault() != null) {
        throw result.fault();
      }
      return result.sent() == mails.size();
    }
  }

  private static List<String> references(List<TicketMails.Guest> guests) {
    return guests.stream().map(TicketMails.Guest::reference).toList();
  }

  private boolean write(List<TicketMail> mails, MailServer server) {
    List<String> without = TicketFolder.create(each).writeMails(mails, server);
    console.message(Text.count(mails.size() - without.size(), "mail") + " written, none sent");
    if (!without.isEmpty()) {
      console.message("not an e-mail address: " + String.join(", ", without));
    }
    return without.isEmpty();
  }

  private TicketPages pages() {
    try {
      return TicketPages.of(perPage == null ? 8 : perPage);
    } catch (IllegalArgumentException e) {
      throw usage("--per-page must be one of 1|2|4|8");
    }
  }

  private void sayWhatIsMissing(long silent, List<String> boxed) {
    if (silent > 0) {
      console.message(Text.count(silent, "ticket") + " without an e-mail address");
    }
    if (!boxed.isEmpty()) {
      console.message(
          "no font of this machine has all letters of "
              + MailingReport.printable(boxed)
              + ": such letters are boxes. Install one that has them, such as Noto, and do it again");
    }
  }
}
