package io.doorlist.exactness.history;

/** A rule that a history breaks, and how. */
public record Violation(HistoryRule rule, String how) {}
