package io.doorlist.cli.office;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.forgetting.KeptLists;
import io.doorlist.cli.forgetting.People;
import io.doorlist.cli.forgetting.PersonReport;
import io.doorlist.cli.reporting.Report;
import io.doorlist.cli.tickets.BadgePdf;
import io.doorlist.cli.tickets.BadgeSize;
import io.doorlist.cli.tickets.Rehearsal;
import io.doorlist.cli.tickets.TicketPdf;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.json.Json;
import io.doorlist.json.JsonValue;
import io.doorlist.local.office.Office.Call;
import io.doorlist.local.office.Office.Reply;
import io.doorlist.store.checkin.pulse.PulseStore;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.table.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

/** Answers what the page asks about printing, counting, backups and forgetting people. */
record PaperRoutes(Table table, String account, EventSetup events, KeptLists kept) {
  private static final String PDF = "application/pdf";
  private static final String NO_TICKETS = "there are no tickets that let somebody in";
  private static final PulseWindow SHORT = new PulseWindow(1, false);

  /**
   * A list to start with. Without the byte order mark, spreadsheets read it in another encoding.
   */
  private static final String SAMPLE =
      "\uFEFFName,E-Mail,Ticket type,Persons\r\nAda Example,ada@example.org,Guest,1\r\n";

  static Reply sample() {
    return OfficeAnswers.file("guests.csv", "text/csv; charset=utf-8", SAMPLE);
  }

  Reply counts(String event) {
    EventDefinition definition = events.get(event);
    List<ListPulse> doors =
        new PulseStore(table, new SumStore(table))
            .read(account, event, definition.lists(), Mode.LIVE, SHORT)
            .lists();
    return OfficeAnswers.json(
        200, JsonValue.object(it -> it.putArray("doors", doors, OfficeAnswers::count)));
  }

  Reply tickets(String event) {
    AccountReader reader = new AccountReader(table, account);
    byte[] pdf =
        TicketPdf.of(reader, events.get(event).event(), Mode.LIVE)
            .orElseThrow(() -> new Failure(FailureType.NO_TICKETS, NO_TICKETS));
    return new Reply(200, PDF, pdf, "tickets-" + event + ".pdf");
  }

  Reply badges(String event, String size) {
    byte[] pdf =
        BadgePdf.of(new AccountReader(table, account), events.get(event).event(), badgeSize(size))
            .orElseThrow(() -> new Failure(FailureType.NO_TICKETS, NO_TICKETS));
    return new Reply(200, PDF, pdf, "badges-" + event + ".pdf");
  }

  private static BadgeSize badgeSize(String size) {
    try {
      return BadgeSize.of(size);
    } catch (IllegalArgumentException e) {
      throw new OfficeRequest.WrongException(e.getMessage());
    }
  }

  /** Creates the test tickets for a rehearsal, unless they exist. */
  Reply rehearse(String event) {
    new Rehearsal(table, account).prepare(events.get(event).event());
    return OfficeAnswers.json(200, OfficeAnswers.EMPTY);
  }

  /** Returns the test tickets as a file to print. */
  Reply testTickets(String event) {
    byte[] pdf =
        TicketPdf.of(new AccountReader(table, account), events.get(event).event(), Mode.TEST)
            .orElseThrow(() -> new Failure(FailureType.NO_TICKETS, "there are no test tickets"));
    return new Reply(200, PDF, pdf, "test-tickets-" + event + ".pdf");
  }

  /**
   * Returns everything that is kept of the person with an e-mail address, with a line for each
   * part.
   */
  Reply person(String email) {
    if (email.isBlank()) {
      throw new OfficeRequest.WrongException("email is missing");
    }
    StringBuilder lines = new StringBuilder();
    new PersonReport(
            table,
            account,
            kept,
            line -> lines.append(Json.writeValue(line)).append('\n'),
            unread -> lines.append(Json.writeValue(Map.of("unread", unread))).append('\n'))
        .write(email);
    return OfficeAnswers.file("person.ndjson", "application/x-ndjson", lines.toString());
  }

  Reply report(String event, boolean absent, String format) {
    Report.Format wanted = format(format);
    StringWriter text = new StringWriter();
    Report.ofPeople(table, account, event, absent).writeTo(new PrintWriter(text), wanted, ',');
    String name = (absent ? "absent-" : "report-") + event;
    return wanted == Report.Format.HTML
        ? OfficeAnswers.file(name + ".html", "text/html; charset=utf-8", text.toString())
        : OfficeAnswers.file(name + ".csv", "text/csv; charset=utf-8", text.toString());
  }

  private static Report.Format format(String word) {
    try {
      return Worded.read(Report.Format.class, word);
    } catch (IllegalArgumentException e) {
      throw new OfficeRequest.WrongException("format is not understood");
    }
  }

  /** Forgets one person, or everybody of an event whose title the user has typed. */
  Reply forget(Call call) throws IOException {
    OfficeRequest asked = OfficeRequest.read(call);
    String event = asked.text("event");
    // If a list is being imported, this refuses before anything is erased.
    kept.count(event);
    People people = new People(table, account);
    People.Erased erased;
    if (event == null) {
      erased = people.forget(null, asked.required("email"), null, false);
    } else if (events.get(event).event().title().strip().equals(asked.text("title"))) {
      erased = people.forget(event, null, null, false);
    } else {
      throw new Failure(FailureType.WRONG_TITLE, "that is not the name of the event");
    }
    kept.forget(event);
    return OfficeAnswers.json(
        200, JsonValue.object(it -> it.put("orders", erased.counts().orders())));
  }
}
