package io.doorlist.local.template;

import java.util.Map;
import java.util.Optional;

/**
 * A CloudFormation intrinsic function as it was written, not yet evaluated. {@code !Ref X}, {@code
 * {Ref: X}}, {@code !Sub x} and {@code {Fn::Sub: x}} all become an instance of this.
 *
 * @param name without {@code Fn::}, such as {@code Ref} or {@code Sub}
 * @param argument a string, list or map, which may hold further intrinsics; may be null
 */
record Intrinsic(String name, Object argument) {

  /** Returns the intrinsic in a map of one member, if it is one. */
  static Optional<Intrinsic> of(Map<?, ?> map) {
    if (map.size() != 1) {
      return Optional.empty();
    }
    Map.Entry<?, ?> member = map.entrySet().iterator().next();
    if (!(member.getKey() instanceof String key)) {
      return Optional.empty();
    }
    if (key.equals("Ref") || key.equals("Condition")) {
      // The Condition member of a resource or statement has other members next to it, so it is no
      // intrinsic.
      return Optional.of(new Intrinsic(key, member.getValue()));
    }
    return key.startsWith("Fn::")
        ? Optional.of(new Intrinsic(key.substring(4), member.getValue()))
        : Optional.empty();
  }
}
