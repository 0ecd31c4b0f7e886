package io.doorlist.cli.reporting;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.connection.TableCommand;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.reporting.Report.Format;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.desk.Takings;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.checkin.history.History;
import io.doorlist.store.checkin.history.HistoryStore;
import io.doorlist.store.checkin.refusal.Refusals;
import io.doorlist.store.order.TakingsStore;
import io.doorlist.table.Table;
import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes what happened at an event's doors, for people or for programs. */
@Command(
    name = "report",
    description = {
      "Write who came to an event to standard output: name, type, when, by whom and where.",
      "With --columns all it is all that happened at the doors, by door time: check-ins, later"
          + " entries, exits, wrong admissions and undos."
    })
public final class EveningReportCommand extends TableCommand {
  private static final Set<String> PERSONAL =
      Set.of("guest", "email", PeopleRows.NAME, PeopleRows.EMAIL);
  private static final Set<String> SEPARATORS = Set.of(",", ";", "|", "\t");

  @Option(names = "--account", paramLabel = "A", required = true, description = "The account.")
  private String account;

  @Option(names = "--event", paramLabel = "E", required = true, description = "The event.")
  private String event;

  @Option(names = "--list", paramLabel = "L", description = "A list's id (default: all lists).")
  private Long list;

  @Option(
      names = "--format",
      paramLabel = "csv|html|ndjson",
      defaultValue = "csv",
      description =
          "csv for spreadsheets (default), or html to print, by the event's clock; or ndjson for"
              + " programs, with all columns.")
  private String format;

  @Option(
      names = "--columns",
      paramLabel = "people|all",
      description =
          "What a row of csv has: words for people, sorted by name (default), or all that programs"
              + " need.")
  private String columns;

  @Option(
      names = "--mode",
      paramLabel = "live|test",
      defaultValue = "live",
      description = "Real tickets (default), or those of test orders.")
  private String mode;

  @Option(
      names = "--totals",
      description =
          "Only sums: by list, hour, ticket type, phone and gate; guests whom a desk added;"
              + " refusals by reason, as far as they are kept; who is inside, and the peak, by"
              + " area; what desks took, by phone.")
  private boolean totals;

  @Option(
      names = "--request",
      paramLabel = "ID",
      description =
          "Only what a request was refused in the last 30 days, and why. The phone's answer has the id of the request as X-Request-Id and request_id.")
  private String request;

  @Option(
      names = "--absent",
      description = "Only who has a valid ticket and has not come in, at --list or anywhere.")
  private boolean absent;

  @Option(names = "--without-names", description = "Leave names and e-mail addresses out.")
  private boolean nameless;

  @Option(
      names = "--separator",
      paramLabel = "CHAR",
      description = "The separator of csv: , ; | or a tab (default: a comma).")
  private String separator;

  @Override
  public Integer call() {
    Format wantedFormat = word("--format", format, text -> Worded.read(Format.class, text));
    boolean csv = wantedFormat == Format.CSV;
    boolean people =
        word("--columns", columns, EveningReportCommand::isForPeople)
            && wantedFormat != Format.NDJSON;
    Mode wanted = word("--mode", mode, text -> Worded.read(Mode.class, text));
    if (separator != null && (!csv || !SEPARATORS.contains(separator))) {
      throw usage("--separator goes with --format csv, and is one of , ; | or a tab");
    }
    if (columns != null && !csv) {
      throw usage("--columns goes with --format csv");
    }
    if (wantedFormat == Format.HTML && (totals || request != null)) {
      throw usage("--format html goes without --totals and --request");
    }
    if (request != null && (totals || absent || list != null)) {
      throw usage("--request goes without --totals, --absent and --list");
    }
    if (totals && absent) {
      throw usage("--totals and --absent exclude each other");
    }
    try (Table table = target.connect(Clock.systemUTC())) {
      AccountReader reader = new AccountReader(table, account);
      reader.account();
      EventDefinition definition = reader.definitions(event).getFirst();
      if (request != null) {
        write(table, definition, wantedFormat);
        return 0;
      }
      CheckinList only = list == null ? null : list(definition);
      History history = new HistoryStore(table).read(definition, only, wanted);
      List<CheckinList> lists = only == null ? definition.lists() : List.of(only);
      boolean programs = !people && !totals && !absent;
      List<TicketHolder> holders =
          nameless && programs ? List.of() : TicketHolder.read(reader, definition, wanted);
      List<Takings> takings =
          absent || !(people || totals)
              ? List.of()
              : new TakingsStore(table).read(account, definition.event().slug(), wanted);
      if (people && !totals) {
        long added = absent ? 0 : PeopleRows.added(history, holders);
        Report report = Report.ofPeople(definition.event(), history, lists, holders, absent);
        write(report, wantedFormat, added);
        takings.forEach(each -> console.message(message(each)));
      } else {
        write(history, lists, holders, takings, definition, wantedFormat);
      }
    }
    return 0;
  }

