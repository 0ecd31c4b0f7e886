package io.doorlist.domain;

/**
 * A request that cannot be served; the subclasses say why. Messages name no person, token or QR
 * code.
 */
public abstract sealed class DomainException extends RuntimeException
    permits InvalidInputException, NotFoundException, UnavailableException {
  private static final long serialVersionUID = 1L;

  DomainException(String message, Throwable cause) {
    super(message, cause);
  }
}
