package io.doorlist.exactness.history;

import java.time.Instant;

/**
 * A moment of a history.
 *
 * @param tick of the one counter: no two moments have the same
 * @param at what a true clock says
 */
public record Moment(long tick, Instant at) {}
