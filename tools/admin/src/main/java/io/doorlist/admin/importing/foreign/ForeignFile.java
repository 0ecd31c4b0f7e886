package io.doorlist.admin.importing.foreign;

import io.doorlist.admin.console.Failure;
import io.doorlist.admin.importing.lines.RefusedLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The content of a file of another ticketing system, in Doorlist's terms.
 *
 * @param events whose types the file names
 * @param lines in the order of the file
 */
public record ForeignFile(List<ForeignEvent> events, List<ForeignLine> lines) {
  public ForeignFile {
    events = List.copyOf(events);
    lines = List.copyOf(lines);
  }

  /** Reads files of one system, one after the other. */
  public interface Format {
    /**
     * Reads a whole file.
     *
     * @throws Failure if it is not a file of the system
     */
    ForeignFile read(String text);
  }

  /**
   * An event of a file.
   *
   * @param slug the other system's word for it; {@code null} if the file does not say
   * @param title {@code null} if the file does not say
   * @param types by slug
   */
  public record ForeignEvent(String slug, String title, Map<String, TypeWords> types) {
    public ForeignEvent {
      types = new LinkedHashMap<>(types);
    }
  }

  /**
   * A ticket type.
   *
   * @param name {@code null} if no file has said so yet
   * @param product what a list that names products and no types admits it by; may be {@code null}
   */
  public record TypeWords(String name, String note, boolean attention, String product) {}

  /**
   * One line.
   *
   * @param unit what its number counts: orders or rows of the file
   * @param kind of the import line
   * @param event the other system's word for its event; {@code null} if the file does not say
   * @param order the reference of the order that it is, if it is one and the file says it
   * @param members of the import line, without kind, account and event; {@code null} if refused
   * @param refusal why it cannot be imported, or {@code null}
   * @param partial whether what the line leaves out stays as it is
   */
  public record ForeignLine(
      String unit,
      long number,
      String kind,
      String event,
      String order,
      Map<String, Object> members,
      RefusedLine refusal,
      boolean partial) {}
}
