package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinksTest {
  private static final Map<String, List<String>> NO_QUERY = Map.of();

  @ParameterizedTest
  @CsvSource({
    "1, 5, 'first 1, next 2, last 3'",
    "2, 5, 'first 1, prev 1, next 3, last 3'",
    "3, 5, 'first 1, prev 2, last 3'",
    "4, 5, 'first 1, prev 3, last 3'",
    "99, 5, 'first 1, prev 3, last 3'",
    "1, 2, 'first 1, last 1'"
  })
  void of_namesThePagesThatThereAre(long number, long count, String expected) {
    String link = link("/acme/events", NO_QUERY, number, count);

    String named = link.replaceAll("<events\\?page=(\\d+)>; rel=\"(\\w+)\"", "$2 $1");
    assertEquals(expected, named);
  }

  @Test
  void of_namesNothing_whenThereIsNoPage() {
    assertEquals(Map.of(), links("/acme/events", NO_QUERY, 1, 0));
    assertEquals(Map.of(), links("/acme/events", NO_QUERY, 5, 0));
  }

  @Test
  void of_keepsTheQuery() {
    Map<String, List<String>> query = new LinkedHashMap<>();
    query.put("q", List.of("Ü & <é>=\"1\"+ \r\n"));
    query.put("page", List.of("1"));
    query.put("tag[]", List.of("b", "a"));
    query.put("items", List.of("2"));

    String link = link("/acme/events", query, 1, 2);

    String target =
        "<events?q=%C3%9C%20%26%20%3C%C3%A9%3E%3D%221%22%2B%20%0D%0A&tag%5B%5D=b&tag%5B%5D=a"
            + "&page=1&items=2>";
    assertEquals(target + "; rel=\"first\", " + target + "; rel=\"last\"", link);
  }

  /** {@link URI#resolve} follows RFC 2396. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:3000/acme/events",
        "https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/v1/acme/events",
        "https://api.example/tickets/acme/events",
        "https://api.example/v1/acme/events/"
      })
  void of_leadsBackToTheAddressThatTheClientUsed(String address) {
    String link = link(URI.create(address).getPath(), NO_QUERY, 1, 1);

    URI target = URI.create(address + "?page=1&x=y").resolve(link.substring(1, link.indexOf('>')));

    assertEquals(URI.create(address + "?page=1"), target);
  }

  @Test
  void of_namesNothing_whenTheGatewayWouldNotTakeIt() {
    Map<String, List<String>> query = Map.of("x", List.of("y".repeat(4_000)));

    assertEquals(Map.of(), links("/acme/events", query, 1, 5));
  }

  private static String link(
      String path, Map<String, List<String>> query, long number, long count) {
    return links(path, query, number, count).get("Link");
  }

  private static Map<String, String> links(
      String path, Map<String, List<String>> query, long number, long count) {
    Request request =
        new Request(
            "request-1",
            "GET",
            "/{account_slug}/events",
            path,
            Map.of(),
            new Query(query),
            new Headers(Map.of()),
            Map.of(),
            "",
            false);
    return Links.of(request, new Page<>(List.of(), new PageRequest(number, 2), count));
  }
}
