package io.doorlist.cli.importing.pretix;

import io.doorlist.cli.lines.RefusedLine;
import io.doorlist.domain.event.Area;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a file from pretix, translated into Doorlist's terms.
 *
 * @param events the events of the ticket types in the file
 * @param lines the lines, in the order of the file
 * @param notes what Doorlist has no place for
 */
public record PretixFile(List<PretixEvent> events, List<PretixLine> lines, List<Note> notes) {
  public PretixFile {
    events = List.copyOf(events);
    lines = List.copyOf(lines);
    notes = List.copyOf(notes);
  }

  /**
   * Says what is not imported.
   *
   * @param event pretix's slug of the event, or {@code null}
   */
  public record Note(String event, String text) {}

  /**
   * An event of a file.
   *
   * @param slug pretix's slug; {@code null} if the file does not have it
   * @param title {@code null} if the file does not have it
   * @param types the ticket types, by slug
   * @param timeZone {@code null} if the file does not have it
   * @param areas the areas, by slug. An empty one means that the area is gone. Areas that are not
   *     here stay.
   */
  public record PretixEvent(
      String slug,
      String title,
      Map<String, TypeWords> types,
      ZoneId timeZone,
      Map<String, Optional<Area>> areas) {
    public PretixEvent {
      types = new LinkedHashMap<>(types);
      areas = new LinkedHashMap<>(areas);
    }

    public PretixEvent(String slug, String title, Map<String, TypeWords> types) {
      this(slug, title, types, null, Map.of());
    }
  }

  /**
   * What a file says of a ticket type.
   *
   * @param name {@code null} if no file has named it yet
   * @param product the product by which lists admit the type if they name no types; may be {@code
   *     null}
   * @param number the product's number in rules, or {@code null}
   * @param variation the variation's number in rules, or {@code null}
   */
  public record TypeWords(
      String name, String note, boolean attention, String product, Long number, Long variation) {}

  /**
   * A line.
   *
   * @param unit what the number counts, such as orders of the file. For a list, the number is its
   *     id.
   * @param kind the kind of the import line
   * @param event pretix's slug of the event; {@code null} if the file does not have it
   * @param order the order's reference or the list's name, if the file has it
   * @param members the members of the import line, without kind, account and event; {@code null} if
   *     it is refused
   * @param refusal why it cannot be imported, or {@code null}
   */
  public record PretixLine(
      String unit,
      long number,
      String kind,
      String event,
      String order,
      Map<String, Object> members,
      RefusedLine refusal) {}
}
