package io.doorlist.domain.checkin;

import io.doorlist.domain.event.CheckinList;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a list's guests arrive.
 *
 * @param doubleAdmissions how many were let in twice or wrongly, and nothing explains it
 * @param explained how many entries that were open a scan of this list has explained
 * @param people how many of those who are in no other list counts already
 * @param added how many of these people a desk added
 * @param attention of those who came then, at whom staff should look, the latest first
 * @param perMinute check-ins of the last minutes, oldest first
 * @param perQuarter check-ins of the evening, by door time; empty if nobody asked
 * @param refused reason to how often it was given in those minutes, or that evening
 * @param phones tokens that scanned here, the last first
 */
public record ListPulse(
    CheckinList list,
    long admitted,
    long checkedIn,
    long doubleAdmissions,
    long explained,
    long people,
    long added,
    List<Arrival> attention,
    List<Long> perMinute,
    List<Long> perQuarter,
    SortedMap<String, Long> byType,
    SortedMap<String, Long> byGate,
    SortedMap<String, Long> refused,
    List<Phone> phones) {
  public ListPulse {
    attention = List.copyOf(attention);
    perMinute = List.copyOf(perMinute);
    perQuarter = List.copyOf(perQuarter);
    byType = Collections.unmodifiableSortedMap(new TreeMap<>(byType));
    byGate = Collections.unmodifiableSortedMap(new TreeMap<>(byGate));
    refused = Collections.unmodifiableSortedMap(new TreeMap<>(refused));
    phones = List.copyOf(phones);
  }

  /** A ticket that came in. */
  public record Arrival(long ticketId, String reference, Instant at) {}

  /**
   * A token that scanned.
   *
   * @param lastMinute how many it let in during the current minute
   * @param waiting how many scans it still kept after its last upload
   */
  public record Phone(String name, Instant lastScanAt, long lastMinute, long waiting) {}
}
