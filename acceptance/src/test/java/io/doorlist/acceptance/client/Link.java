package io.doorlist.acceptance.client;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the Link header (RFC 8288) as far as this API uses it. */
public final class Link {
  private static final Pattern ONE = Pattern.compile("<([^>]*)>; *rel=\"([a-z]+)\"(?:, *|$)");

  private Link() {}

  /** Returns relation to target: path and query, ready to be sent. */
  public static Map<String, String> read(Answer answer) {
    Map<String, String> links = new LinkedHashMap<>();
    String header = answer.header("Link").orElse("");
    Matcher matcher = ONE.matcher(header);
    int end = 0;
    for (; matcher.lookingAt(); matcher.region(end, header.length())) {
      URI target = answer.uri().resolve(matcher.group(1));
      String base = answer.uri().toString();
      String before = base.substring(0, base.length() - answer.call().path().length());
      if (!target.toString().startsWith(before)) {
        throw new AssertionError("a link to somewhere else: " + header);
      }
      links.put(matcher.group(2), target.toString().substring(before.length()));
      end = matcher.end();
    }
    if (end != header.length()) {
      throw new AssertionError("not a Link header: " + header);
    }
    return links;
  }

  /** Returns the query of a path, decoded. */
  public static Map<String, String> query(String path) {
    Map<String, String> query = new LinkedHashMap<>();
    for (String pair : path.substring(path.indexOf('?') + 1).split("&")) {
      int equals = pair.indexOf('=');
      query.put(
          URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
          URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return query;
  }
}
