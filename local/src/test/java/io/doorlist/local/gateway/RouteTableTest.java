package io.doorlist.local.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.template.Deployment.RouteSpec;
import io.doorlist.local.template.TemplateException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteTableTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/{a} | two events of type Api give GET /{a}",
        "/{b}/c | /{b}/c calls {b} what another path calls {a}",
        "/{a+} | /{a+} calls {a+} what another path calls {a}",
        "/-/{b+}/c | /-/{b+}/c continues after a greedy variable"
      })
  void route_isRefused_whenItContradictsAnother(String path, String expected) {
    List<RouteSpec> routes = List.of(route("/{a}"), route(path));

    TemplateException failure = assertThrows(TemplateException.class, () -> new RouteTable(routes));

    assertEquals(expected, failure.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/-/a | /-/{page+} | a",
        "/-/a/b/c.js | /-/{page+} | a/b/c.js",
        "/-/a/ | /-/{page+} | a/",
        "/-/reference | /-/reference |",
        "/-/reference/more | /-/{page+} | reference/more",
        "/-/deep | /-/{page+} | deep",
        "/-/deep/down | /-/deep/down |",
        "/- | /- |",
        "/-/ | |"
      })
  void greedyVariable_takesWhatIsLeft(String path, String expected, String left) {
    RouteTable routes =
        new RouteTable(
            List.of(
                route("/{account}"),
                route("/{account}/{event}"),
                route("/-"),
                route("/-/{page+}"),
                route("/-/reference"),
                route("/-/deep/down")));
    List<String> segments = List.of(path.substring(1).split("/", -1));

    Optional<RouteTable.Match> match = routes.find("GET", segments);

    assertEquals(expected, match.map(found -> found.route().path()).orElse(null));
    assertEquals(left, match.map(found -> found.pathParameters().get("page")).orElse(null));
  }

  @Test
  void greedyVariable_doesNotTakeAnotherMethodOfAKnownPath() {
    RouteTable routes =
        new RouteTable(
            List.of(
                new RouteSpec("ANY", "/{page+}", "F", null),
                new RouteSpec("GET", "/reference", "F", null)));

    assertTrue(routes.find("POST", List.of("reference")).isEmpty());
    assertTrue(routes.find("POST", List.of("other")).isPresent());
  }

  private static RouteSpec route(String path) {
    return new RouteSpec("GET", path, "F", null);
  }
}
