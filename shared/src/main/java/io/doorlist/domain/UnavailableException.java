package io.doorlist.domain;

/** The store was throttled or unreachable until the time to wait was over. Retry later. */
public final class UnavailableException extends DomainException {
  private static final long serialVersionUID = 1L;

  public UnavailableException(Throwable cause) {
    super("the store did not answer in time", cause);
  }
}
