package io.doorlist.cli.office;

import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.guests.Admission;
import io.doorlist.cli.importing.guests.DecidingColumn;
import io.doorlist.cli.importing.guests.Finding;
import io.doorlist.cli.importing.guests.FindingType;
import io.doorlist.cli.importing.guests.GuestPreview;
import io.doorlist.cli.importing.guests.Place;
import io.doorlist.cli.importing.guests.Refusal;
import io.doorlist.cli.importing.guests.Sheet;
import io.doorlist.cli.importing.guests.SheetReader;
import io.doorlist.cli.office.Previews.Preview;
import io.doorlist.json.Json;
import io.doorlist.json.JsonValue;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.local.office.Office.Call;
import io.doorlist.local.office.Office.Reply;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Answers what the page asks about guest lists, before and after their import. */
record GuestRoutes(EventSetup events, Previews previews, GuestImports imports, Waits waits) {
  /** How many rows of a sheet are shown as examples of what its columns contain. */
  private static final int FIRST = 5;

  /** Reads files as one list, and answers with the preview of its import. Nothing is written. */
  Reply read(Call call) throws IOException {
    String event = events.get(call.path().get(1)).event().slug();
    List<ListFile> files = ListFile.read(call);
    return waits.during(
        call, wait -> shown(201, previews.read(event, files, imports.columns(event), wait)));
  }

  Reply list(String event) {
    List<GuestImports.Shown> all = imports.list(event);
    return OfficeAnswers.json(
        200, JsonValue.object(it -> it.putArray("imports", all, GuestRoutes::run)));
  }

  /** Answers requests below {@code previews}. */
  Reply preview(Call call) throws IOException {
    int length = call.path().size();
    if (!call.method().equals("POST") || length < 2) {
      return OfficeAnswers.nothing();
    }
    String id = call.path().get(1);
    OfficeRequest asked = OfficeRequest.read(call);
    if (length == 2) {
      return waits.during(
          call,
          wait ->
              previews
                  .choose(id, ListChoices.of(asked), wait)
                  .map(preview -> shown(200, preview))
                  .orElseGet(OfficeAnswers::nothing));
    }
    Optional<Preview> seen = previews.find(id);
    if (seen.isEmpty() || !call.path().get(2).equals("import")) {
      return OfficeAnswers.nothing();
    }
    if (!seen.get().stamp().equals(asked.text("stamp"))) {
      return shown(409, seen.get());
    }
    GuestImports.Begun begun = waits.during(call, wait -> imports.begin(seen.get(), wait));
    return begun.other() != null
        ? shown(409, begun.other())
        : OfficeAnswers.json(201, JsonValue.object(it -> it.put("id", begun.run().id())));
  }

  /** Answers requests below {@code imports}. */
  Reply one(Call call) {
    boolean back =
        call.path().size() == 3
            && call.method().equals("POST")
            && call.path().get(2).equals("take-back");
    if (!back) {
      return OfficeAnswers.nothing();
    }
    ImportRun run = imports.takeBack(imports.get(call.path().get(1)));
    return OfficeAnswers.json(
        200, JsonValue.object(it -> run(it, new GuestImports.Shown(run, 0, 0))));
  }

  private static void run(ObjectWriter it, GuestImports.Shown shown) {
    ImportRun run = shown.run();
    it.put("id", run.id())
        .put("file", run.file())
        .put("at", run.at())
        .put("state", run.state().word())
        .put("resumed", run.resumed())
        .put("counts", JsonValue.ofJson(Json.writeValue(run.counts())))
        .put("done", shown.done())
        .put("of", shown.of());
    OfficeAnswers.problem(it, "problem", run.problem());
  }

  private static Reply shown(int status, Preview preview) {
    return OfficeAnswers.json(status, JsonValue.object(it -> write(it, preview)));
  }

  private static void write(ObjectWriter it, Preview preview) {
    GuestPreview shown = preview.shown();
    boolean text = preview.sheets().stream().anyMatch(sheet -> sheet.tabs().isEmpty());
    it.put("id", preview.id())
        .put("stamp", preview.stamp())
        .put("file", ListFile.together(preview.names()))
        .put("options", JsonValue.ofJson(Json.writeValue(preview.choices().members())))
        .put("sheets", sheets(preview))
        .putArray("workbooks", workbooks(preview), GuestRoutes::workbook)
        .putTexts("charsets", text ? SheetReader.charsets() : List.of())
        .put("tickets", shown.tickets())
        .putCounts("types", shown.types())
        .put("added", shown.added().size())
        .putArray("added_first", OfficeAnswers.first(shown.added()), GuestRoutes::row);
    List<GuestPreview.Row> out =
        shown.rows().stream().filter(row -> row.admission() != Admission.VALID).toList();
    List<Finding> stops = of(shown, FindingType::stops);
    List<Finding> corrected = of(shown, FindingType::corrects);
    List<Finding> others = of(shown, what -> !what.stops() && !what.corrects());
    it.putArray("kept_out", OfficeAnswers.first(out), GuestRoutes::row)
        .putArray("refused", OfficeAnswers.first(shown.refused()), GuestRoutes::refused)
        .putArray("stops", OfficeAnswers.first(stops), GuestRoutes::finding)
        .putArray("corrected", OfficeAnswers.first(corrected), GuestRoutes::finding)
        .putArray("findings", OfficeAnswers.first(others), GuestRoutes::finding)
        .putArray("objections", shown.objections(), GuestRoutes::finding)
        .putObject(
            "all",
            writer ->
                writer
                    .put("kept_out", out.size())
                    .put("refused", shown.refused().size())
                    .put("stops", stops.size())
                    .put("corrected", corrected.size())
                    .put("findings", others.size()));
  }

