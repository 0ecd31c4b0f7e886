package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.token.Role;
import io.doorlist.json.Json;
import io.doorlist.json.JsonValue;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchTest {
  private static final Instant NOW = Instant.parse("2026-09-14T17:00:00Z");

  /** A busy table serves who waits at a door; the phone sends the others again. */
  @Test
  void answer_triesNoMoreScans_onceTheStoreIsUnavailable() throws Exception {
    List<String> tried = new ArrayList<>();
    List<Scans.Scan> scans =
        List.of("a", "busy", "b", "c").stream()
            .map(code -> new Scans.Scan(code, false, null, null))
            .toList();
    Caller caller =
        new Caller("token-1", "acme", true, List.of(), Mode.LIVE, Role.SCANNER, "", null);
    Call call = new Call(null, caller, null, Form.EMPTY, NOW.plusSeconds(5));

    Response response =
        new Batch(Clock.fixed(NOW, ZoneOffset.UTC), Workers.virtualThreads(1))
            .answer(
                call,
                scans,
                scan -> {
                  tried.add(scan.code());
                  if (scan.code().equals("busy")) {
                    throw new UnavailableException(null);
                  }
                  return Response.created(JsonValue.object(members -> members.put("id", 1)));
                });

    assertEquals(List.of("a", "busy"), tried);
    List<?> results =
        (List<?>) Json.readObject(response.body("request-1", () -> "en")).get("results");
    assertEquals(
        List.of(201L, 503L, 503L, 503L),
        results.stream().map(each -> ((Map<?, ?>) each).get("status")).toList());
  }
}
