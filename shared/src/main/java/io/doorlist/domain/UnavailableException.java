package io.doorlist.domain;

/** The store was throttling or unreachable for as long as there was time to wait. Retry later. */
public final class UnavailableException extends DomainException {
  private static final long serialVersionUID = 1L;

  public UnavailableException(Throwable cause) {
    super("the store did not answer in time", cause);
  }
}
