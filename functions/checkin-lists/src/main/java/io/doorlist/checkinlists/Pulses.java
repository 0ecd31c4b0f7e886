package io.doorlist.checkinlists;

import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.json.PulseJson;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.pulse.Pulse;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Answers {@code getPulse}, and counts what doors refuse. Thread-safe.
 *
 * @param aside runs the counting of refusals, so that no answer waits for it
 */
record Pulses(Stores stores, Clock clock, Executor aside) {
  private static PulseWindow window(Call call) {
    int minutes = call.query().integer("minutes", PulseWindow.DEFAULT, PulseWindow.MAX);
    int refused = call.query().integer("refused_minutes", minutes, PulseWindow.MAX_REFUSED);
    return new PulseWindow(minutes, refused);
  }

  Response getPulse(Call call) {
    PulseWindow window = window(call);

    Pulse pulse =
        stores
            .pulses()
            .read(call.account(), call.event(), call.definition().lists(), call.mode(), window);

    // Areas are read after what the version stands for, so they are never older than it says.
    List<AreaCounts> areas =
        stores.areas().readTracked(call.definition(), call.mode(), window.minutes());

    // A pulse without a version uses its whole content as the version: a 304 then saves only the
    // body.
    String version =
        pulse.version() == null ? PulseJson.of(pulse.lists(), areas, null).text() : pulse.version();
    Instant at = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    return Response.ok(PulseJson.of(pulse.lists(), areas, at)).version(version);
  }

  /**
   * Returns the versions that a pulse may have, without reading a pulse. The names of lists may be
   * some seconds old.
   */
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

  /**
   * Keeps a refusal for the history of its ticket, and counts it; in this order, so that a board
   * that shows it promises its history.
   *
   * @param code that was scanned
   */
  void count(Call call, long list, String code, CheckinCommand command, CheckinOutcome outcome) {
    outcome
        .refusalWord()
        .ifPresent(
            reason ->
                aside.execute(
                    () -> {
                      String account = call.account();
                      String event = call.event();
                      stores
                          .ticketHistories()
                          .refused(account, event, list, code, command, outcome, call.requestId());
                      stores.pulses().refused(account, event, list, call.mode(), reason);
                    }));
  }
}
