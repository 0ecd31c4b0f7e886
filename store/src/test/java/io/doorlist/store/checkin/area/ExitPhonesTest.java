package io.doorlist.store.checkin.area;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.testing.MovableClock;
import io.doorlist.testing.RelayingClient;
import io.doorlist.testing.TestTable;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

class ExitPhonesTest {
  private final TestTable table = new TestTable();
  private final MovableClock clock = new MovableClock(Instant.now().truncatedTo(ChronoUnit.MILLIS));
  private int writes;
  private boolean away;
  private final ExitPhones phones =
      new ExitPhones(
          table.dynamo(
              new RelayingClient(TestTable.client()) {
                @Override
                public UpdateItemResponse updateItem(UpdateItemRequest request) {
                  writes++;
                  if (away) {
                    clock.pass(Duration.ofSeconds(1));
                    throw InternalServerErrorException.builder().statusCode(500).build();
                  }
                  return request.key().get("pk").s().contains("many ")
                      ? UpdateItemResponse.builder().build()
                      : super.updateItem(request);
                }
              },
              clock));

  private void heard(String phone, int written) {
    writes = 0;
    phones.heard("acme", phone);
    assertEquals(written, writes);
  }

  private Map<String, Instant> last() {
    return phones.lastHeard("acme", List.of("phone", "other"), Instant.now().plusSeconds(60));
  }

  @Test
  void phone_isWrittenOnceAMinute() {
    assertEquals(Map.of(), last());
    heard("phone", 1);
    Instant first = clock.instant();
    clock.pass(Duration.ofMillis(59_999));
    heard("phone", 0);
    assertEquals(Map.of("phone", first), last());
    clock.pass(Duration.ofMillis(1));
    heard("phone", 1);
    assertEquals(Map.of("phone", clock.instant()), last());
  }

  @Test
  void phone_isWrittenByTheNextPoll_whenTheTableWasAway() {
    away = true;
    phones.heard("acme", "phone");
    away = false;

    assertEquals(Map.of(), last());
    heard("phone", 1);
  }

  @Test
  void phones_areForgotten_whereThereAreVeryMany() {
    for (int phone = 0; phone < 1000; phone++) {
      heard("many " + phone, 1);
    }
    heard("many 0", 0);
    heard("many 1000", 1);
    heard("many 0", 1);
    heard("many 1000", 0);
  }
}
