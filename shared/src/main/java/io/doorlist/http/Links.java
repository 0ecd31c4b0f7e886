package io.doorlist.http;

import io.doorlist.paging.Page;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the {@code Link} header (RFC 8288) of a page: {@code first}, {@code prev}, {@code next} and
 * {@code last}, as far as there are such pages. The targets are absolute paths as the client sees
 * them, with the query that it sent.
 */
final class Links {
  /**
   * The gateway takes 10,240 bytes for all headers; a list without links is better than no list.
   */
  private static final int MAX_LENGTH = 8_000;

  private static final Set<String> PAGING = Set.of("page", "items");
  private static final String UNRESERVED = "-._~";
  private static final String IN_PATHS = UNRESERVED + "/!$&'()*+,;=:@%";

  private Links() {}

  /** Returns the header, or nothing if there is no page to name or the header would be too long. */
  static Map<String, String> of(Request request, Page<?> page) {
    long current = page.request().page();
    long last = page.pages();
    List<String> links = new ArrayList<>();
    if (last > 0) {
      String target = target(request);
      String items = request.query().find("items").map("&items="::concat).orElse("");
      links.add(link(target, 1, items, "first"));
      if (current > 1) {
        links.add(link(target, Math.min(current - 1, last), items, "prev"));
      }
      if (current < last) {
        links.add(link(target, current + 1, items, "next"));
      }
      links.add(link(target, last, items, "last"));
    }
    String header = String.join(", ", links);
    return header.isEmpty() || header.length() > MAX_LENGTH ? Map.of() : Map.of("Link", header);
  }

  private static String link(String target, long page, String items, String relation) {
    return "<" + target + "page=" + page + items + ">; rel=\"" + relation + "\"";
  }

  /** Returns the path and the query up to where the page's number goes. */
  private static String target(Request request) {
    StringBuilder target = new StringBuilder();
    encode(request.path(), IN_PATHS, target);
    target.append('?');
    for (Map.Entry<String, List<String>> parameter : request.query().all().entrySet()) {
      if (!PAGING.contains(parameter.getKey())) {
        for (String value : parameter.getValue()) {
          encode(parameter.getKey(), UNRESERVED, target);
          encode(value, UNRESERVED, target.append('='));
          target.append('&');
        }
      }
    }
    return target.toString();
  }

  private static void encode(String text, String allowed, StringBuilder target) {
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if ((c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9')
          || allowed.indexOf(c) >= 0) {
        target.append(c);
      } else {
        target.append('%').append(String.format("%02X", b));
      }
    }
  }
}
