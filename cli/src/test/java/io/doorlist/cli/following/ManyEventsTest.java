package io.doorlist.cli.following;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.event.Event;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.shop.FollowedShop;
import io.doorlist.ingest.shop.FollowedShopStore;
import io.doorlist.store.Stores;
import io.doorlist.store.table.DynamoClients;
import io.doorlist.testing.Imports;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The first entry after a quiet time is reported within 10 s, also beside 99 other events (issue
 * 33); those that are over cost little.
 */
class ManyEventsTest extends FollowFixture {
  private static final int OTHERS = 99;

  /** What a look, its turn and its pause leave of the 10 s. */
  private static final Duration QUIET = Duration.ofSeconds(6);

  private final Instant[] now = {Instant.now()};
  private final List<String> requests = new ArrayList<>();

  @Test
  void report_isSoonAfterAQuietTime_andLooksAtAllListsTogether_lessOftenAtWhatIsOver() {
    try (Stores counted = Stores.connectForCommand(counting(), table.name(), steps(now))) {
      Set<String> over = new HashSet<>(follow(counted));
      over.remove("gala");
      PretixReporter reporter =
          reporter(RecordedPretix.TOKEN, counted, "one", Set.of(), steps(now));
      reporter.report();
      gala = table.stores().events().readDefinition("acme", "gala").orElseThrow();
      door = gala.list(1).orElseThrow();
      enter("n1");
      now[0] = now[0].plus(QUIET);
      requests.clear();

      reporter.report();

      assertEquals(List.of("gala 1 101 entry"), shop.order);
      // The heads of 100 lists and more in two modes, one list's rows, its place, and the turn.
      assertTrue(requests.size() <= 20, requests::toString);

      PretixReporter afterwards = reporter(RecordedPretix.TOKEN, counted, "one", over, steps(now));
      afterwards.report();
      now[0] = now[0].plus(QUIET);
      requests.clear();

      afterwards.report();

      assertEquals(1, requests.stream().filter("batchGetItem"::equals).count());
    }
  }

  /** Follows the recorded shop, and adds events to it; returns the names of all. */
  private List<String> follow(Stores stores) {
    shop.keep("gala/N1");
    ImportStore store = new ImportStore(table.stores(), false, () -> {});
    follower(table.stores(), source(null), status, Clock.systemUTC()).look();
    List<String> names = new ArrayList<>();
    for (int each = 1; each <= OTHERS; each++) {
      String name = "tour-" + each;
      store.putEvent(new Event("acme", 9_000 + each, name, name, List.of()));
      store.putCheckinList("acme", name, Imports.list(1, "Door"));
      names.add(name);
    }
    names.add("gala");
    new FollowedShopStore(stores).put("acme", "the shop", new FollowedShop(now[0], names));
    return names;
  }

  private DynamoDbClient counting() {
    DynamoDbClient client = DynamoClients.connect(table.endpoint(), null);
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) -> {
              try {
                Object answer = method.invoke(client, arguments);
                // What a slow table does not answer is asked again.
                requests.add(method.getName());
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
