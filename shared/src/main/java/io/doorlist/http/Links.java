package io.doorlist.http;

import io.doorlist.json.PathSegment;
import io.doorlist.paging.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Builds the {@code Link} header (RFC 8288) of a page. It names the pages {@code first}, {@code
 * prev}, {@code next} and {@code last} that exist, with the query that was sent.
 *
 * <p>Implementation notes. A target is the last segment of the path and a query, relative to the
 * address that the client used. Only the client knows that address: a stage, a custom domain or a
 * proxy may add to the path. A query alone would be enough, but some clients resolve it by the
 * older RFC 2396 and lose the last segment.
 */
final class Links {
  /**
   * The gateway accepts 10,240 bytes for all headers. A list without links is better than no list.
   */
  private static final int MAX_LENGTH = 8_000;

  static final String AFTER = "after";

  private Links() {}

  /**
   * Returns the header. It is empty if there is no page to name, or if the header would be too
   * long.
   */
  static Map<String, String> of(Request request, Page<?> page) {
    long current = page.request().page();
    long last = page.pages();
    if (last == 0) {
      return Map.of();
    }
    List<String> links = new ArrayList<>();
    String target = target(request, Set.of("page", "items", "walk"));
    String items = request.query().find("items").map("&items="::concat).orElse("");
    links.add(link(target, 1, items, "first"));
    if (current > 1) {
      links.add(link(target, Math.min(current - 1, last), items, "prev"));
    }
    if (page.hasNext()) {
      links.add(link(target, current + 1, items + walk(page), "next"));
    }
    links.add(link(target, last, items, "last"));
    String header = String.join(", ", links);
    return header.length() > MAX_LENGTH ? Map.of() : Map.of("Link", header);
  }

  /**
   * Returns the parameter by which the next page misses no row, even if rows leave the list
   * meanwhile.
   */
  private static String walk(Page<?> page) {
    long began = page.request().walk() < 0 ? page.left() : page.request().walk();
    return began < 0 ? "" : "&walk=" + began;
  }

  private static String link(String target, long page, String items, String relation) {
    return "<" + target + "page=" + page + items + ">; rel=\"" + relation + "\"";
  }

  static String after(Request request, long id) {
    return target(request, Set.of(AFTER)) + AFTER + "=" + id;
  }

  /**
   * Returns a reference to the same path and query, without the given parameters. The resource of a
   * list always ends in a plain word.
   */
  private static String target(Request request, Set<String> without) {
    String resource = request.resource();
    StringBuilder target =
        new StringBuilder(
            request.path().endsWith("/")
                ? "./"
                : resource.substring(resource.lastIndexOf('/') + 1));
    target.append('?');
    request
        .query()
        .all()
        .forEach(
            (name, values) -> {
              for (String value : without.contains(name) ? List.<String>of() : values) {
                target.append(PathSegment.encode(name)).append('=');
                target.append(PathSegment.encode(value)).append('&');
              }
            });
    return target.toString();
  }
}
