package io.doorlist.checkinlists;

import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.json.JsonValue;
import io.doorlist.json.PulseJson;
import io.doorlist.store.checkin.pulse.Pulse;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** How an event comes in, and who is inside. Thread-safe. */
record Board(CheckinListStores stores, Clock clock) {
  private static PulseWindow window(Call call) {
    int minutes = call.query().integer("minutes", PulseWindow.DEFAULT, PulseWindow.MAX);
    return new PulseWindow(minutes, call.query().flag("evening").orElse(false));
  }

  Response getPulse(Call call) {
    PulseWindow window = window(call);

    Pulse pulse =
        stores
            .pulses()
            .read(call.account(), call.event(), call.definition().lists(), call.mode(), window);

    // Areas are read after what the version stands for, so they are never older than it says.
    List<AreaCounts> areas =
        stores
            .areas()
            .readTracked(call.definition(), call.mode(), window.minutes(), pulse.evening());

    // Without a version, the whole content is one: a 304 then saves only the body.
    Instant at = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    String version =
        pulse.version() == null ? body(call, pulse, areas, null).text() : pulse.version();
    return Response.ok(body(call, pulse, areas, at)).version(version);
  }

  private static JsonValue body(Call call, Pulse pulse, List<AreaCounts> areas, Instant at) {
    return PulseJson.of(call.definition().event(), pulse.evening(), pulse.lists(), areas, at);
  }

  /** Returns the versions that a pulse may have; the names of lists may be some seconds old. */
  List<String> versions(Call call) {
    PulseWindow window = window(call);

    return stores
        .events()
        .findDefinition(call.account(), call.event())
        .map(
            definition ->
                stores
                    .pulses()
                    .versions(
                        call.account(), call.event(), definition.lists(), call.mode(), window))
        .orElse(List.of());
  }

  Response listAreas(Call call) {
    List<AreaCounts> areas = stores.areas().read(call.definition(), call.mode(), 0);

    JsonValue body = PulseJson.areas(call.definition().event(), areas);
    return Response.ok(body).version(body.text());
  }
}
