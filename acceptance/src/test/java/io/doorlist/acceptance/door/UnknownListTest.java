package io.doorlist.acceptance.door;

import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.Service;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every operation of a check-in list, for lists that do not exist. */
@ExtendWith(Service.Provider.class)
class UnknownListTest {
  private static final String BATCH =
      Json.write(
          Map.of("scans", List.of(Map.of("ticket_qr_token", "t-1", "idempotency_key", "k"))));

  private final Service service;
  private final String lists;

  UnknownListTest(Service service) {
    this.service = service;
    this.lists = service.world.springGala.listsPath() + "/";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/checkins",
        "/orders",
        "/tickets",
        "/undone",
        "/double_admissions",
        "/door",
        "/tickets/t-1"
      })
  void retrievals_areRefused(String path) {
    refuse(Call.get(lists + "{}" + path));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/tickets/t-1/checkins", "/checkins"})
  void checkIns_areRefused(String path) {
    refuse(Call.post(lists + "{}" + path).body("application/json", BATCH));
  }

  @Test
  void ordersCheckIn_isRefused() {
    refuse(Call.post(lists + "{}/orders/o-R1001/checkins").form("adult=1"));
  }

  private void refuse(Call call) {
    Call malformed =
        new Call(call.method(), call.path().replace("{}", "x"), call.headers(), call.body());
    Call unknown =
        new Call(call.method(), call.path().replace("{}", "999"), call.headers(), call.body());

    service.client.refused(400, "invalid_parameter", malformed.by(service.acme));
    service.client.refused(404, "not_found", unknown.by(service.acme));
  }
}
