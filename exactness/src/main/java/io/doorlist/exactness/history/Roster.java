package io.doorlist.exactness.history;

import io.doorlist.door.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tickets and the lists that admit them, as the organiser knows them. */
public final class Roster {
  private final Map<Long, Ticket> byId = new HashMap<>();
  private final Map<String, Ticket> byCode = new HashMap<>();
  private final Map<String, List<Ticket>> byOrder = new HashMap<>();
  private final Map<Long, Set<String>> lists = new HashMap<>();
  private final Map<Long, Window> windows = new HashMap<>();

  /** What happens to a ticket during the run. */
  public enum Fate {
    VALID,
    VOID,
    CHANGING
  }

  /**
   * A ticket.
   *
   * @param code its QR code at the beginning
   * @param order its order's QR code at the beginning
   * @param window when the ticket itself is valid
   */
  public record Ticket(long id, String code, String order, String type, Fate fate, Window window) {
    public Ticket(long id, String code, String order, String type, Fate fate) {
      this(id, code, order, type, fate, Window.ALWAYS);
    }
  }

  public void add(Ticket ticket) {
    Ticket old = byId.put(ticket.id(), ticket);
    byCode.put(ticket.code(), ticket);
    List<Ticket> tickets = byOrder.computeIfAbsent(ticket.order(), any -> new ArrayList<>());
    tickets.remove(old);
    tickets.add(ticket);
  }

  public void mayGet(String code, Ticket ticket) {
    byCode.put(code, ticket);
  }

  public void mayMove(Ticket ticket, String order) {
    byOrder.computeIfAbsent(order, any -> new ArrayList<>()).add(ticket);
  }

  /**
   * Adds a list that is always open.
   *
   * @param types the types of tickets that it admits
   */
  public void addList(long list, Set<String> types) {
    addList(list, types, Window.ALWAYS);
  }

  public void addList(long list, Set<String> types, Window window) {
    lists.put(list, Set.copyOf(types));
    windows.put(list, window);
  }

  Window window(long list) {
    return windows.getOrDefault(list, Window.ALWAYS);
  }

  Window window(long list, Ticket ticket) {
    Window door = window(list);
    return new Window(
        Math.max(door.from(), ticket.window().from()),
        Math.min(door.until(), ticket.window().until()));
  }

  /**
   * Returns whether a list must let in this ticket at each of these times, if the ticket is not in
   * yet.
   */
  boolean sure(long list, Ticket ticket, ScanTime time) {
    return ticket.fate() == Fate.VALID
        && admits(list, ticket.type())
        && time.isIn(window(list, ticket));
  }

  public Set<Long> lists() {
    return lists.keySet();
  }

  /** Returns the ticket that has this QR code or may get it; {@code null} if there is none. */
  public Ticket byCode(String code) {
    return byCode.get(code);
  }

  public Ticket byId(long id) {
    return byId.get(id);
  }

  /**
   * Returns the tickets that are in the order with this QR code, or may move to it; none if there
   * is no such order.
   */
  public List<Ticket> ofOrder(String code) {
    return byOrder.getOrDefault(code, List.of());
  }

  boolean admits(long list, String type) {
    return lists.getOrDefault(list, Set.of()).contains(type);
  }
}
