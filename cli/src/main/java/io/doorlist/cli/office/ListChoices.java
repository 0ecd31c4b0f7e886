package io.doorlist.cli.office;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.guests.GuestListOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ParameterException;

/**
 * What an organiser has chosen for a guest list, as the options of the command line say it.
 *
 * @param columns what each column says, by its title
 * @param same rows by their places, and the reference of whose ticket they are
 * @param unanswered whether guests who have not answered come in
 * @param listName {@code null} if the event has one list
 * @param sheets those of a workbook that are the list; empty for the first that has titles
 * @param charset of a text; {@code null} if it shows itself, or is guessed
 * @param dates what comes first in a date, the day or the month; {@code null} if the dates show it
 */
record ListChoices(
    Map<String, String> columns,
    Map<String, String> same,
    boolean replace,
    boolean unanswered,
    boolean hidden,
    boolean sure,
    boolean transfers,
    String listName,
    List<String> sheets,
    String charset,
    String dates) {
  static final ListChoices NONE = of(new OfficeRequest(Map.of()));

  ListChoices {
    columns = new LinkedHashMap<>(columns);
    same = new LinkedHashMap<>(same);
    sheets = List.copyOf(sheets);
  }

  static ListChoices of(OfficeRequest asked) {
    return new ListChoices(
        asked.map("columns"),
        asked.map("same"),
        asked.flag("replace"),
        asked.flag("unanswered"),
        asked.flag("hidden"),
        asked.flag("sure"),
        asked.flag("transfers"),
        asked.text("list_name"),
        asked.texts("sheets"),
        asked.text("charset"),
        asked.text("dates"));
  }

  ListChoices with(Map<String, String> otherColumns) {
    return new ListChoices(
        otherColumns,
        same,
        replace,
        unanswered,
        hidden,
        sure,
        transfers,
        listName,
        sheets,
        charset,
        dates);
  }

  Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("columns", columns);
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
    return members;
  }

  GuestListOptions options() {
    List<String> words = new ArrayList<>();
    columns.forEach((title, kind) -> words.add("--columns=" + kind + "=" + title));
    same.forEach((row, reference) -> words.add("--same=" + row + "=" + reference));
    add(words, replace, "--replace");
    add(words, unanswered, "--unanswered=in");
    add(words, hidden, "--hidden");
    add(words, sure, "--yes");
    add(words, transfers, "--transfers");
    add(words, "--list-name=", listName);
    sheets.forEach(sheet -> words.add("--sheet=" + sheet));
    add(words, "--charset=", charset);
    add(words, "--dates=", dates);
    try {
      return GuestListOptions.of(words);
    } catch (ParameterException e) {
      throw new Failure(e.getMessage(), e);
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
