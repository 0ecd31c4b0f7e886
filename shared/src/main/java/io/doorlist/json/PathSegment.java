package io.doorlist.json;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Writes texts as one segment of a URL's path or a part of its query (RFC 3986). */
public final class PathSegment {
  private PathSegment() {}

  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }
}
