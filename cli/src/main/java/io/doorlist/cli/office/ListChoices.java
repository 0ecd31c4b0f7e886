package io.doorlist.cli.office;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.importing.guests.GuestListOptions;
import io.doorlist.domain.order.DeskNote;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ParameterException;

/**
 * What an organiser has chosen for a guest list. The choices mean the same as the options of the
 * command line.
 *
 * @param columns what each column contains, by the column's title
 * @param shown the titles of the columns that every door shows
 * @param same the reference of the ticket that belongs to a row, by the row's place
 * @param unanswered whether guests who have not answered come in
 * @param listName the name of the guest list; {@code null} if the event has only one
 * @param sheets the sheets of workbooks that make up the list; empty for the first one that has
 *     titles
 * @param charset the character set of a text file; {@code null} if the file shows it, or if it is
 *     to be guessed
 * @param dates what comes first in a date, the day or the month; {@code null} if the dates show it
 * @param notesAt the word for who reads the notes of guests; {@code null} for no change
 */
record ListChoices(
    Map<String, String> columns,
    List<String> shown,
    Map<String, String> same,
    boolean replace,
    boolean unanswered,
    boolean hidden,
    boolean sure,
    boolean transfers,
    String listName,
    List<String> sheets,
    String charset,
    String dates,
    String notesAt) {
  static final ListChoices NONE = of(new OfficeRequest(Map.of()));

  ListChoices {
    columns = new LinkedHashMap<>(columns);
    shown = List.copyOf(shown);
    same = new LinkedHashMap<>(same);
    sheets = List.copyOf(sheets);
  }

  static ListChoices of(OfficeRequest asked) {
    return new ListChoices(
        asked.map("columns"),
        asked.texts("shown"),
        asked.map("same"),
        asked.flag("replace"),
        asked.flag("unanswered"),
        asked.flag("hidden"),
        asked.flag("sure"),
        asked.flag("transfers"),
        asked.text("list_name"),
        asked.texts("sheets"),
        asked.text("charset"),
        asked.text("dates"),
        asked.text("notes_at"));
  }

  /** Returns only the choices about columns with these titles. All other choices are left out. */
  ListChoices ofColumns(Collection<String> titles) {
    Map<String, String> known = new LinkedHashMap<>(columns);
    known.keySet().retainAll(titles);
    List<String> alsoShown = shown.stream().filter(titles::contains).toList();
    return new ListChoices(
        known,
        alsoShown,
        NONE.same,
        NONE.replace,
        NONE.unanswered,
        NONE.hidden,
        NONE.sure,
        NONE.transfers,
        NONE.listName,
        NONE.sheets,
        NONE.charset,
        NONE.dates,
        NONE.notesAt);
  }

  boolean isOfColumns() {
    return !columns.isEmpty() || !shown.isEmpty();
  }

  Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("columns", columns);
    members.put("shown", shown);
    members.put("same", same);
    members.put("replace", replace);
    members.put("unanswered", unanswered);
    members.put("hidden", hidden);
    members.put("sure", sure);
    members.put("transfers", transfers);
    members.put("list_name", listName);
    members.put("sheets", sheets);
    members.put("charset", charset);
    members.put("dates", dates);
    members.put("notes_at", notesAt);
    return members;
  }

  GuestListOptions options() {
    if (shown.size() > DeskNote.MAX_SHOWN) {
      throw new Failure(
          FailureType.TOO_MANY_SHOWN, "a door shows " + DeskNote.MAX_SHOWN + " columns at most");
    }
    List<String> words = new ArrayList<>();
    columns.forEach((title, kind) -> words.add("--columns=" + kind + "=" + title));
    add(words, replace, "--replace");
    add(words, unanswered, "--unanswered=in");
    add(words, hidden, "--hidden");
    add(words, sure, "--yes");
    add(words, transfers, "--transfers");
    add(words, "--list-name=", listName);
    sheets.forEach(sheet -> words.add("--sheet=" + sheet));
    add(words, "--charset=", charset);
    add(words, "--dates=", dates);
    add(words, "--notes-at=", notesAt);
    try {
      return GuestListOptions.of(words, shown, same);
    } catch (ParameterException e) {
      throw new Failure(FailureType.NOT_ACCEPTED, e.getMessage(), e.getMessage(), e);
    }
  }

  private static void add(List<String> words, String option, String value) {
    if (value != null) {
      words.add(option + value);
    }
  }

  private static void add(List<String> words, boolean chosen, String word) {
    if (chosen) {
      words.add(word);
    }
  }
}
