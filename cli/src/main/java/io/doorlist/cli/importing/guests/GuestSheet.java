package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.Sheet.Row;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One sheet of a guest list, with the guests that were read from it.
 *
 * @param guests the rows that are imported, even if their people are not let in
 * @param refused the rows that are not imported
 * @param lookalikes columns whose values look like answers, but which decide nothing
 * @param findings what the user should know of the sheet
 */
record GuestSheet(
    Sheet sheet,
    GuestColumns columns,
    List<GuestRow> guests,
    List<Refused> refused,
    List<Lookalikes.Column> lookalikes,
    List<Finding> findings) {
  /**
   * A row that is not imported.
   *
   * @param reason why it is refused
   * @param guest the guest, as far as it can be read, or {@code null}
   */
  record Refused(Place place, Row row, Refusal reason, GuestRow guest) {}

  /**
   * Reads the guests of a sheet.
   *
   * @param marks the codes and references of the list so far. Those of the sheet are added.
   */
  static GuestSheet of(
      Sheet sheet,
      GuestListOptions options,
      ZoneId zone,
      Map<String, Place> marks,
      ListProgress progress) {
    GuestColumns columns = GuestColumns.of(sheet, options.kinds());
    List<Finding> findings = new ArrayList<>(sheet.findings());
    List<Row> rows = rows(sheet, columns, options.hidden, findings);
    Dates dates = dates(columns, rows, options.dates, zone, findings);
    if (!columns.decide()) {
      findings.add(
          columns.shop() == null
              ? Finding.of(FindingType.NO_COLUMN_DECIDES)
              : Finding.of(
                  FindingType.NO_COLUMN_OF_THE_SHOP_DECIDES,
                  "shop",
                  columns.shop(),
                  "titles",
                  ColumnTitles.deciding(columns.shop())));
    }
    findings.addAll(columns.guesses());
    if (!columns.notes().isEmpty()) {
      findings.add(
          Finding.of(
              FindingType.COLUMNS_OF_NOTES,
              "titles",
              columns.notes().keySet().stream().map(title -> "'" + title + "'").toList()));
    }
    List<String> shown = options.shown().stream().filter(columns::has).toList();
    if (!shown.isEmpty()) {
      findings.add(
          Finding.of(
              FindingType.COLUMNS_SHOWN,
              "titles",
              shown.stream()
                  .map(title -> "'" + columns.names().get(columns.column(title)) + "'")
                  .toList()));
    }
    List<Lookalikes.Column> lookalikes = Lookalikes.of(columns, rows);
    lookalikes.forEach(each -> findings.add(each.finding(FindingType.COLUMN_DECIDES_NOTHING)));
    GuestRowReader reader =
        new GuestRowReader(
            columns,
            dates,
            options.unanswered == null ? Admission.PENDING : options.unanswered.admission(),
            options.shown(),
            sheet.name(),
            marks);
    List<GuestRow> guests = new ArrayList<>();
    List<Refused> refused = new ArrayList<>();
    for (Row row : rows) {
      progress.at(ListProgress.Step.ROWS, guests.size() + refused.size(), rows.size());
      try {
        guests.add(reader.read(row));
      } catch (RefusedRowException e) {
        Place place = new Place(sheet.name(), row.number());
        refused.add(new Refused(place, row, e.refusal(), reader.whose(row)));
      }
    }
    ShopCodes.missing(columns, guests).ifPresent(findings::add);
    findings.addAll(shortened(reader.doubts()));
    return new GuestSheet(sheet, columns, guests, refused, lookalikes, findings);
  }

  /** Returns refusals of the rows whose guests have codes that belong to others. */
  List<Refused> refusedForTheirCodes(Map<Place, GuestRow> taken, RefusalType why) {
    Kind kind = columns.kinds().contains(Kind.CODE) ? Kind.CODE : Kind.CODE_LINK;
    List<Refused> all = new ArrayList<>();
    for (Row row : sheet.rows()) {
      Place place = new Place(sheet.name(), row.number());
      if (taken.containsKey(place)) {
        GuestRow guest = taken.get(place);
        Refusal reason = Refusal.at(columns.name(kind), guest.code(), why);
        all.add(new Refused(place, row, reason, guest));
      }
    }
    return all;
  }

  /** Returns the rows of guests, and adds a finding about rows that are left out. */
  private static List<Row> rows(
      Sheet sheet, GuestColumns columns, boolean hidden, List<Finding> findings) {
    List<Row> shown = new ArrayList<>();
    List<Place> left = new ArrayList<>();
    List<Place> repeated = new ArrayList<>();
    for (Row row : sheet.rows()) {
      if (row.number() > columns.head().number()) {
        Place place = new Place(sheet.name(), row.number());
        if (columns.repeats(row)) {
          repeated.add(place);
        } else if (row.hidden() && !hidden) {
          left.add(place);
        } else {
          shown.add(row);
        }
      }
    }
    if (!repeated.isEmpty()) {
      findings.add(Finding.at(repeated, FindingType.TITLES_REPEATED));
    }
    if (!left.isEmpty()) {
      findings.add(Finding.at(left, FindingType.ROWS_HIDDEN));
    }
    return shown;
  }

  private static Dates dates(
      GuestColumns columns,
      List<Row> rows,
      Dates.Order order,
      ZoneId zone,
      List<Finding> findings) {
    int column = columns.column(Kind.DATE);
    if (column < 0) {
      return null;
    }
    String title = columns.names().get(column);
    List<String> values =
        rows.stream()
            .filter(row -> row.fault() == null)
            .map(row -> GuestWords.line(row.cell(column)))
            .filter(value -> !value.isEmpty() && !value.equals("-"))
            .toList();
    Dates dates = Dates.of(title, values, order, zone).orElse(null);
    if (dates == null) {
      findings.add(Finding.of(FindingType.DATES_NOT_UNDERSTOOD, "title", title));
    }
    return dates;
  }

  /** Returns the first ones of many findings, and one that says how many more there are. */
  private static List<Finding> shortened(List<Finding> all) {
    if (all.size() <= Finding.NAMED) {
      return all;
    }
    List<Finding> some = new ArrayList<>(all.subList(0, Finding.NAMED));
    some.add(Finding.of(FindingType.MORE_SUCH_ROWS, "more", all.size() - Finding.NAMED));
    return some;
  }
}
