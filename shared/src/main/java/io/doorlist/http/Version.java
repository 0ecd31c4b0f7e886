package io.doorlist.http;

import java.util.List;

/**
 * Returns the versions that an answer can have, at a lower cost than the answer. Access is checked
 * only as far as the token tells, and no definition is read: so only an existing, visible resource
 * may have a version.
 */
@FunctionalInterface
public interface Version {
  /**
   * Returns the versions that {@link Response#version} can have at present; empty if only making
   * the answer can tell.
   *
   * @throws io.doorlist.domain.InvalidInputException if the request cannot be served
   */
  List<String> of(Call call);
}
