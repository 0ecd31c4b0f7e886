package io.doorlist.door.rules;

/** A rule cannot be understood. The message is a phrase that says what in it, such as its name. */
public final class UnknownRuleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnknownRuleException(String what) {
    super(what);
  }
}
