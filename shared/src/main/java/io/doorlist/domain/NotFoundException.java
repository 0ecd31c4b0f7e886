package io.doorlist.domain;

/**
 * What was asked for is not there, or not for this caller. The client asked for the wrong thing.
 */
public final class NotFoundException extends DomainException {
  private static final long serialVersionUID = 1L;

  /** Creates one for the kind of thing that was asked for, such as "check-in list". */
  public NotFoundException(String what) {
    super(what + " not found", null);
  }
}
