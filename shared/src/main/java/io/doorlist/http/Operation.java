package io.doorlist.http;

/** What a route does once the caller is known and let in. */
@FunctionalInterface
public interface Operation {
  /**
   * Answers one call.
   *
   * @throws io.doorlist.domain.DomainException if it cannot be served; {@link ErrorMapper} turns it
   *     into the answer
   */
  Response answer(Call call);
}
