package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.guests.GuestSheet.Refused;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The guests of a list, as they are read from one sheet or several.
 *
 * @param guests the rows that are imported, even if their people are not let in
 * @param refused the rows that are not imported
 * @param findings what the user should know of the list
 */
record GuestList(
    List<GuestSheet> sheets, List<GuestRow> guests, List<Refused> refused, List<Finding> findings) {
  private static final int MAX_PEOPLE = 1_000_000;

  /**
   * Reads the guests of a list.
   *
   * @throws Failure if this cannot be a list of guests
   */
  static GuestList of(
      List<Sheet> all, GuestListOptions options, ZoneId zone, ListProgress progress) {
    options.checkFiles(all.stream().map(Sheet::file).toList());
    Map<String, Place> marks = new HashMap<>();
    List<GuestSheet> sheets = new ArrayList<>();
    for (Sheet sheet : Sheet.named(all)) {
      try {
        sheets.add(GuestSheet.of(sheet, options, zone, marks, progress));
      } catch (Failure e) {
        throw sheet.name() == null ? e : e.in(Text.printable(sheet.name()));
      }
    }
    checkTitles(sheets, options.kinds().keySet());
    checkTitles(sheets, options.shown());
    List<Finding> findings = new ArrayList<>();
    sheets.forEach(
        each -> each.findings().forEach(finding -> findings.add(finding.in(each.sheet().name()))));
    List<GuestRow> rows = sheets.stream().flatMap(sheet -> sheet.guests().stream()).toList();
    List<GuestRow> guests = AnsweredTwice.once(rows, findings);
    List<Place> unanswered = unanswered(guests);
    if (!unanswered.isEmpty()) {
      boolean in = options.unanswered == GuestListOptions.Unanswered.IN;
      findings.add(
          Finding.at(unanswered, in ? FindingType.UNANSWERED_IN : FindingType.UNANSWERED_OUT));
    }
    List<Refused> refused = sheets.stream().flatMap(sheet -> sheet.refused().stream()).toList();
    checkPeople(guests);
    checkNames(sheets, guests);
    return new GuestList(sheets, guests, refused, findings);
  }

  private static void checkTitles(List<GuestSheet> sheets, Collection<String> wanted) {
    for (String title : wanted) {
      if (sheets.stream().noneMatch(sheet -> sheet.columns().has(title))) {
        throw new Failure(
            FailureType.NO_SUCH_COLUMN,
            Text.printable(title),
            "--columns: no column has the title '" + Text.printable(title) + "'");
      }
    }
  }

  private static void checkPeople(List<GuestRow> guests) {
    if (guests.stream().mapToLong(GuestRow::persons).sum() > MAX_PEOPLE) {
      throw new Failure(
          FailureType.TOO_MANY_PEOPLE,
          "the list lets in more than %,d people: --columns 'response=TITLE' names a column that is"
                  .formatted(MAX_PEOPLE)
              + " taken for how many come, and is not");
    }
  }

  /**
   * Fails if no guest has a name. Lists with a shop's titles pass, and so do lists with a code in
   * each row, as codes let people in without names.
   */
  private static void checkNames(List<GuestSheet> sheets, List<GuestRow> guests) {
    boolean known =
        sheets.stream().allMatch(sheet -> sheet.columns().shop() != null)
            || guests.stream().allMatch(guest -> guest.code() != null);
    if (!known && guests.stream().allMatch(guest -> guest.name() == null)) {
      throw new Failure(
          FailureType.NO_NAMES,
          "no row has a name: --columns 'name=TITLE' says which column has them. A list without"
              + " names needs a code in each row");
    }
  }

  private static List<Place> unanswered(List<GuestRow> guests) {
    return guests.stream().filter(guest -> !guest.answered()).map(GuestRow::place).toList();
  }

  /** Returns the rows that do not say whether the guest comes. */
  List<Place> unanswered() {
    return unanswered(guests);
  }

  /** Returns whether each sheet has a column that says who comes in. */
  boolean decides() {
    return sheets.stream().allMatch(sheet -> sheet.columns().decide());
  }

  /** Returns the kinds of its columns of notes, by their names. */
  Map<String, Kind> notes() {
    Map<String, Kind> notes = new LinkedHashMap<>();
    sheets.forEach(sheet -> sheet.columns().notes().forEach(notes::putIfAbsent));
    return notes;
  }

  /** Returns the columns whose values look like answers, but which decide nothing. */
  List<Lookalikes.Column> lookalikes() {
    return sheets.stream().flatMap(sheet -> sheet.lookalikes().stream()).toList();
  }

  /**
   * Returns the name of the first column of a kind; without such a column, the word for the kind.
   */
  String name(Kind kind) {
    return sheets.stream()
        .map(GuestSheet::columns)
        .filter(columns -> columns.kinds().contains(kind))
        .findFirst()
        .map(columns -> columns.name(kind))
        .orElse(kind.word());
  }

  /** Returns the list without guests whose codes belong to tickets of other lists. */
  GuestList withoutCodesOf(Set<String> others) {
    return withoutCodes(
        guest -> guest.code() != null && others.contains(guest.code()),
        RefusalType.CODE_OF_ANOTHER_LIST);
  }

  /** Returns the list without the guests whose codes are taken. Their rows are refused. */
  GuestList withoutCodes(Predicate<GuestRow> isTaken, RefusalType why) {
    List<GuestRow> left = new ArrayList<>();
    Map<Place, GuestRow> taken = new HashMap<>();
    for (GuestRow guest : guests) {
      if (isTaken.test(guest)) {
        taken.put(guest.place(), guest);
      } else {
        left.add(guest);
      }
    }
    List<Refused> all = new ArrayList<>(refused);
    sheets.forEach(sheet -> all.addAll(sheet.refusedForTheirCodes(taken, why)));
    all.sort(Comparator.comparing(Refused::place));
    return new GuestList(sheets, left, List.copyOf(all), findings);
  }

  /** Returns the guests of refused rows, as far as they are known. */
  List<GuestRow> refusedGuests() {
    return refused.stream().map(Refused::guest).filter(Objects::nonNull).toList();
  }
}
