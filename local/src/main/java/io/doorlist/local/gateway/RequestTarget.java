package io.doorlist.local.gateway;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The path and the query of a request. The path is split before it is decoded, so that an encoded
 * slash stays within its segment.
 *
 * @param path as it was sent
 * @param segments the decoded segments; empty for the root
 * @param query decoded values by name, in the order in which they were sent
 */
record RequestTarget(String path, List<String> segments, Map<String, List<String>> query) {
  private static final Pattern UNESCAPED = Pattern.compile("[^!\"$-~]|%(?![0-9a-fA-F]{2})");
  private static final Pattern ABSOLUTE = Pattern.compile("^[a-zA-Z][a-zA-Z0-9+.-]*://[^/?#]*");

  /**
   * Reads a target.
   *
   * @param target the target as it was sent; a scheme and a host in front are ignored
   * @throws IllegalArgumentException if an escape is not two hexadecimal digits, the escapes are
   *     not UTF-8, or a character should have been escaped
   */
  static RequestTarget parse(String target) {
    String local = ABSOLUTE.matcher(target).replaceFirst("");
    int question = local.indexOf('?');
    String path = question < 0 ? local : local.substring(0, question);
    if (path.isEmpty() && local.length() < target.length()) {
      path = "/";
    }
    String query = question < 0 ? "" : local.substring(question + 1);
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("the path does not begin with a slash");
    }

    ArrayList<String> segments = new ArrayList<>();
    if (!path.equals("/")) {
      for (String segment : path.substring(1).split("/", -1)) {
        segments.add(decode(segment, false));
      }
    }
    LinkedHashMap<String, List<String>> values = new LinkedHashMap<>();
    for (String pair : query.split("&")) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = decode(equals < 0 ? pair : pair.substring(0, equals), true);
        String value = equals < 0 ? "" : decode(pair.substring(equals + 1), true);
        values.computeIfAbsent(name, unused -> new ArrayList<>()).add(value);
      }
    }
    return new RequestTarget(path, segments, values);
  }

  private static String decode(String text, boolean form) {
    if (UNESCAPED.matcher(text).find()) {
      throw new IllegalArgumentException("a character is not escaped, or an escape is malformed");
    }
    String bytes =
        URLDecoder.decode(form ? text : text.replace("+", "%2B"), StandardCharsets.ISO_8859_1);
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the escapes are not UTF-8", e);
    }
  }
}
