package io.doorlist.cli.forgetting;

import static io.doorlist.cli.SampleLines.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.testing.Stores;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Every personal field of one person's orders contains the word "canary", and of the other's
 * "parrot".
 */
class ForgetCommandTest extends ForgetFixture {
  @Test
  void forget_leavesNoTrace_andKeepsCountsCheckinsAndOtherPeople_alsoAgain() {
    CommandTable table = filled();
    List<Object> before = publicFacts(table);
    int others = naming(table, "parrot").size();
    assertTrue(naming(table, "canary").size() > 10);
    long refusals = refusals(table);
    assertEquals(3, refusals);
    assertFalse(names(whatWentWrong(table), "canary"));

    CommandResult result = forget(table, "--email", EMAIL, "--json");

    assertEquals(Map.of("orders", 3L, "checkins", 71L, "webhook_events", 6L), result.json());
    assertEquals(List.of(), naming(table, "canary"));
    assertEquals(others, naming(table, "parrot").size());
    assertEquals(refusals, refusals(table));
    assertEquals(before, publicFacts(table));
    assertFalse(names(whatWentWrong(table), "canary"));
    String export = table.run("export", "--account", "acme").out();
    assertFalse(names(export, "canary"), export);
    assertTrue(names(export, "parrot"), export);
    String log = forget(table, "--log").out();
    assertEquals(3, log.lines().count());
    assertTrue(log.startsWith("{\"event\":\"gala\",\"order\":1,\"tickets\":null,"));
    assertTrue(log.contains("\"order\":3,\"tickets\":[3777],\"asked_at\":\"20"));
    assertFalse(log.contains("\"done_at\":null"));
    Map<String, String> once = table.items();
    CommandResult again = forget(table, "--order", "1", "--event", "gala");
    assertEquals("0 orders, 0 check-ins, 0 webhook events forgotten\n", again.out());
    assertEquals(once, table.items());
  }

  /**
   * Issue 70: who asks what is kept of them gets all that would be erased, and nothing of others.
   */
  @Test
  void show_printsAllThatForgetWouldErase_andNothingOfOthers() throws MalformedJsonException {
    CommandTable table = filled();
    Map<String, String> before = table.items();

    CommandResult shown = table.run("show --account acme --email", EMAIL.toUpperCase(Locale.ROOT));

    assertEquals(0, shown.status(), shown.err());
    assertEquals(before, table.items());
    assertFalse(names(shown.out() + shown.err(), "parrot"), shown.out());
    Map<String, Integer> kinds = new TreeMap<>();
    int named = 0;
    for (String line : shown.out().lines().toList()) {
      Map<String, Object> members = Json.readObject(line);
      kinds.merge((String) members.get("kind"), 1, Integer::sum);
      named += members.get("names") instanceof List<?> all ? all.size() : 0;
      boolean data = !members.get("kind").equals("happening");
      assertEquals(data, names(line, "canary"), line);
    }
    Map<String, Object> counts = forget(table, "--email", EMAIL, "--json").json();
    assertEquals(counts.get("orders"), (long) kinds.get("order"));
    assertEquals(counts.get("webhook_events"), (long) kinds.get("webhook_event"));
    assertEquals(counts.get("checkins"), (long) named);
    assertTrue(kinds.get("happening") > 5, kinds.toString());
    assertEquals("", table.run("show --account acme --email", EMAIL).out());
  }

  @Test
  void dryRun_saysWhatWouldBe_andWritesNothing_likeWhatIsRefused() {
    CommandTable table = filled();
    Map<String, String> before = table.items();

    CommandResult dry = forget(table, "--email", EMAIL, "--dry-run");
    String line = with(line(WHOLE, "canary", EMAIL, 2), "forgotten", "true");
    CommandResult imported = table.runWith(line, "import", "-");

    assertEquals("dry run: 3 orders, 71 check-ins, 6 webhook events forgotten\n", dry.out());
    assertEquals(
        "not reached: what a desk has not told yet, and files of import --refused\n", dry.err());
    assertEquals(1, imported.status());
    assertEquals(
        "line 1 (gala/R1): forgotten: only `doorlist forget` sets it",
        imported.err().lines().findFirst().orElseThrow());
    assertEquals(2, table.run("forget", "--account", "acme").status());
    assertEquals(2, table.run("forget", "--account", "acme", "--order", "1").status());
    assertEquals(2, table.run("forget", "--account", "acme", "--everyone").status());
    assertEquals(2, table.run("forget", "--account", "acme", "--email", " ").status());
    assertEquals(1, table.run("forget", "--account", "none", "--email", EMAIL).status());
    CommandResult none =
        table.run("forget", "--account", "acme", "--event", "gala", "--order", "9");
    assertEquals(1, none.status());
    assertEquals("doorlist: event 'gala' has no order 9\n", none.err());
    assertEquals(before, table.items());
  }

  @Test
  void laterImports_doNotBringTheDataBack_alsoIntoACopy_butChangeTheRest() {
    CommandTable table = filled();
    CommandTable copy = new CommandTable();
    forget(table, "--email", EMAIL);
    Map<String, String> forgotten = table.items();
    String export = table.run("export", "--account", "acme").out();

    copy.runWith(export, "import", "-");
    CommandResult old = copy.runWith(orders(), "import", "-");

    assertEquals("0 created, 0 changed, 3 unchanged, 0 refused\n", old.out(), old.err());
    assertEquals(List.of(), naming(copy, "canary"));
    assertEquals(export, copy.run("export", "--account", "acme").out());

    CommandResult same = table.runWith(orders(), "import", "-");

    assertEquals("0 created, 0 changed, 3 unchanged, 0 refused\n", same.out(), same.err());
    assertEquals(forgotten, table.items());

    String newer = with(line(WHOLE, "canary", EMAIL, 3), "updated_at", "\"2027-01-01T00:00:00Z\"");
    newer = with(newer, "tickets[1].state", "\"void\"");
    CommandResult changed = table.runWith(newer, "import", "-");

    assertEquals("0 created, 1 changed, 0 unchanged, 0 refused\n", changed.out(), changed.err());
    assertEquals(List.of(), naming(table, "canary"));
    Order order = table.stores().orders().find("acme", "gala", WHOLE).orElseThrow();
    assertEquals(3, order.tickets().size());
    assertEquals("void", order.tickets().get(1).state().word());
  }

  @Test
  void checkin_ofAForgottenTicket_isTakenAndNamesNobody() {
    CommandTable table = filled();
    forget(table, "--everyone", "--event", "gala");
    Stores stores = table.stores();
    EventDefinition gala = stores.events().readDefinition("acme", "gala").orElseThrow();

    letIn(stores, gala, "t2069");
    letIn(stores, gala, "t3001");

    assertEquals(List.of(), naming(table, "canary"));
    assertEquals(List.of(), naming(table, "parrot"));
  }

  /** Returns how many refusals are kept: they say when and why, and name nobody. */
  private static long refusals(CommandTable table) {
    return table.items().keySet().stream().filter(key -> key.contains("REFUSED#")).count();
  }
}
