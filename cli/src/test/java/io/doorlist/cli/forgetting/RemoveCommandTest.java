package io.doorlist.cli.forgetting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.tokens.Tokens;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.ingest.ErasureStore;
import io.doorlist.ingest.EventRemoval;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.shop.FollowedShop;
import io.doorlist.ingest.shop.FollowedShopStore;
import io.doorlist.ingest.shop.ReportPositionStore;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.table.Engine;
import io.doorlist.table.Table;
import io.doorlist.table.Time;
import io.doorlist.testing.Call;
import io.doorlist.testing.RelayingEngine;
import io.doorlist.testing.Stores;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** An event that is taken away leaves nothing, and others stay as they are (issue 71). */
class RemoveCommandTest extends ForgetFixture {
  private static final String REMOVE = "remove --account acme --event gala";
  private static final PageRequest ALL = new PageRequest(1, 250);

  /** Whose slug begins as the event's does. */
  private static final String OTHER_EVENT =
      """
      {"kind":"event","account":"acme","id":8,"slug":"gala-2","title":"Gala 2",\
      "ticket_types":[{"id":1,"slug":"adult","name":"Adult"}]}
      {"kind":"checkin_list","account":"acme","event":"gala-2","id":1,"name":"Door"}
      """;

  private static CommandTable two() {
    CommandTable table = filled();
    String order = line(7, "Parrot", "parrot@example.org", 2).replace("\"gala\"", "\"gala-2\"");
    CommandResult imported = table.runWith(OTHER_EVENT + order, "import", "-");
    assertEquals(0, imported.status(), imported::toString);
    Table direct = table.stores().forCommand();
    new ErasureStore(direct, false)
        .begin("acme", new Erasure("gala", WHOLE, Set.of(), Instant.EPOCH, null));
    new ErasureStore(direct, false)
        .begin("acme", new Erasure("gala-2", 7, Set.of(), Instant.EPOCH, null));
    return table;
  }

  /** Returns a table on which nobody waits. */
  private static Table quick(CommandTable table, Engine engine, Consumer<Duration> pause) {
    Time time = new Time(Clock.systemUTC(), new Random(1), pause);
    return Stores.connect(engine, table.name(), time).forCommand();
  }

  private static EventRemovals.Removed remove(CommandTable table) {
    return new EventRemovals(quick(table, table.engine(), any -> {}), "acme", null)
        .remove("gala", "Gala", any -> {});
  }

