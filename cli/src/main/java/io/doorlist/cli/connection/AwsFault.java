package io.doorlist.cli.connection;

/** Thrown if a service of AWS refuses a request. */
public final class AwsFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;

  AwsFault(String code, String message) {
    super(message.isEmpty() ? code : message);
    this.code = code;
  }

  public String code() {
    return code;
  }
}
