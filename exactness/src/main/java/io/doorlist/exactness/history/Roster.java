package io.doorlist.exactness.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tickets there are and the lists that take them, as the organiser knows them. */
public final class Roster {
  private final Map<Long, Ticket> byId = new HashMap<>();
  private final Map<String, Ticket> byCode = new HashMap<>();
  private final Map<String, List<Ticket>> byOrder = new HashMap<>();
  private final Map<Long, Set<String>> lists = new HashMap<>();

  /** What the organiser does to a ticket in the course of the run. */
  public enum Fate {
    /** Valid from beginning to end. */
    VALID,
    /** Void from beginning to end. */
    VOID,
    /** Changes meanwhile. */
    CHANGING
  }

  /** A ticket; {@code code} and {@code order} are QR codes. */
  public record Ticket(long id, String code, String order, String type, Fate fate) {}

  /** Adds a ticket, or gives it another fate. */
  public void add(Ticket ticket) {
    Ticket old = byId.put(ticket.id(), ticket);
    byCode.put(ticket.code(), ticket);
    List<Ticket> tickets = byOrder.computeIfAbsent(ticket.order(), any -> new ArrayList<>());
    tickets.remove(old);
    tickets.add(ticket);
  }

  /** Adds a list with the types that it takes. */
  public void addList(long list, Set<String> types) {
    lists.put(list, Set.copyOf(types));
  }

  /** Returns the ids of all lists. */
  public Set<Long> lists() {
    return lists.keySet();
  }

  /** Returns the ticket with this QR code, or {@code null}. */
  public Ticket byCode(String code) {
    return byCode.get(code);
  }

  Ticket byId(long id) {
    return byId.get(id);
  }

  /** Returns the tickets of the order with this QR code; none if there is no such order. */
  public List<Ticket> ofOrder(String code) {
    return byOrder.getOrDefault(code, List.of());
  }

  /** Returns whether a list takes tickets of this type. */
  boolean admits(long list, String type) {
    return lists.getOrDefault(list, Set.of()).contains(type);
  }

  /** Returns an independent roster with the same in it. */
  public Roster copy() {
    Roster copy = new Roster();
    copy.byId.putAll(byId);
    copy.byCode.putAll(byCode);
    byOrder.forEach((order, tickets) -> copy.byOrder.put(order, new ArrayList<>(tickets)));
    copy.lists.putAll(lists);
    return copy;
  }
}
