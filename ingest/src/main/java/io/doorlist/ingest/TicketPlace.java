package io.doorlist.ingest;

import io.doorlist.domain.QrCode;
import io.doorlist.store.checkin.DoorPlace;
import io.doorlist.store.table.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where a ticket stands, and what it went through to get there.
 *
 * @param lists check-in list id to the ordinal in the tickets that it admits
 * @param formerCodes digests of the codes that were replaced
 * @param vanishedAfter for a ticket that a newer version of its order left out, when the last
 *     version was made that had it; else {@code null}
 * @param cameFrom the order that it was in before, or {@code null}
 * @param codeFrom the ticket that had its code before, or {@code null}
 */
record TicketPlace(
    Map<Long, Long> lists,
    DoorPlace door,
    List<String> formerCodes,
    Instant vanishedAfter,
    Long cameFrom,
    Long codeFrom) {
  /** Of a ticket that is not there yet. */
  static final TicketPlace NEW =
      new TicketPlace(Map.of(), DoorPlace.OWN, List.of(), null, null, null);

  TicketPlace {
    lists = Collections.unmodifiableMap(new TreeMap<>(lists));
    formerCodes = List.copyOf(formerCodes);
  }

  TicketPlace withLists(Map<Long, Long> newLists) {
    return new TicketPlace(newLists, door, formerCodes, vanishedAfter, cameFrom, codeFrom);
  }

  TicketPlace withDoor(DoorPlace newDoor) {
    return new TicketPlace(lists, newDoor, formerCodes, vanishedAfter, cameFrom, codeFrom);
  }

  TicketPlace withCodeFrom(Long ticket) {
    return new TicketPlace(lists, door, formerCodes, vanishedAfter, cameFrom, ticket);
  }

  TicketPlace movedFrom(long order) {
    return new TicketPlace(lists, door, formerCodes, null, order, codeFrom);
  }

  TicketPlace vanished(Instant after) {
    return new TicketPlace(lists, door, formerCodes, after, cameFrom, codeFrom);
  }

  /** Returns the place of a ticket that has a code in place of another one. */
  TicketPlace withCode(String old, String code) {
    String was = QrCode.digest(old);
    String is = QrCode.digest(code);
    if (was.equals(is)) {
      return this;
    }
    List<String> former = new ArrayList<>(formerCodes);
    former.remove(is);
    former.add(was);
    DoorPlace stays = door instanceof DoorPlace.Own ? new DoorPlace.OfCode(was) : door;
    return new TicketPlace(
        lists,
        stays.equals(new DoorPlace.OfCode(is)) ? DoorPlace.OWN : stays,
        former,
        vanishedAfter,
        cameFrom,
        codeFrom);
  }

  /** Returns the place of a ticket some of whose former codes are others' now. */
  TicketPlace without(List<String> codes) {
    List<String> former = new ArrayList<>(formerCodes);
    former.removeAll(codes);
    return new TicketPlace(lists, door, former, vanishedAfter, cameFrom, codeFrom);
  }

  /** Adds the place to the ticket in its order's item. */
  Item addTo(Item ticket, long order) {
    ticket.put("lists", ordinals(lists));
    door.putInto(ticket, order);
    if (!formerCodes.isEmpty()) {
      ticket.put("former_codes", formerCodes, code -> code);
    }
    return ticket
        .put("vanished_after", vanishedAfter)
        .put("came_from", cameFrom)
        .put("code_from", codeFrom);
  }

  /** Reads the place from the ticket in its order's item. */
  static TicketPlace of(Item ticket, long order) {
    return new TicketPlace(
        ordinals(ticket.map("lists")),
        DoorPlace.of(ticket, order),
        ticket.texts("former_codes"),
        ticket.time("vanished_after"),
        ticket.numberOrNull("came_from"),
        ticket.numberOrNull("code_from"));
  }

  static Item ordinals(Map<Long, Long> lists) {
    Item item = new Item();
    lists.forEach((list, ordinal) -> item.put(Long.toString(list), ordinal));
    return item;
  }

  static Map<Long, Long> ordinals(Item item) {
    Map<Long, Long> lists = new TreeMap<>();
    item.names().forEach(list -> lists.put(Long.valueOf(list), item.number(list)));
    return lists;
  }
}
