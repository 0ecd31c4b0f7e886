package io.doorlist.cli.importing.pretix;

import io.doorlist.cli.importing.lines.RefusedLine;
import io.doorlist.domain.event.Area;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a file of pretix's, in Doorlist's terms.
 *
 * @param events whose types the file names
 * @param lines in the order of the file
 * @param notes what of it has no counterpart
 */
public record PretixFile(List<PretixEvent> events, List<PretixLine> lines, List<Note> notes) {
  public PretixFile {
    events = List.copyOf(events);
    lines = List.copyOf(lines);
    notes = List.copyOf(notes);
  }

  /** Says what is not brought over, with pretix's word for its event, or {@code null}. */
  public record Note(String event, String text) {}

  /**
   * An event of a file.
   *
   * @param slug pretix's word for it; {@code null} if the file does not say
   * @param title {@code null} if the file does not say
   * @param types by slug
   * @param timeZone {@code null} if the file does not say
   * @param areas by slug, empty for one that there is no longer; others stay
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
   * A ticket type.
   *
   * @param name {@code null} if no file has said so yet
   * @param product what a list that names products and no types admits it by; may be {@code null}
   * @param number by which rules name the product, or {@code null}
   * @param variation by which rules name its variation, or {@code null}
   */
  public record TypeWords(
      String name, String note, boolean attention, String product, Long number, Long variation) {}

  /**
   * One line.
   *
   * @param unit what its number counts, such as orders of the file. The number of a list is its id
   * @param kind of the import line
   * @param event pretix's word for its event; {@code null} if the file does not say
   * @param order the reference of the order, or the name of the list, if the file says it
   * @param members of the import line, without kind, account and event; {@code null} if refused
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
