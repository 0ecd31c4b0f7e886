package io.doorlist.checkinlists;

import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.desk.Takings;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.json.JsonValue;
import io.doorlist.json.PulseJson;
import io.doorlist.store.checkin.pulse.Pulse;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers getPulse and listAreas, which say how many have come in and how many are inside.
 * Thread-safe.
 */
record Board(CheckinListStores stores, Clock clock) {
  private static PulseWindow window(Call call) {
    int minutes = call.query().integer("minutes", PulseWindow.DEFAULT, PulseWindow.MAX);
    return new PulseWindow(minutes, call.query().flag("evening").orElse(false));
  }

  Response getPulse(Call call) {
    PulseWindow window = window(call);
    List<Takings> takings = takings(call, call.definition());

    Pulse pulse =
        stores
            .pulses()
            .read(call.account(), call.event(), call.definition().lists(), call.mode(), window);

    // Areas are read after the pulse and its version, so they are never older than that version.
    List<AreaCounts> areas =
        stores
            .areas()
            .readTracked(call.definition(), call.mode(), window.minutes(), pulse.evening());

    // If the pulse has no version, the whole content serves as one. A 304 then only saves sending
    // the body.
    Instant at = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    Map<Long, String> names = names(call, pulse);
    String version =
        pulse.version() == null
            ? body(call, pulse, areas, names, takings, null).text()
            : pulse.version() + takings;
    return Response.ok(body(call, pulse, areas, names, takings, at)).version(version);
  }

  private static JsonValue body(
      Call call,
      Pulse pulse,
      List<AreaCounts> areas,
      Map<Long, String> names,
      List<Takings> takings,
      Instant at) {
    Event event = call.definition().event();
    return PulseJson.of(event, pulse.evening(), pulse.lists(), areas, names, takings, at);
  }

  /**
   * Returns the names of guests who need attention; {@code null} if the caller may not see them.
   */
  private Map<Long, String> names(Call call, Pulse pulse) {
    if (!call.caller().role().includes(Role.DESK)) {
      return null;
    }
    List<Long> ids =
        pulse.lists().stream()
            .flatMap(list -> list.attention().stream())
            .map(ListPulse.Arrival::ticketId)
            .toList();
    Map<Long, String> names = new HashMap<>();
    if (!ids.isEmpty()) {
      stores.orders().findByTickets(call.account(), call.event(), ids).values().stream()
          .flatMap(order -> order.tickets().stream())
          .forEach(ticket -> names.put(ticket.id(), ticket.name()));
    }
    return names;
  }

  /**
   * Returns the money that desks took. It changes with every payment, so it is part of the version.
   */
  private List<Takings> takings(Call call, EventDefinition definition) {
    return definition.event().hasCurrency()
        ? stores.takings().read(call.account(), call.event(), call.mode())
        : List.of();
  }

  /**
   * Returns the versions that a pulse may have now. The names of lists in them may be some seconds
   * old.
   */
  List<String> versions(Call call) {
    PulseWindow window = window(call);

    return stores
        .events()
        .findDefinition(call.account(), call.event())
        .map(definition -> versions(call, definition, window))
        .orElse(List.of());
  }

  private List<String> versions(Call call, EventDefinition definition, PulseWindow window) {
    List<String> versions =
        stores
            .pulses()
            .versions(call.account(), call.event(), definition.lists(), call.mode(), window);
    if (versions.isEmpty()) {
      return versions;
    }
    List<Takings> takings = takings(call, definition);
    return versions.stream().map(version -> version + takings).toList();
  }

  Response listAreas(Call call) {
    List<AreaCounts> areas = stores.areas().read(call.definition(), call.mode(), 0);

    JsonValue body = PulseJson.areas(call.definition().event(), areas);
    return Response.ok(body).version(body.text());
  }
}
