package io.doorlist.acceptance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.access.AccessMatrix;
import io.doorlist.acceptance.access.AccessMatrix.Cell;
import io.doorlist.acceptance.access.GuessingTest;
import io.doorlist.acceptance.access.TokensTest;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Client;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import io.doorlist.local.LocalHost;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The tests of this suite can fail: each hole is planted in a copy of the service, and the right
 * check finds it. The same checks find nothing in the service itself.
 */
@Isolated
class PlantedHolesTest extends ContractTest {
  @TempDir private Path directory;

  private static PlantedHole uncheckedEvent() {
    return new PlantedHole(
        "orders",
        "shared/src/main/java/io/doorlist/http/Access.java",
        "Slug.validForEvent(slug) && caller.opens(slug)",
        "Slug.validForEvent(slug)"
            + " && (request.resource().endsWith(\"/{id}\") || caller.opens(slug))");
  }

  private static PlantedHole comparedBeginning(String account) {
    return new PlantedHole(
        "authorizer",
        "functions/authorizer/src/main/java/io/doorlist/authorizer/AuthorizerFunction.java",
        ".find(secret.hash())\n        .filter(token -> sameId(token, secret))",
        ".list(\"%s\").stream()".formatted(account)
            + ".filter(token -> secret.reveal().startsWith(token.hint())).findFirst()");
  }

  private static PlantedHole unlimitedGuesses() {
    return new PlantedHole(
        "checkin-lists",
        "store/src/main/java/io/doorlist/store/token/MinuteLimit.java",
        "<= max)",
        "<= Long.MAX_VALUE)");
  }

  /** The others are long; a change of the sources shows here. */
  @Test
  void everyHole_hasItsPlaceInTheSources() throws IOException {
    for (PlantedHole hole :
        List.of(uncheckedEvent(), comparedBeginning("studio"), unlimitedGuesses())) {
      assertTrue(hole.mutated().contains(hole.instead()));
    }
  }

  @Tag("long")
  @Test
  void accessMatrix_findsARouteThatChecksNoEvent() throws Exception {
    PlantedHole hole = uncheckedEvent();
    AccessMatrix matrix = AccessMatrix.of(service);

    try (LocalHost host = start(hole)) {
      Client holed = client(host);
      Set<String> wrong =
          matrix.cells().stream()
              .filter(cell -> Set.of("listOrders", "getOrder").contains(cell.operation()))
              .filter(cell -> fails(matrix, holed, cell))
              .map(cell -> cell.operation() + " " + cell.caller() + " " + cell.target())
              .collect(Collectors.toSet());

      assertEquals(Set.of("getOrder FULL OTHER_EVENT", "getOrder OTHER_MODE OTHER_EVENT"), wrong);
    }
  }

  @Tag("long")
  @Test
  void tokensThatBeginLikeAGoodOne_findAComparisonOfBeginnings() throws Exception {
    PlantedHole hole = comparedBeginning(service.studio);
    String token = service.tokens.create(service.studio);
    Call call = Call.get("/" + service.studio + "/events");

    try (LocalHost host = start(hole)) {
      assertEquals(
          List.of(12, 13, 20, 30, 36, 37),
          TokensTest.acceptedBeginnings(client(host), call, token));
    }
    assertEquals(List.of(), TokensTest.acceptedBeginnings(service.client, call, token));
  }

  @Tag("long")
  @Test
  void guessing_findsThatNobodyIsSlowedDown() throws Exception {
    PlantedHole hole = unlimitedGuesses();
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    Call guess = Call.post(event.list(1) + "/tickets/guess/checkins");
    String token = service.tokens.create(service.studio);

    try (LocalHost host = start(hole)) {
      assertEquals(404, GuessingTest.guess(client(host), guess.by(token)).getLast().status());
    }
    assertEquals(429, GuessingTest.guess(service.client, guess.by(token)).getLast().status());
  }

  private static boolean fails(AccessMatrix matrix, Client client, Cell cell) {
    try {
      matrix.check(client, cell);
      return false;
    } catch (AssertionError e) {
      return true;
    }
  }

  /** Starts a service that has the hole. */
  private LocalHost start(PlantedHole hole) throws IOException {
    return service.host(hole.plant(directory), Map.of(), InstantSource.system());
  }

  private static Client client(LocalHost host) {
    return new Client(Service.withoutSlash(host.url()));
  }
}
