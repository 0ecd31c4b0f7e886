package io.doorlist.door.rules;

/**
 * What rules ask about a scan, at whole seconds.
 *
 * @param product the shop's number of the ticket's product
 * @param variation the shop's number of its variation, or {@code null}
 * @param gate the shop's number of the scanner's gate, or {@code null}
 * @param dates of what the ticket is for, or {@code null} if they are not known
 * @param history of the ticket at this list
 * @param epochSecond of the scan
 * @param zone of the event
 */
public record Visit(
    long product,
    Long variation,
    Long gate,
    EventDates dates,
    History history,
    long epochSecond,
    Zone zone) {}
