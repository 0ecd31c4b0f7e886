package io.doorlist.exactness.history;

import java.time.Instant;

/**
 * A moment of a history.
 *
 * @param tick the value of the history's one counter. No two moments have the same value.
 * @param at the time of a correct clock
 */
public record Tick(long tick, Instant at) {}
