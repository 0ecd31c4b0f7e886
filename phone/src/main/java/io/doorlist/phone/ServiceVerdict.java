package io.doorlist.phone;

import io.doorlist.phone.DoorVerdict.Guest;
import io.doorlist.phone.DoorVerdict.Kind;
import io.doorlist.phone.DoorVerdict.Shown;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Turns an answer of the service into the verdict that a guest is told. */
final class ServiceVerdict {
  private ServiceVerdict() {}

  /**
   * Returns the verdict that a scan lets somebody in.
   *
   * @param copied what the copies know about the guest
   */
  static DoorVerdict letIn(DoorScan scan, Map<?, ?> body, Guest copied) {
    Map<?, ?> first =
        scan.order() && !Json.list(body.get("checkins")).isEmpty()
            ? Json.object(Json.list(body.get("checkins")).get(0))
            : body;
    boolean again = body.get("passage") != null;
    Guest guest = with(guest(first), copied);
    return new DoorVerdict(
        Kind.IN, "", "", false, scan, guest, 0, again, List.of(), Map.of(), Map.of());
  }

  private static Guest with(Guest guest, Guest copied) {
    return new Guest(
        guest.name(),
        guest.reference(),
        guest.type().isEmpty() ? copied.type() : guest.type(),
        guest.note().isEmpty() ? copied.note() : guest.note(),
        guest.attention() || copied.attention(),
        guest.hasNote(),
        guest.shown());
  }

  static Guest guest(Map<?, ?> body) {
    return guest(Json.object(body.get("ticket")), body);
  }

  /**
   * Returns the guest of a ticket. What staff should know is in {@code ticket} or beside it in
   * {@code body}.
   */
  private static Guest guest(Map<?, ?> ticket, Map<?, ?> body) {
    return new Guest(
        Json.text(ticket.get("name")),
        Json.text(ticket.get("reference")),
        Json.text(ticket.get("ticket_type")),
        Json.text(body.containsKey("note") ? body.get("note") : ticket.get("note")),
        Json.flag(body.containsKey("attention") ? body.get("attention") : ticket.get("attention")),
        Json.flag(body.containsKey("noted") ? body.get("noted") : ticket.get("noted")),
        Json.list(body.containsKey("shown") ? body.get("shown") : ticket.get("shown")).stream()
            .map(Json::object)
            .map(each -> new Shown(Json.text(each.get("title")), Json.text(each.get("value"))))
            .collect(Collectors.toList()));
  }

  /** Returns the verdict that a scan would have. Nobody comes in. */
  static DoorVerdict seen(DoorScan scan, Map<?, ?> body) {
    String said = Json.text(body.get("verdict"));
    if (said.equals("admissible")) {
      boolean again = Json.number(body.get("entries")) > 0;
      return new DoorVerdict(
          Kind.IN,
          "",
          "",
          false,
          scan.undone(),
          guest(body),
          0,
          again,
          List.of(),
          Map.of(),
          Map.of());
    }
    return refused(said.equals("already_checked_in") ? Kind.ALREADY_IN : Kind.REFUSED, scan, body);
  }

  /** Returns the verdict that staff must ask how many of an order come in or leave. */
  static DoorVerdict order(DoorScan scan, Map<?, ?> order) {
    return new DoorVerdict(
        Kind.ORDER,
        "",
        "",
        false,
        scan.undone(),
        Guest.UNKNOWN,
        0,
        false,
        List.of(),
        counts(order.get("remaining")),
        counts(order.get("inside")));
  }

  /** Returns the verdict that a scan was refused. */
  static DoorVerdict refused(DoorScan scan, Answer answer) {
    Kind kind =
        switch (answer.code()) {
          case "already_checked_in" -> Kind.ALREADY_IN;
          case "withdrawn" -> Kind.TAKEN_BACK;
          default -> answer.status() == 404 ? Kind.UNKNOWN : Kind.REFUSED;
        };
    return refused(kind, scan, answer.body());
  }

  static DoorVerdict refused(Kind kind, DoorScan scan, Map<?, ?> body) {
    Map<?, ?> checkin = Json.object(body.get("checkin"));
    String since = Json.text(body.get("inside_since"));
    String reason = Json.text(body.get("reason"));
    String explanation = Json.text(body.get("explanation"));
    return new DoorVerdict(
        kind,
        reason.isEmpty() ? Json.text(body.get("code")) : reason,
        explanation.isEmpty() ? Json.text(body.get("detail")) : explanation,
        false,
        scan.undone(),
        guest(Json.object((checkin.isEmpty() ? body : checkin).get("ticket")), body),
        Timestamps.millis(since.isEmpty() ? Json.text(checkin.get("created_at")) : since),
        false,
        Json.list(body.get("admitted_on")).stream()
            .map(each -> Json.text(Json.object(each).get("name")))
            .collect(Collectors.toList()),
        counts(body.containsKey("remaining") ? body.get("remaining") : body.get("at_once")),
        counts(Json.object(body.get("order")).get("inside")));
  }

  private static Map<String, Integer> counts(Object member) {
    Map<String, Integer> counts = new TreeMap<>();
    Json.object(member)
        .forEach((type, count) -> counts.put((String) type, (int) Json.number(count)));
    return counts;
  }
}
