package io.doorlist.door.rules;

/**
 * A rule cannot be understood. The message is a phrase that says which part of it, such as an
 * operator's name.
 */
public final class UnknownRuleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnknownRuleException(String what) {
    super(what);
  }
}
