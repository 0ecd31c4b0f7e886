package io.doorlist.cli.following;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.event.Event;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.shop.FollowedShop;
import io.doorlist.ingest.shop.FollowedShopStore;
import io.doorlist.table.Engine;
import io.doorlist.testing.Call;
import io.doorlist.testing.Imports;
import io.doorlist.testing.RelayingEngine;
import io.doorlist.testing.Stores;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The first entry after a quiet time is reported within 10 s, also beside 99 other events (issue
 * 33); those that are over cost little.
 */
class ManyEventsTest extends FollowFixture {
  private static final int OTHERS = 99;

  /** What a look, its turn and its pause leave of the 10 s. */
  private static final Duration QUIET = Duration.ofSeconds(6);

  private final Instant[] now = {Instant.now()};
  private final List<Call<?>> requests = new ArrayList<>();

  @Test
  void report_isSoonAfterAQuietTime_andLooksAtAllListsTogether_lessOftenAtWhatIsOver() {
    Stores counted = table.stores(counting(), steps(now));
    Set<String> over = new HashSet<>(follow(counted));
    over.remove("gala");
    PretixReporter reporter = reporter(RecordedPretix.TOKEN, counted, "one", Set.of(), steps(now));
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

    assertEquals(1, requests.stream().filter(Call.GetMany.class::isInstance).count());
  }

  /** Follows the recorded shop, and adds events to it; returns the names of all. */
  private List<String> follow(Stores stores) {
    shop.keep("gala/N1");
    ImportStore store = new ImportStore(table.stores().forCommand(), false, () -> {});
    follower(table.stores(), source(null), status, Clock.systemUTC()).look();
    List<String> names = new ArrayList<>();
    for (int each = 1; each <= OTHERS; each++) {
      String name = "tour-" + each;
      store.putEvent(new Event("acme", 9_000 + each, name, name, List.of()));
      store.putCheckinList("acme", name, Imports.list(1, "Door"));
      names.add(name);
    }
    names.add("gala");
    new FollowedShopStore(stores.forCommand())
        .put("acme", "the shop", new FollowedShop(now[0], names));
    return names;
  }

  private Engine counting() {
    return new RelayingEngine(table.engine()) {
      @Override
      protected <A> A relay(Call<A> call) {
        A answer = super.relay(call);
        requests.add(call);
        return answer;
      }
    };
  }
}
