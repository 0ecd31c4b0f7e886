package io.doorlist.door.rules;

/**
 * The facts of a scan that rules ask for, at whole seconds. Product, variation and gate are the
 * shop's numbers; variation, gate and dates may be {@code null}.
 */
public record RuleFacts(
    long product,
    Long variation,
    Long gate,
    EventDates dates,
    PastEntries history,
    long epochSecond,
    Zone zone) {}
