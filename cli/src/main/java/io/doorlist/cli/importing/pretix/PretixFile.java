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
 * @param lines the import lines, in the order of the file
 * @param notes what Doorlist has no place for
 */
public record PretixFile(List<PretixEvent> events, List<PretixLine> lines, List<Note> notes) {
  public PretixFile {
    events = List.copyOf(events);
    lines = List.copyOf(lines);
    notes = List.copyOf(notes);
  }

  /**
   * A note for the user about something that is not imported.
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
   * @param areas the areas, by slug. An empty value removes the area. Stored areas with other slugs
   *     stay as they are.
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
   * @param product the slug of the type's product. An import adds a new type to the check-in lists
   *     that admit another type of its product.
   * @param number the id of the product, by which rules of lists name it, or {@code null}
   * @param variation the id of the variation, by which rules of lists name it, or {@code null}
   */
  public record TypeWords(
      String name, String note, boolean attention, String product, Long number, Long variation) {}

  /**
   * An import line made from a part of the file, or the reason why that part is refused.
   *
   * @param unit what the number counts, such as orders of the file. For a check-in list, the number
   *     is the list's id.
   * @param kind the kind of the import line
   * @param event pretix's slug of the event; {@code null} if the file does not have it
   * @param order the order's reference or the list's name, if the file has it
   * @param members the members of the import line, without kind, account and event; {@code null} if
   *     the line is refused
   * @param refusal why the line cannot be imported, or {@code null}
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
