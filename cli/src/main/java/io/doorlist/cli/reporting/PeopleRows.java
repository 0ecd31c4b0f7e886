package io.doorlist.cli.reporting;

import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.Event;
import io.doorlist.store.checkin.history.History;
import java.text.Collator;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rows about who came and who did not, for people to read. They are in words, sorted by name, and
 * have the event's local time.
 */
final class PeopleRows {
  static final String NAME = "Name";
  static final String EMAIL = "E-mail";
  static final List<String> CAME =
      List.of(NAME, "Type", "Ticket", "Came at", "By", "List", "Remark");
  static final List<String> ABSENT = List.of(NAME, "Type", "Ticket", EMAIL);

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);

  private final Event event;

  PeopleRows(Event event) {
    this.event = event;
  }

  /**
   * Returns whom devices let in, once for each list. Later entries and exits are only in reports
   * for programs. Entries that were undone are left out.
   */
  Stream<Map<String, Object>> came(History history, List<TicketHolder> holders) {
    Map<Long, String> names = new HashMap<>();
    holders.forEach(holder -> names.put(holder.ticket(), holder.name()));
    Set<String> twice = new HashSet<>();
    history.happenings().stream()
        .filter(each -> each.type() == Happening.Type.ENTRY && each.isOpen())
        .forEach(each -> twice.add(entrant(each)));
    Set<Long> added = TicketHolder.added(holders);
    return arrivals(history)
        .map(
            each ->
                came(
                    each,
                    names.get(each.ticketId()),
                    remark(each, added.contains(each.ticketId()), twice)))
        .sorted(byName());
  }

  /** Returns how many rows about people who came are about guests whom a desk added. */
  static long added(History history, List<TicketHolder> holders) {
    Set<Long> added = TicketHolder.added(holders);
    return arrivals(history).filter(each -> added.contains(each.ticketId())).count();
  }

  private static Stream<Happening> arrivals(History history) {
    return history.happenings().stream()
        .filter(each -> !each.undone())
        .filter(
            each -> each.type() == Happening.Type.CHECK_IN || each.type() == Happening.Type.WRONG);
  }

  private static String entrant(Happening happening) {
    return happening.ticketId() + " " + happening.list().id();
  }

  private Map<String, Object> came(Happening happening, String name, String remark) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(NAME, name);
    row.put("Type", type(happening.ticketType()));
    row.put("Ticket", happening.reference());
    row.put("Came at", clock(happening.at()));
    row.put("By", happening.scannedBy());
    row.put("List", happening.list().name());
    row.put("Remark", remark);
    return row;
  }

  private static String remark(Happening happening, boolean added, Set<String> twice) {
    return Stream.of(added ? "added at the door" : "", atDoor(happening, twice))
        .filter(remark -> !remark.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String atDoor(Happening happening, Set<String> twice) {
    if (happening.type() != Happening.Type.WRONG) {
      return twice.contains(entrant(happening)) ? "came in twice" : "";
    }
    return Happening.NOT_FOUND.equals(happening.reason())
        ? "let in by a code that nobody has"
        : "let in, but should not have been: " + happening.reason().replace('_', ' ');
  }

  Stream<Map<String, Object>> absent(Stream<TicketHolder> holders) {
    return holders
        .map(
            holder -> {
              Map<String, Object> row = new LinkedHashMap<>();
              row.put(NAME, holder.name());
              row.put("Type", type(holder.ticketType()));
              row.put("Ticket", holder.reference());
              row.put(EMAIL, holder.email());
              return row;
            })
        .sorted(byName());
  }

  private String type(String slug) {
    return slug == null ? null : event.nameOfType(slug);
  }

  private String clock(Instant at) {
    return CLOCK.format(at.atZone(event.zone()));
  }

  /**
   * Sorts by name. People without a name come last, and those with the same name are sorted by
   * ticket.
   */
  private static Comparator<Map<String, Object>> byName() {
    Collator names = Collator.getInstance(Locale.ROOT);
    Comparator<Map<String, Object>> named = Comparator.comparing(row -> text(row, NAME).isBlank());
    return named
        .thenComparing(row -> text(row, NAME), names)
        .thenComparing(row -> text(row, "Ticket"))
        .thenComparing(row -> text(row, "Came at"));
  }

  private static String text(Map<String, Object> row, String column) {
    return row.get(column) instanceof String text ? text : "";
  }
}
