package io.doorlist.http;

import java.util.List;

/**
 * Says what versions an answer can have, for less than the answer costs. It looks at who is asking
 * for which event only as far as a token tells, and at no definition: a version must be one that
 * nothing but an existing, visible resource has.
 */
@FunctionalInterface
public interface Version {
  /**
   * Returns the versions that {@link Response#version} can have, as things stand; empty if that
   * cannot be said without making the answer.
   *
   * @throws io.doorlist.domain.InvalidInputException if the request cannot be served
   */
  List<String> of(Call call);
}
