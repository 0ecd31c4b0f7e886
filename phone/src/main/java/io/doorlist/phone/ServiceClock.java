package io.doorlist.phone;

import java.util.LinkedHashMap;
import java.util.Map;

/** The service's time, as far as the phone knows it. The correction is stored. */
final class ServiceClock {
  private static final String NAME = "clock";

  /** The {@code Date} of an answer is ignored if request and answer took longer than this. */
  private static final long MAX_ROUND_TRIP_MILLIS = 1_000;

  private static final long TOLERANCE_MILLIS = 2_000;
  private static final long KEPT_EVERY_MILLIS = 60_000;

  private final KeptValues kept;
  private long correction;
  private long keptAt = Long.MIN_VALUE;

  ServiceClock(KeptValues kept, long now) {
    this.kept = kept;
    Map<?, ?> clock = Json.object(kept.get(NAME));
    if (!clock.isEmpty()) {
      correction =
          PhoneClock.restoredMillis(
              now, Json.number(clock.get("correction")), Json.number(clock.get("service")));
    }
  }

  /** Returns what to add to the phone's time. */
  long correction() {
    return correction;
  }

  long time(long now) {
    return now + correction;
  }

  /** Learns the service's time from the {@code Date} of an answer. */
  void heard(Response response, long sentAt, long now) {
    if (response.date() <= 0 || now - sentAt > MAX_ROUND_TRIP_MILLIS) {
      return;
    }
    long found = PhoneClock.correctionMillis(sentAt, now, response.date());
    boolean moved = Math.abs(found - correction) > TOLERANCE_MILLIS;
    if (moved || keptAt == Long.MIN_VALUE || now - keptAt >= KEPT_EVERY_MILLIS) {
      correction = moved ? found : correction;
      keptAt = now;
      Map<String, Object> clock = new LinkedHashMap<>();
      clock.put("correction", correction);
      clock.put("service", response.date());
      kept.put(NAME, Json.write(clock));
    }
  }
}
