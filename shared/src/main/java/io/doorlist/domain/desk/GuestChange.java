package io.doorlist.domain.desk;

import io.doorlist.domain.order.Correction;
import io.doorlist.domain.order.GuestField;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields that staff changed about one guest in one request. It has neither old nor new values.
 *
 * @param by the organiser's name for the token, or {@code null}
 */
public record GuestChange(
    long ticketId, String reference, Instant at, String by, List<GuestField> fields) {
  public static final Comparator<GuestChange> NEWEST_FIRST =
      Comparator.comparing(GuestChange::at).reversed();

  public GuestChange {
    fields = List.copyOf(fields);
  }

  private record ChangeKey(Instant at, String by) {}

  /** Returns the requests by which these corrections of a ticket were made. */
  public static List<GuestChange> of(long ticket, String reference, List<Correction> corrections) {
    Map<ChangeKey, List<GuestField>> requests = new LinkedHashMap<>();
    for (Correction each : corrections) {
      requests
          .computeIfAbsent(new ChangeKey(each.at(), each.by()), any -> new ArrayList<>())
          .add(each.field());
    }
    return requests.entrySet().stream()
        .map(
            each ->
                new GuestChange(
                    ticket, reference, each.getKey().at(), each.getKey().by(), each.getValue()))
        .toList();
  }
}
