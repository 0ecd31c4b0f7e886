package io.doorlist.exactness.history;

/** A rule that a history breaks, and how. */
public record Violation(Rule rule, String how) {}
