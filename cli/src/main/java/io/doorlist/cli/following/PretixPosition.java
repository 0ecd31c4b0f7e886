package io.doorlist.cli.following;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Happening;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A ticket in an order of pretix, with its check-ins in pretix.
 *
 * @param order the order's code
 * @param code the ticket's code
 * @param whole whether all check-ins that pretix gives could be read
 */
record PretixPosition(
    String event,
    Mode mode,
    String order,
    long id,
    String code,
    List<Checkin> checkins,
    boolean whole) {
  /**
   * The id and name of pretix as a device here. Ids of tokens are longer, so no token has this one.
   */
  static final String DEVICE = "pretix";

  /**
   * A successful check-in or exit.
   *
   * @param gate pretix's number of the gate, or {@code null}
   * @param byItself whether pretix made it without a scan
   */
  record Checkin(long id, long list, boolean exit, Instant at, Long gate, boolean byItself) {
    private static Optional<Checkin> of(Object read) {
      Map<?, ?> checkin = read instanceof Map<?, ?> object ? object : Map.of();
      Optional<Instant> time = PretixApi.time(checkin.get("datetime"));
      if (checkin.get("id") instanceof Long id
          && checkin.get("list") instanceof Long list
          && checkin.get("type") instanceof String type
          && Set.of("entry", "exit").contains(type)) {
        Long gate = checkin.get("gate") instanceof Long number ? number : null;
        boolean byItself = Boolean.TRUE.equals(checkin.get("auto_checked_in"));
        return time.map(at -> at.truncatedTo(ChronoUnit.MILLIS))
            .map(at -> new Checkin(id, list, type.equals("exit"), at, gate, byItself));
      }
      return Optional.empty();
    }

    /**
     * Returns whether a row of a log here is this check-in. If we reported the row to pretix, the
     * check-in has the row's time. If the row came from pretix, the time of its scan is the
     * check-in's time.
     */
    boolean is(Happening happening) {
      return list == happening.list().id()
          && exit == (happening.type() == Happening.Type.EXIT)
          && at.equals(isTheirs(happening) ? happening.scannedAt() : happening.at());
    }
  }

  static boolean isTheirs(Happening happening) {
    return DEVICE.equals(happening.token());
  }

  /** Returns the tickets of orders. Positions without an id or a code are left out. */
  static List<PretixPosition> of(List<Map<?, ?>> orders) {
    List<PretixPosition> positions = new ArrayList<>();
    for (Map<?, ?> order : orders) {
      if (order.get("event") instanceof String event
          && order.get("positions") instanceof List<?> all) {
        Mode mode = Boolean.TRUE.equals(order.get("testmode")) ? Mode.TEST : Mode.LIVE;
        for (Object each : all) {
          if (each instanceof Map<?, ?> position
              && position.get("id") instanceof Long id
              && position.get("secret") instanceof String code) {
            Object checkins = position.get("checkins");
            List<?> listed = checkins instanceof List<?> list ? list : List.of();
            List<Checkin> read =
                listed.stream().flatMap(checkin -> Checkin.of(checkin).stream()).toList();
            boolean whole = checkins instanceof List<?> && read.size() == listed.size();
            positions.add(
                new PretixPosition(
                    event, mode, String.valueOf(order.get("code")), id, code, read, whole));
          }
        }
      }
    }
    return positions;
  }
}
