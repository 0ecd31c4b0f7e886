package io.doorlist.admin.importing.foreign;

import io.doorlist.admin.console.Failure;
import io.doorlist.admin.importing.lines.RefusedLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a file of another ticketing system holds, in our words.
 *
 * @param ticketTypes slugs to names, of all types that the orders name
 */
public record ForeignOrders(Map<String, String> ticketTypes, List<ForeignOrder> orders) {
  public ForeignOrders {
    ticketTypes = new LinkedHashMap<>(ticketTypes);
    orders = List.copyOf(orders);
  }

  /** Reads the files of one system. */
  public interface Format {
    /**
     * Reads a whole file.
     *
     * @throws Failure if it is not a file of the system
     */
    ForeignOrders read(String text);
  }

  /**
   * One order.
   *
   * @param unit what its number counts: orders or rows of the file
   * @param members of the import line, without kind, account and event; {@code null} if refused
   * @param refusal why it cannot be imported, or {@code null}
   */
  public record ForeignOrder(
      String unit, long number, Map<String, Object> members, RefusedLine refusal) {}
}
