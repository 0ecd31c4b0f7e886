package io.doorlist.domain;

/** A parameter is invalid. The client must send another value. */
public final class InvalidInputException extends DomainException {
  private static final long serialVersionUID = 1L;

  private final String parameter;
  private final String detail;

  /**
   * Creates one.
   *
   * @param parameter its name as the client knows it
   * @param detail what it should be; never repeats the value
   */
  public InvalidInputException(String parameter, String detail) {
    super(parameter + ": " + detail, null);
    this.parameter = parameter;
    this.detail = detail;
  }

  /** Returns the parameter's name as the client knows it. */
  public String parameter() {
    return parameter;
  }

  /** Returns what the parameter should be. */
  public String detail() {
    return detail;
  }
}
