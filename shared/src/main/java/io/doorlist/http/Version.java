package io.doorlist.http;

import java.util.Optional;

/**
 * Says what version an answer would have, for less than the answer costs. It looks at who is asking
 * for which event only as far as a token tells, and at no definition: a version must be one that
 * nothing but an existing, visible resource has.
 */
@FunctionalInterface
public interface Version {
  /**
   * Returns the version that {@link Response#version} has, as things stand; empty if it cannot be
   * said without making the answer.
   *
   * @throws io.doorlist.domain.InvalidInputException if the request cannot be served
   */
  Optional<String> of(Call call);
}
