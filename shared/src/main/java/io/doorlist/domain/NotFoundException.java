package io.doorlist.domain;

/**
 * The requested thing does not exist, or the caller may not see it. The client must change the
 * request.
 */
public final class NotFoundException extends DomainException {
  private static final long serialVersionUID = 1L;

  public NotFoundException(String what) {
    super(what + " not found", null);
  }
}
