package io.doorlist.local.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.local.template.Deployment.RouteSpec;
import io.doorlist.local.template.TemplateException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteTableTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/{a} | two events of type Api give GET /{a}",
        "/{b}/c | /{b}/c calls {b} what another path calls {a}"
      })
  void route_isRefused_whenItContradictsAnother(String path, String expected) {
    List<RouteSpec> routes = List.of(route("/{a}"), route(path));

    var failure = assertThrows(TemplateException.class, () -> new RouteTable(routes));

    assertEquals(expected, failure.getMessage());
  }

  private static RouteSpec route(String path) {
    return new RouteSpec("GET", path, "F", null);
  }
}
