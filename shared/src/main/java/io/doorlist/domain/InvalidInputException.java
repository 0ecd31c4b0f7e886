package io.doorlist.domain;

/** A parameter is invalid. The client must send another value. */
public final class InvalidInputException extends DomainException {
  private static final long serialVersionUID = 1L;

  private final String parameter;
  private final String detail;

  /** The detail says what the parameter should be, and never repeats the value. */
  public InvalidInputException(String parameter, String detail) {
    super(parameter + ": " + detail, null);
    this.parameter = parameter;
    this.detail = detail;
  }

  public String parameter() {
    return parameter;
  }

  public String detail() {
    return detail;
  }
}
