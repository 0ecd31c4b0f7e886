package io.doorlist.cli.console;

/**
 * Ends a command with exit status 1. The message says in one line what is wrong and, if known, what
 * helps.
 */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final FailureType type;
  private final String about;

  public Failure(String message) {
    this(null, null, message);
  }

  public Failure(String message, Throwable cause) {
    this(null, null, message, cause);
  }

  public Failure(FailureType type, String message) {
    this(type, null, message);
  }

  /**
   * Creates a failure that pages show in their language.
   *
   * @param about the reference of an order or a ticket, the name of a file, or {@code null}
   */
  public Failure(FailureType type, String about, String message) {
    super(message);
    this.type = type;
    this.about = about;
  }

  public Failure(FailureType type, String message, Throwable cause) {
    this(type, null, message, cause);
  }

  /** Creates, with its cause, a failure that pages show in their language. */
  public Failure(FailureType type, String about, String message, Throwable cause) {
    super(message, cause);
    this.type = type;
    this.about = about;
  }

  /**
   * Returns this failure with the name of the file or sheet that it is about. That is needed if
   * there are several.
   */
  public Failure in(String file) {
    return new Failure(type, file, file + ": " + getMessage(), this);
  }

  /**
   * Returns the type, by which pages find their translated sentence; {@code null} if there is none.
   */
  public FailureType type() {
    return type;
  }

  /** Returns the reference or the file that it is about, or {@code null}. */
  public String about() {
    return about;
  }
}
