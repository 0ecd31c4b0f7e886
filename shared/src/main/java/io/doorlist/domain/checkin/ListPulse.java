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
 * @param doubleAdmissions how many tickets were let in twice or wrongly, without an explanation
 * @param explained how many double admissions anywhere in the event were explained by a later scan
 *     at this list
 * @param people how many guests are in, without those whom another list already counts
 * @param added how many of {@code people} were added by a desk
 * @param attention guests at whom staff should look, from the minutes or the evening shown, latest
 *     first
 * @param perMinute check-ins of the last minutes, oldest first
 * @param perQuarter check-ins in each quarter hour of the evening, by door time; empty unless asked
 *     for
 * @param refused how often each reason was given in the minutes or evening shown
 * @param phones tokens that scanned here; the one that scanned last comes first
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
   * @param waiting how many scans were left on the device after its last upload
   */
  public record Phone(String name, Instant lastScanAt, long lastMinute, long waiting) {}
}
