package io.doorlist.local.gateway;

import io.doorlist.local.json.JsonTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads a function's output for a REST API. As on AWS, a member that the gateway does not know
 * makes the whole output malformed. Here this includes members that AWS knows but no function uses.
 */
final class ProxyOutput {
  private static final Set<String> MEMBERS =
      Set.of("statusCode", "headers", "body", "isBase64Encoded");
  private static final Pattern HEADER =
      Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\\t -~\\u0080-\\uffff]*");

  /**
   * Headers that the gateway sends under another name, because they describe its own connection.
   */
  private static final Set<String> REMAPPED =
      Set.of(
          ("authorization connection content-md5 date expect host max-forwards "
                  + "proxy-authenticate server trailer upgrade via warn www-authenticate")
              .split(" "));

  private static final Set<String> DROPPED =
      Set.of("content-length", "transfer-encoding", "x-amzn-requestid");

  private ProxyOutput() {}

  /** Reads an answer. If it is malformed, the exception says why but quotes none of it. */
  static GatewayAnswer read(byte[] output) throws IOException {
    try {
      Map<?, ?> members = (Map<?, ?>) JsonTree.read(output);
      if (members == null || !MEMBERS.containsAll(members.keySet())) {
        throw new IOException("it has a member that a gateway does not know");
      }
      int status = (Integer) members.get("statusCode");
      if (status < 200 || status > 599 || Boolean.TRUE.equals(members.get("isBase64Encoded"))) {
        throw new IOException("its statusCode or its body is not served here");
      }
      String text = (String) members.get("body");
      boolean none = text == null || status == 204 || status == 304;
      byte[] body = none ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
      return new GatewayAnswer(status, headers((Map<?, ?>) members.get("headers")), body);
    } catch (ClassCastException | NullPointerException e) {
      throw new IOException("a member is missing or has another type", e);
    }
  }

  private static Map<String, String> headers(Map<?, ?> written) throws IOException {
    Map<String, String> sent = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    sent.put("Content-Type", "application/json");
    for (Map.Entry<?, ?> header : (written == null ? Map.of() : written).entrySet()) {
      String name = (String) header.getKey();
      String value = (String) header.getValue();
      if (!HEADER.matcher(name + ":" + value).matches()) {
        throw new IOException("a header has a character that no header may have");
      }
      String lower = name.toLowerCase(Locale.ROOT);
      if (!DROPPED.contains(lower)) {
        sent.put(REMAPPED.contains(lower) ? "x-amzn-Remapped-" + name : name, value);
      }
    }
    return sent;
  }
}
