package io.doorlist.checkinlists;

import io.doorlist.domain.CheckinOutcome;
import io.doorlist.domain.ListPulse;
import io.doorlist.domain.PulseWindow;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.json.PulseJson;
import io.doorlist.store.Stores;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;

/** How an event comes in ({@code getPulse}), and what doors refuse. Thread-safe. */
final class Pulses {
  private final Stores stores;
  private final Clock clock;
  private final Executor aside;

  /**
   * Creates one.
   *
   * @param aside counts refusals, so that no answer waits for it
   */
  Pulses(Stores stores, Clock clock, Executor aside) {
    this.stores = stores;
    this.clock = clock;
    this.aside = aside;
  }

  Response getPulse(Call call) {
    int minutes = call.query().integer("minutes", PulseWindow.DEFAULT, PulseWindow.MAX);

    List<ListPulse> lists =
        stores
            .pulses()
            .read(call.account(), call.event(), call.definition().lists(), call.mode(), minutes);

    return Response.ok(PulseJson.of(lists, clock.instant().truncatedTo(ChronoUnit.SECONDS)))
        .version(PulseJson.of(lists, null).text());
  }

  /** Counts a refusal. */
  void count(Call call, long list, CheckinOutcome outcome) {
    String reason =
        switch (outcome) {
          case CheckinOutcome.AlreadyCheckedIn already -> "already_checked_in";
          case CheckinOutcome.NotEnoughTickets few -> "not_enough_tickets";
          case CheckinOutcome.NotAdmissible refused ->
              refused.reason().name().toLowerCase(Locale.ROOT);
          default -> null;
        };
    if (reason != null) {
      aside.execute(
          () -> stores.pulses().refused(call.account(), call.event(), list, call.mode(), reason));
    }
  }
}
