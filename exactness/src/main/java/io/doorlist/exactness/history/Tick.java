package io.doorlist.exactness.history;

import java.time.Instant;

/**
 * A moment of a history.
 *
 * @param tick of the only counter: no two moments have the same
 * @param at the time of a correct clock
 */
public record Tick(long tick, Instant at) {}
