package io.doorlist.acceptance.client;

import java.util.Map;

/**
 * One operation of openapi.yaml.
 *
 * @param path with its parameters in braces
 * @param responses status to the response, references followed
 */
public record Operation(
    String id, String method, String path, Map<String, Map<String, Object>> responses) {
  /**
   * Returns how many segments of the path match literally; -1 if the path does not belong to this
   * operation.
   */
  int matches(String[] segments) {
    String[] own = path.substring(1).split("/", -1);
    if (own.length != segments.length) {
      return -1;
    }
    int literal = 0;
    for (int i = 0; i < own.length; i++) {
      if (own[i].startsWith("{")) {
        if (segments[i].isEmpty()) {
          return -1;
        }
      } else if (own[i].equals(segments[i])) {
        literal++;
      } else {
        return -1;
      }
    }
    return literal;
  }
}
