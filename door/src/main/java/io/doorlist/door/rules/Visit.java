package io.doorlist.door.rules;

/**
 * What rules ask about a scan, at whole seconds. Product, variation and gate are the shop's
 * numbers; variation, gate and dates may be {@code null}.
 */
public record Visit(
    long product,
    Long variation,
    Long gate,
    EventDates dates,
    PastEntries history,
    long epochSecond,
    Zone zone) {}