  /**
   * Returns one sheet of each workbook. Such a sheet knows the names of all sheets in its workbook.
   */
  private static Collection<Sheet> workbooks(Preview preview) {
    Map<String, Sheet> workbooks = new LinkedHashMap<>();
    preview.sheets().stream()
        .filter(sheet -> !sheet.tabs().isEmpty())
        .forEach(sheet -> workbooks.putIfAbsent(sheet.file(), sheet));
    return workbooks.values();
  }

  private static void workbook(ObjectWriter it, Sheet sheet) {
    it.put("file", sheet.file()).putTexts("tabs", sheet.tabs());
  }

  private static void deciding(ObjectWriter it, DecidingColumn column) {
    it.put("title", column.title())
        .put("kept_out", column.keptOut())
        .put("refused", column.refused())
        .putArray(
            "words",
            column.words(),
            (writer, word) ->
                writer
                    .put("word", word.word())
                    .put("rows", word.rows())
                    .put("state", state(word.admission())));
  }

  private static String state(Admission admission) {
    return admission.name().toLowerCase(Locale.ROOT);
  }

  private static void row(ObjectWriter it, GuestPreview.Row row) {
    it.put("row", row.place().key())
        .put("name", row.name())
        .put("email", row.email())
        .put("code", row.code())
        .put("state", state(row.admission()));
  }

  private static void refused(ObjectWriter it, GuestPreview.RefusedRow row) {
    Refusal reason = row.reason();
    it.put("row", row.place().key())
        .put("name", row.name())
        .put("why", reason.why().name().toLowerCase(Locale.ROOT))
        .put("column", reason.column())
        .put("value", reason.value())
        .put("values", JsonValue.ofJson(Json.writeValue(reason.said())));
  }

  private static void finding(ObjectWriter it, Finding finding) {
    it.put("what", finding.what().name().toLowerCase(Locale.ROOT))
        .putTexts("rows", finding.places().stream().map(Place::key).toList())
        .put("values", JsonValue.ofJson(Json.writeValue(values(finding))))
        .put("text", finding.text());
  }

  private static List<Finding> of(GuestPreview shown, Predicate<FindingType> which) {
    return shown.findings().stream().filter(each -> which.test(each.what())).toList();
  }

  private static Map<String, Object> values(Finding finding) {
    Map<String, Object> values = new TreeMap<>();
    finding.values().forEach((name, value) -> values.put(name, value(value)));
    return values;
  }

  /** Returns a value of a finding as something that JSON can contain. */
  private static Object value(Object value) {
    return switch (value) {
      case Finding.Named named -> ticket(named);
      case Collection<?> all ->
          all.stream().limit(OfficeAnswers.NAMED).map(GuestRoutes::value).toList();
      case Map<?, ?> counts -> counts;
      case Number number -> number;
      case Enum<?> word -> word.name().toLowerCase(Locale.ROOT);
      default -> Text.printable(value.toString());
    };
  }

  private static Map<String, Object> ticket(Finding.Named named) {
    Map<String, Object> members = new TreeMap<>(Map.of("reference", named.reference()));
    if (named.name() != null) {
      members.put("name", named.name());
    }
    if (named.last() != null) {
      members.put("last", named.last().key());
    }
    return members;
  }

  private static JsonValue sheets(Preview preview) {
    List<GuestPreview.ReadSheet> read = preview.shown().sheets();
    return JsonValue.array(
        IntStream.range(0, read.size())
            .mapToObj(i -> sheet(read.get(i), preview.sheets().get(i)))
            .toList());
  }

  private static JsonValue sheet(GuestPreview.ReadSheet read, Sheet sheet) {
    List<Sheet.Row> first =
        sheet.rows().stream()
            .filter(row -> row.number() > read.titles() && row.fault() == null)
            .limit(FIRST)
            .toList();
    return JsonValue.object(
        it ->
            it.put("name", read.name())
                .put("format", read.format())
                .put("file", sheet.file())
                .put("tab", sheet.tab())
                .put("shop", read.shop())
                .put("titles", read.titles())
                .putArray(
                    "columns",
                    read.columns(),
                    (writer, column) ->
                        writer.put("title", column.title()).put("kind", column.kind()))
                .putArray("deciding", read.deciding(), GuestRoutes::deciding)
                .put(
                    "first",
                    JsonValue.array(
                        first.stream()
                            .map(row -> row.cells().stream().map(JsonValue::of).toList())
                            .map(JsonValue::array)
                            .toList())));
  }
}