  /** Returns items that are of an event or name it, but for what webhooks told of it. */
  private static Map<String, String> of(CommandTable table, String event) {
    return table.items().entrySet().stream()
        .filter(
            each ->
                each.getKey().startsWith("acme#" + event + "#")
                    || each.getKey().startsWith("acme#" + event + " ")
                    || each.getKey().startsWith("acme#@added#" + event + "#")
                    || each.getKey().startsWith("acme#@change#" + event + "/")
                    || each.getKey().contains(" / " + event + "#")
                    || each.getKey().contains("#" + event + "#"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Test
  void nothingIsLeft_andOtherEventsStayAsTheyAre() {
    CommandTable table = two();
    Map<String, String> other = of(table, "gala-2");
    assertTrue(of(table, "gala").size() > 100, "the fixture is not empty");

    EventRemovals.Removed removed = remove(table);

    assertEquals("Gala", removed.title());
    assertEquals(3, removed.orders());
    assertEquals(Map.of(), of(table, "gala"));
    assertEquals(other, of(table, "gala-2"));
    assertEquals(List.of(), naming(table, "canary"));
    Stores stores = table.stores();
    assertTrue(stores.events().find("acme", 7).isEmpty());
    assertTrue(stores.events().readDefinition("acme", "gala").isEmpty());
    assertEquals(
        List.of("gala-2"),
        stores.events().list("acme", ALL).items().stream().map(Event::slug).toList());
    assertEquals(1, stores.events().list("acme", ALL).count());
    assertEquals(List.of(), new EventRemoval(stores.table(), "acme").list());
  }

  /** What the account told others stays, as `forget` leaves it. */
  @Test
  void webhookEvents_stayWithoutPeople() {
    CommandTable table = two();
    long before = table.stores().webhookEvents().list("acme", Mode.LIVE, ALL).count();

    remove(table);

    assertEquals(before, table.stores().webhookEvents().list("acme", Mode.LIVE, ALL).count());
    assertEquals(List.of(), naming(table, "canary"));
  }

  @Test
  void event_canBeImportedAgain_asIfItHadNeverBeenThere() {
    CommandTable table = two();
    remove(table);

    CommandResult again = table.runWith(PLACE + orders(), "import", "-");

    assertEquals(0, again.status(), again::toString);
    CommandTable fresh = new CommandTable();
    fresh.runWith(PLACE + orders(), "import", "-");
    assertEquals(facts(fresh), facts(table));
    letIn(table.stores(), table.stores().events().readDefinition("acme", "gala").get(), "t1000");
  }

  private static List<Object> facts(CommandTable table) {
    List<Object> all = publicFacts(table);
    // The account's webhook events stay.
    return all.subList(0, all.size() - 1);
  }

  @Test
  void tokensStop_ifTheyOpenNothingElse() {
    CommandTable table = two();
    Tokens tokens = new Tokens(table.stores().forCommand(), "acme");
    tokens.create("gate", List.of("gala"), Mode.LIVE, Role.SCANNER, Instant.EPOCH);
    tokens.create("both", List.of("gala", "gala-2"), Mode.LIVE, Role.SCANNER, Instant.EPOCH);
    tokens.create("other", List.of("gala-2"), Mode.LIVE, Role.SCANNER, Instant.EPOCH);
    tokens.create("all", List.of(), Mode.LIVE, Role.FULL, Instant.EPOCH);

    EventRemovals.Removed removed = remove(table);

    assertEquals(1, removed.tokens());
    Map<String, List<String>> left =
        table.stores().tokens().list("acme").stream()
            .collect(Collectors.toMap(AccessToken::name, AccessToken::events));
    assertEquals(
        Map.of("both", List.of("gala-2"), "other", List.of("gala-2"), "all", List.of()), left);
  }

  @Test
  void shopThatIsFollowed_bringsAllOfItAgain() {
    CommandTable table = two();
    Table direct = table.stores().forCommand();
    FollowedShopStore shops = new FollowedShopStore(direct);
    FollowedShop state = new FollowedShop(Instant.EPOCH, List.of("gala", "gala-2"));
    shops.put("acme", "https://shop.example acme", state);
    shops.put("acme", "https://shop.example acme theirs=gala", state);
    ReportPositionStore reports =
        new ReportPositionStore(direct, "acme", "https://shop.example", "me");
    SequenceMark mark = SequenceMark.of("1.0.0").orElse(SequenceMark.NONE);
    reports.put("gala", 1, Mode.LIVE, mark);
    reports.put("gala-2", 1, Mode.LIVE, mark);

    remove(table);

    assertEquals(List.of("gala-2"), shops.find("acme", "https://shop.example acme").get().events());
    assertTrue(shops.find("acme", "https://shop.example acme theirs=gala").isEmpty());
    assertEquals(
        1, table.items().keySet().stream().filter(key -> key.startsWith("acme#@reports")).count());
  }

  private static final class Kill extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Whatever write a kill comes before, nobody finds a part of the event, and a run ends it. */
  @Test
  void kill_atAnyWrite_leavesNoEvent_orAllOfIt_andTheNextRunEndsIt() {
    boolean whole = false;
    int cutOff = 0;
    for (int writes = 0; !whole; writes++) {
      CommandTable table = new CommandTable();
      assertEquals(0, table.runWith(PLACE + orders(), "import", "-").status());
      new Tokens(table.stores().forCommand(), "acme")
          .create("gate", List.of("gala"), Mode.LIVE, Role.SCANNER, Instant.EPOCH);
      AtomicInteger left = new AtomicInteger(writes);
      Engine killing =
          new RelayingEngine(table.engine()) {
            @Override
            protected <A> A relay(Call<A> call) {
              if (!call.writes().isEmpty() && left.getAndDecrement() <= 0) {
                throw new Kill();
              }
              return super.relay(call);
            }
          };
      EventRemovals cut = new EventRemovals(quick(table, killing, any -> {}), "acme", null);
      try {
        cut.remove("gala", "Gala", any -> {});
        whole = true;
      } catch (Kill e) {
        cutOff++;
      }

      boolean begun = !cut.list().isEmpty();
      boolean there = new EventStore(table.stores().table()).find("acme", "gala").isPresent();
      assertEquals(!whole && !begun, there, "killed at write " + writes);
      if (begun) {
        String title = PLACE.lines().toList().get(1);
        CommandResult refused = table.runWith(title, "import", "-");
        assertEquals(1, refused.status(), refused::toString);
        assertTrue(refused.err().contains("is being taken away"), refused.err());
        CommandResult export = table.run("export --checkins --account acme");
        assertTrue(export.err().contains("is being taken away"), export.err());
      }
      if (!whole) {
        remove(table);
      }
      assertEquals(Map.of(), of(table, "gala"), "killed at write " + writes);
      assertEquals(List.of(), table.stores().tokens().list("acme"));
    }
    assertTrue(cutOff > 4, "killed " + cutOff + " times");
  }

  /** A function may remember the event for some seconds, and write what it then means. */
  @Test
  void whatIsWrittenWhileTheEventIsRemembered_goesToo() {
    CommandTable table = two();
    ImportStore late = new ImportStore(table.stores().forCommand(), false, () -> {});
    // It reads the event now, and remembers it.
    late.putOrders("acme", "gala", List.of(table.stores().orders().find("acme", "gala", 1).get()));
    List<Duration> pauses = new ArrayList<>();
    Table slow =
        quick(
            table,
            table.engine(),
            pause -> {
              pauses.add(pause);
              late.putOrders(
                  "acme", "gala", List.of(table.stores().orders().find("acme", "gala-2", 7).get()));
            });

    new EventRemovals(slow, "acme", null).remove("gala", "Gala", any -> {});

    assertEquals(1, pauses.size());
    assertTrue(pauses.getFirst().compareTo(EventStore.MEMORY) <= 0);
    assertEquals(Map.of(), of(table, "gala"));
  }

  @Test
  void anotherName_takesNothingAway() {
    CommandTable table = two();
    Map<String, String> before = table.items();

    assertEquals(2, table.run(REMOVE).status());
    CommandResult wrong = table.run(REMOVE, "--title=Gala 2");
    CommandResult dry = table.run(REMOVE, "--dry-run");
    CommandResult none = table.run("remove --account acme --event nothing --title x");

    assertEquals(1, wrong.status());
    assertTrue(wrong.err().contains("that is not the name of the event"), wrong.err());
    assertEquals("dry run: would take away 'Gala' with 3 orders\n", dry.out());
    assertEquals(1, none.status());
    assertTrue(none.err().contains("has no event 'nothing'"), none.err());
    assertEquals(before, table.items());
  }

  @Test
  void command_saysWhatItTookAway() {
    CommandTable table = two();
    new Tokens(table.stores().forCommand(), "acme")
        .create("gate", List.of("gala"), Mode.LIVE, Role.SCANNER, Instant.EPOCH);

    CommandResult result = table.run(REMOVE, "--title=Gala");

    assertEquals(0, result.status(), result::toString);
    assertEquals("took away 'Gala' with 3 orders; 1 token revoked\n", result.out());
    assertFalse(names(result.err(), "canary"), result.err());
    assertThrows(Failure.class, () -> remove(table));
  }
}
