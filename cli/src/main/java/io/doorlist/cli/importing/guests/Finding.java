package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Text;
import io.doorlist.domain.order.Ticket;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A fact about a guest list that an organiser should know before the import. Pages show it in their
 * language, and the command line shows its {@link #text}.
 *
 * @param what the type of the finding
 * @param places the rows that the finding is about; none if it is not about rows
 * @param values further values, by the names in the type's text
 */
public record Finding(FindingType what, List<Place> places, Map<String, Object> values) {
  /** How many items of a long enumeration a text names. The rest is "and more". */
  static final int NAMED = 20;

  /** The name of the value that says which sheet the finding is about, if there are several. */
  private static final String SHEET = "sheet";

  /**
   * A placeholder in a type's text: {@code {name}} for a value, or {@code {tickets:ticket}} for a
   * count and its noun.
   */
  private static final Pattern VALUE = Pattern.compile("\\{([a-z]+)(?::([a-z ]+))?}");

  public Finding {
    places = List.copyOf(places);
    values = Map.copyOf(values);
  }

  /**
   * A ticket as findings name it.
   *
   * @param name may be {@code null}
   * @param last the row of the guest in the last list that had the guest, or {@code null}
   */
  public record Named(String name, String reference, Place last) {
    static Named of(Ticket ticket) {
      return new Named(ticket.name(), ticket.reference(), null);
    }

    /**
     * Returns a ticket with the row in which its guest stood last, so the organiser can look there.
     */
    static Named of(Ticket ticket, LastRows lastRows) {
      return new Named(ticket.name(), ticket.reference(), lastRows.of(ticket));
    }

    @Override
    public String toString() {
      String stood = last == null ? "" : ", last in row " + last.said();
      return (name == null ? "the ticket" : name) + " (" + reference + stood + ")";
    }
  }

  static Finding of(FindingType what, Object... values) {
    return at(List.of(), what, values);
  }

  static Finding at(Place place, FindingType what, Object... values) {
    return at(List.of(place), what, values);
  }

  /**
   * Creates a finding.
   *
   * @param values names, each followed by its value
   */
  static Finding at(List<Place> places, FindingType what, Object... values) {
    Map<String, Object> named = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i += 2) {
      named.put((String) values[i], values[i + 1]);
    }
    return new Finding(what, places, named);
  }

  /**
   * Returns this finding with the name of its sheet. It stays as it is if the sheet has no name, or
   * if the finding has places, which name the sheet.
   */
  Finding in(String sheet) {
    if (sheet == null || !places.isEmpty()) {
      return this;
    }
    Map<String, Object> more = new LinkedHashMap<>(values);
    more.put(SHEET, sheet);
    return new Finding(what, places, more);
  }

  /** Returns the finding as a line for people. */
  public String text() {
    Object sheet = values.get(SHEET);
    String line =
        VALUE
            .matcher(what.text())
            .replaceAll(found -> Matcher.quoteReplacement(said(found.group(1), found.group(2))));
    return sheet == null ? line : Text.printable(sheet.toString()) + ": " + line;
  }

  private String said(String name, String noun) {
    return switch (name) {
      case "rows" -> (places.size() == 1 ? "row " : "rows ") + numbers();
      case "at" -> places.isEmpty() ? "" : said("rows", null) + ": ";
      case "numbers" -> numbers();
      case "places" -> Text.count(places.size(), noun);
      default ->
          noun == null
              ? said(values.get(name))
              : Text.count(((Number) values.get(name)).longValue(), noun);
    };
  }

  private String numbers() {
    return some(places.stream().map(Place::said).toList());
  }

  private static String said(Object value) {
    return switch (value) {
      case Collection<?> all -> some(all.stream().map(Finding::said).toList());
      case Map<?, ?> counts ->
          counts.entrySet().stream()
              .map(each -> each.getKey() + " in " + Text.count((Integer) each.getValue(), "row"))
              .collect(Collectors.joining(", "));
      case RefusalType reason -> reason.text();
      default -> Text.printable(value.toString());
    };
  }

  private static String some(List<String> all) {
    String first = all.stream().limit(NAMED).collect(Collectors.joining(", "));
    return all.size() > NAMED ? first + " and more" : first;
  }
}
