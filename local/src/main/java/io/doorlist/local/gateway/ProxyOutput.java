package io.doorlist.local.gateway;

import io.doorlist.local.json.JsonTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads a function's output for a REST API. As on AWS, a member that the gateway does not know
 * makes the whole output malformed.
 */
final class ProxyOutput {
  private static final Set<String> MEMBERS =
      Set.of("statusCode", "headers", "multiValueHeaders", "body", "isBase64Encoded");
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  private static final Pattern HEADER_VALUE = Pattern.compile("[\\t -~\\u0080-\\uffff]*");

  /** The gateway sends these under another name, because they describe its own connection. */
  private static final Set<String> REMAPPED =
      Set.of(
          ("authorization connection content-md5 date expect host max-forwards "
                  + "proxy-authenticate server trailer upgrade via warn www-authenticate")
              .split(" "));

  /** The gateway sets these itself. */
  private static final Set<String> DROPPED =
      Set.of("content-length", "transfer-encoding", "x-amzn-requestid");

  private ProxyOutput() {}

  /**
   * Reads a function's output as an answer.
   *
   * @param decode whether to decode a body in base64, which depends on whether the client accepts a
   *     binary type
   * @throws IOException if the output is malformed; the message says how without quoting it
   */
  static GatewayAnswer read(byte[] output, boolean decode) throws IOException {
    Object json;
    try {
      json = JsonTree.read(output);
    } catch (IOException e) {
      throw new IOException("it is not JSON", e);
    }
    if (!(json instanceof Map<?, ?> members)) {
      throw new IOException("it is not a JSON object");
    }
    if (!MEMBERS.containsAll(members.keySet())) {
      throw new IOException("it has a member that a gateway does not know");
    }
    int status = status(members.get("statusCode"));
    boolean base64 = Boolean.TRUE.equals(members.get("isBase64Encoded"));
    byte[] body = status == 204 || status == 304 ? new byte[0] : body(members, base64 && decode);
    return new GatewayAnswer(status, headers(members), body);
  }

  private static int status(Object written) throws IOException {
    String text = String.valueOf(written);
    if ((written instanceof Integer || written instanceof String)
        && text.matches("[2-5][0-9]{2}")) {
      return Integer.parseInt(text);
    }
    throw new IOException("statusCode is not a status");
  }

  private static byte[] body(Map<?, ?> members, boolean decode) throws IOException {
    Object body = members.get("body");
    if (body == null) {
      return new byte[0];
    }
    if (!(body instanceof String text)) {
      throw new IOException("body is not a string");
    }
    if (!decode) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new IOException("body is not base64", e);
    }
  }

  private static Map<String, List<String>> headers(Map<?, ?> members) throws IOException {
    TreeMap<String, List<String>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (Map.Entry<?, ?> header : object(members.get("headers")).entrySet()) {
      add(values, header.getKey(), header.getValue());
    }
    // If both have a header, the multi-value one counts.
    for (Map.Entry<?, ?> header : object(members.get("multiValueHeaders")).entrySet()) {
      values.remove(header.getKey());
    }
    for (Map.Entry<?, ?> header : object(members.get("multiValueHeaders")).entrySet()) {
      if (!(header.getValue() instanceof List<?> list)) {
        throw new IOException("a member of multiValueHeaders is not an array");
      }
      for (Object value : list) {
        add(values, header.getKey(), value);
      }
    }
    values.putIfAbsent("Content-Type", List.of("application/json"));

    LinkedHashMap<String, List<String>> sent = new LinkedHashMap<>();
    values.forEach(
        (name, list) -> {
          String lower = name.toLowerCase(Locale.ROOT);
          if (REMAPPED.contains(lower)) {
            sent.put("x-amzn-Remapped-" + name, list);
          } else if (!DROPPED.contains(lower)) {
            sent.put(name, list);
          }
        });
    return sent;
  }

  private static void add(Map<String, List<String>> values, Object name, Object value)
      throws IOException {
    if (value == null) {
      return;
    }
    if (value instanceof Map || value instanceof List) {
      throw new IOException("a header's value is not a string");
    }
    if (!HEADER_NAME.matcher(name.toString()).matches()
        || !HEADER_VALUE.matcher(value.toString()).matches()) {
      throw new IOException("a header has a character that no header may have");
    }
    values.computeIfAbsent(name.toString(), unused -> new ArrayList<>()).add(value.toString());
  }

  private static Map<?, ?> object(Object written) throws IOException {
    return switch (written) {
      case null -> Map.of();
      case Map<?, ?> map -> map;
      default -> throw new IOException("headers are not an object");
    };
  }
}
