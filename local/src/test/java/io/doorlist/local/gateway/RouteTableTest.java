package io.doorlist.local.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.local.template.Deployment.RouteSpec;
import io.doorlist.local.template.TemplateException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouteTableTest {
  @Test
  void route_isRefused_whenItContradictsAnother() {
    List<RouteSpec> routes = List.of(route("/{a}"), route("/{b}/c"));

    TemplateException failure = assertThrows(TemplateException.class, () -> new RouteTable(routes));

    assertEquals("/{b}/c calls {b} what another path calls {a}", failure.getMessage());
  }

  private static RouteSpec route(String path) {
    return new RouteSpec("GET", path, "F", false);
  }
}