  private static String message(Takings takings) {
    return (takings.by() == null ? "" : Text.printable(takings.by()) + ": ")
        + Text.count(takings.payments(), "payment")
        + ", "
        + takings.sum()
        + " "
        + takings.currency();
  }

  private static boolean isForPeople(String word) {
    return switch (word) {
      case null -> true;
      case "people" -> true;
      case "all" -> false;
      default -> throw new IllegalArgumentException(word);
    };
  }

  private CheckinList list(EventDefinition definition) {
    return definition
        .list(list)
        .orElseThrow(() -> new Failure("event '" + event + "' has no check-in list " + list));
  }

  private void write(
      History history,
      List<CheckinList> lists,
      List<TicketHolder> holders,
      List<Takings> takings,
      EventDefinition definition,
      Format wanted) {
    Event place = definition.event();
    ZoneId zone = place.zone();
    if (totals) {
      Set<Long> added = TicketHolder.added(holders);
      write(
          Totals.COLUMNS,
          Totals.rows(history, lists, added, takings, zone).stream(),
          place,
          wanted);
    } else if (absent) {
      write(
          TicketHolder.COLUMNS,
          Report.absent(history, lists, holders).map(TicketHolder::row),
          place,
          wanted);
    } else {
      Map<Long, String> names = new HashMap<>();
      holders.forEach(holder -> names.put(holder.ticket(), holder.name()));
      Stream<Map<String, Object>> rows =
          history.happenings().stream().map(each -> ReportRow.of(each, names, zone));
      write(ReportRow.COLUMNS, rows, place, wanted);
    }
  }

  private void write(Table table, EventDefinition definition, Format wanted) {
    List<Map<String, Object>> refused =
        new Refusals(table)
            .ofRequest(account, event, request).stream()
                .map(each -> ReportRow.of(each, definition))
                .toList();
    if (refused.isEmpty()) {
      throw new Failure("no refusal is kept of request " + Text.printable(request));
    }
    write(ReportRow.COLUMNS_OF_REFUSALS, refused.stream(), definition.event(), wanted);
  }

  private void write(
      List<String> all, Stream<Map<String, Object>> content, Event place, Format wanted) {
    write(new Report(place, all, content), wanted, 0);
  }

  private void write(Report report, Format wanted, long added) {
    PrintWriter writer =
        new PrintWriter(
            new BufferedWriter(
                new OutputStreamWriter(console.out(), StandardCharsets.UTF_8), 1 << 16));
    char between = separator == null ? ',' : separator.charAt(0);
    long count = report.without(nameless ? PERSONAL : Set.of()).writeTo(writer, wanted, between);
    writer.flush();
    console.requireWritten();
    String zone = ReportRow.name(report.event().zone());
    console.message(
        Text.count(count, "row")
            + (added == 0 ? "" : String.format(Locale.ROOT, ", %,d added at the door", added))
            + (wanted == Format.NDJSON ? "" : "; times are of " + zone));
  }
}
