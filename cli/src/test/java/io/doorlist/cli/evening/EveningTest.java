package io.doorlist.cli.evening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import io.doorlist.cli.SampleLines;
import io.doorlist.cli.evening.EveningHead.RefusedEveningException;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.checkin.Scan.UploadedScan;
import io.doorlist.domain.checkin.WithdrawalOutcome;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.ingest.ErasureStore;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ListedGuestStore;
import io.doorlist.ingest.shop.FollowedShop;
import io.doorlist.ingest.shop.FollowedShopStore;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.testing.Doors;
import io.doorlist.testing.DyingEngine;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An evening is carried in words to a table in which nothing has happened. */
class EveningTest extends PassageFixture {
  private final TestTable elsewhere = new TestTable();
  private final Stores other = elsewhere.stores(clock);
  private final TokenSecret token = TokenSecret.create(Mode.LIVE, new SecureRandom());
  private final IdempotencyKey key = key();
  private final IdempotencyKey groupKey = key();
  private final IdempotencyKey neverArrived = key();
  private final IdempotencyKey held = key();

  @BeforeEach
  void evening() {
    // Not in the order of their ids: pages show orders as they came in.
    gala.put(Gala.order(2, "adult", "vip"));
    gala.put(OrderBuilder.like(Gala.order(3, "adult")).in(Mode.TEST).build());
    gala.put(Gala.order(1, "adult", "adult"));
    createToken(stores, token);
    doors.enter(DOOR, "t10000", first());
    clock.pass(Duration.ofMinutes(10));
    exit(SMOKERS, "t10000");
    enter(OFTEN, "t10000");
    enter(OFTEN, "t10000");
    undoCheckin(assertInstanceOf(CheckinOutcome.CheckedIn.class, enter(DOOR, "t10001")).checkin());
    stores
        .checkins()
        .checkInTickets(
            gala.definition(),
            gala.list(SMOKERS),
            Stream.of("t20000", "t20001")
                .map(code -> new UploadedScan(code, scan(false, clock.instant())))
                .toList());
    upload(DOOR, "t20000", false, clock.instant().minusSeconds(30));
    upload(OFTEN, "nobody", false, clock.instant());
    gala.put(Gala.voided(Gala.order(2, "adult", "vip")));
    upload(OFTEN, "t20001", false, clock.instant());
    undo(passages(DOOR).getFirst().id(), "phone", Role.DESK);
    ErasureStore erasures = new ErasureStore(stores.forCommand(), false);
    erasures.begin(Gala.ACCOUNT, erasures.ask(Gala.EVENT, 9, Set.of(90L)));
    new ListedGuestStore(stores.forCommand())
        .put(Gala.ACCOUNT, Gala.EVENT, 0, Map.of(7L, new ListedGuestStore.Row("vip.csv", 2)));
    new FollowedShopStore(stores.forCommand())
        .put(Gala.ACCOUNT, "shop", new FollowedShop(clock.instant(), List.of("gala")));
    // A group comes, leaves and comes again: its rows and the key of a group of many parts.
    gala.put(Gala.order(5, "adult", "adult", "adult", "adult"));
    doors.enterOrder(DOOR, "o5", Map.of("adult", 4), scan(true, null));
    CheckinStore parts = new CheckinStore(stores.table(), 4);
    parts.exit(gala.definition(), gala.list(SMOKERS), "o5", groupLeaves());
    doors.enterOrder(DOOR, "o5", Map.of("adult", 3), scan(true, null));
    undo(passages(DOOR).getFirst().id(), "phone", Role.DESK);
    // Scans that were withdrawn: one that never arrived, and a check-in that another entry holds.
    withdraw(new Doors(stores), neverArrived);
    gala.put(Gala.order(6, "adult"));
    doors.enter(DOOR, "t60000", of(held));
    upload(DOOR, "t60000", false, clock.instant());
    withdraw(new Doors(stores), held);
    tell("large", Json.writeValue(Map.of("text", "é".repeat(60_000))));
    tell("small", "{\"number\":1.50,\"nothing\":null}");
  }

  private Scan of(IdempotencyKey itsKey) {
    return new Scan(Mode.LIVE, "phone", "Phone", true, true, null, itsKey, deadline());
  }

  private WithdrawalOutcome withdraw(Doors at, IdempotencyKey itsKey) {
    return at.stores().withdrawals().withdraw(at.definition(), at.list(DOOR), of(itsKey));
  }

  /** Returns the scan at which the group leaves, or its retry. */
  private Scan groupLeaves() {
    return new Scan(
        Mode.LIVE, "phone", "Phone", true, true, null, groupKey, deadline(), null, null, null);
  }

  /** Returns the first scan, or its retry. */
  private Scan first() {
    return new Scan(Mode.LIVE, "phone", "Phone", true, true, null, key, deadline(), null, null, 3L);
  }

  private void tell(String change, String object) {
    NewWebhookEvent told =
        new NewWebhookEvent(
            Gala.ACCOUNT,
            Gala.EVENT,
            Mode.LIVE,
            change,
            WebhookEventType.ORDER_CREATED,
            1,
            new JsonObject(object),
            1);
    stores.webhookEvents().record(List.of(told), any -> List.of(), UnaryOperator.identity());
  }

  @Test
  void importedEvening_answersEveryReadTheSame_andTakesFurtherScans() {
    List<String> file = export();

    fill(other, file);

    assertEquals(reads(), reads(other));
    assertEquals(shown(stores), shown(other));
    assertEquals(webhookEvents(stores), webhookEvents(other));
    assertEquals(file, export(other));
    // A phone's retry still gets its first answer.
    assertEquals(
        doors.enter(DOOR, "t10000", first()), new Doors(other).enter(DOOR, "t10000", first()));
    assertEquals(
        doors.exit(SMOKERS, "o5", groupLeaves()),
        new Doors(other).exit(SMOKERS, "o5", groupLeaves()));
    // A request that arrives late is refused there, too.
    for (IdempotencyKey withdrawn : List.of(neverArrived, held)) {
      assertEquals(withdraw(doors, withdrawn), withdraw(new Doors(other), withdrawn));
      assertEquals(
          new CheckinOutcome.Withdrawn(), new Doors(other).enter(DOOR, "t60000", of(withdrawn)));
    }
    assertTrue(other.tokens().find(token.hash()).isPresent());
    assertInstanceOf(
        CheckinOutcome.CheckedIn.class, new Doors(other).enter(DOOR, "t10001", scan(true, null)));
    List<String> after = export(other);
    EveningImport again = begin(other, file);
    assertEquals(ImportOutcome.UNCHANGED, again.put(lines(file)));
    again.finish();
    assertEquals(after, export(other));
  }

  /** Returns what pages show in the order in which it came in, and the pulse. */
  private static List<Object> shown(Stores of) {
    EventDefinition event = of.events().readDefinition(Gala.ACCOUNT, Gala.EVENT).orElseThrow();
    PulseWindow hour = new PulseWindow(60, false);
    List<Object> all = new ArrayList<>();
    for (Mode each : Mode.values()) {
      all.add(of.orders().list(Gala.ACCOUNT, Gala.EVENT, each, Gala.ALL).items());
      all.add(of.pulses().read(Gala.ACCOUNT, Gala.EVENT, event.lists(), each, hour).lists());
      for (CheckinList list : event.lists()) {
        OrderStore orders = of.orders();
        all.add(orders.listAdmittedOrders(Gala.ACCOUNT, Gala.EVENT, list, each, Gala.ALL).items());
        all.add(orders.listAdmittedTickets(Gala.ACCOUNT, Gala.EVENT, list, each, Gala.ALL).items());
      }
    }
    return all;
  }

  private static List<String> webhookEvents(Stores of) {
    return Stream.of(
            of.webhookEvents().list(Gala.ACCOUNT, Mode.LIVE, Gala.ALL),
            of.webhookEvents().list(Gala.ACCOUNT, List.of(Gala.EVENT), Mode.LIVE, Gala.ALL))
        .map(page -> page.items().toString())
        .toList();
  }

  @Test
  void everyLine_isAsTheSchemaSays() {
    Schema schema = SampleLines.schema();

    for (String line : export()) {
      assertEquals(List.of(), schema.validate(line, InputFormat.JSON), line);
    }
  }

  static IntStream writesBeforeTheEnd() {
    return Effort.first(3, 0, 9, 60, 1, 2, 20, 90);
  }

  /** Nobody gets in before it is whole, and the same file brings the rest. */
  @ParameterizedTest
  @MethodSource("writesBeforeTheEnd")
  void cutOffImport_isFinishedByTheNext_whereverItWasCutOff(int writes) {
    List<String> file = export();
    Stores dying = elsewhere.stores(new DyingEngine(elsewhere.engine(), writes), clock);

    assertThrows(DyingEngine.Killed.class, () -> fill(dying, file));
    assertTrue(other.tokens().find(token.hash()).isEmpty());
    fill(other, file);

    assertEquals(reads(), reads(other));
    assertEquals(file, export(other));
  }

  /** Something else is not mixed in, and what was begun can be finished. */
  @Test
  void anotherExport_isRefused_whileTheAccountIsBeingFilled() {
    List<String> file = export();
    Stores dying = elsewhere.stores(new DyingEngine(elsewhere.engine(), 20), clock);
    assertThrows(DyingEngine.Killed.class, () -> fill(dying, file));
    enter(DOOR, "t10001");

    assertRefused("import that one to its end", export());

    fill(other, file);
    assertEquals(file, export(other));
  }

  @Test
  void exportDuringWhichSomebodyScans_isRefused_andTheNextOneIsNot() {
    List<String> broken = new ArrayList<>();
    boolean whole =
        exporter(stores)
            .write(
                line -> {
                  broken.add(line);
                  if (broken.size() == 1) {
                    enter(DOOR, "t10001");
                  }
                });

    assertFalse(whole);
    assertRefused("is not whole", broken);
    fill(other, export());
    assertEquals(reads(), reads(other));
  }

  /** A webhook that was tried again, failed or was asked for anew is no change of the evening. */
  @Test
  void exportDuringWhichWebhooksAreSent_isWhole() {
    List<String> file = new ArrayList<>();
    long told = stores.webhookEvents().list(Gala.ACCOUNT, Mode.LIVE, Gala.ALL).items().size();
    DeliveryId id = new DeliveryId(Gala.ACCOUNT, Mode.LIVE, 2 * told, "wh_1");
    DeliveryProgress asked = DeliveryProgress.NEW.asked(clock.instant());
    String waiting = "\"webhooks\":[\"wh_1\"],\"open\":1,\"failed\":0,\"attempts\":0";

    boolean whole =
        exporter(stores)
            .write(
                line -> {
                  file.add(line);
                  if (file.size() == 1) {
                    assertTrue(stores.deliveries().begin(id, asked));
                  } else if (line.contains(waiting)) {
                    DeliveryProgress now = stores.deliveries().find(id).orElseThrow();
                    DeliveryProgress failed =
                        now.ended(DeliveryState.FAILED, "500", clock.instant());
                    assertTrue(stores.deliveries().change(id, now, failed));
                  }
                });

    assertTrue(whole);
    assertTrue(file.toString().contains(waiting));
    fill(other, file);
    assertEquals(reads(), reads(other));
    EveningImport again = begin(other, export());
    assertEquals(ImportOutcome.UNCHANGED, again.put(lines(export())));
    again.finish();
  }

  /** A note of it kept the account's real file out for ever. */
  @Test
  void refusedFile_leavesNothing_soTheRealOneIsImported() {
    List<String> file = export();
    List<String> lines = lines(file);

    assertRefused("is not whole", file.subList(0, file.size() - 1));
    List<String> torn = new ArrayList<>(file);
    torn.set(file.size() - 1, file.getLast().substring(0, 9));
    assertRefused("is not whole", torn);
    assertRefused("not understood: line " + (file.size() + 1), with(lines, "{}"));
    assertRefused("not understood", with(lines, "{\"kind\":\"wish\"}"));
    assertRefused(
        "not understood",
        with(lines, "{\"kind\":\"told\",\"change\":\"c\",\"place\":1,\"news\":true}"));
    assertRefused(
        "not understood",
        with(lines, "{\"kind\":\"account\",\"slug\":\"others\",\"name\":\"Others\"}"));
    assertRefused(
        "has no account",
        whole(lines.stream().filter(line -> !line.contains("\"kind\":\"account\"")).toList()));

    fill(other, file);
    assertEquals(reads(), reads(other));
  }

  @Test
  void accountInWhichSomethingHappened_isLeftAlone() {
    List<String> file = export();
    fill(other, file);
    enter(DOOR, "t10001");
    List<String> before = export(other);

    assertRefused("account 'acme' has event 'gala' here already", export());

    assertEquals(before, export(other));
    fill(other, file);
    assertEquals(before, export(other));
  }

  @Test
  void accountThatHasMoreThanTokens_isLeftAlone() {
    Imports.into(other).putAccount(new Account(Gala.ACCOUNT, "Another name"));
    Item follow = new Item(TableSchema.follow(Gala.ACCOUNT, "shop")).put("at", 1L);
    elsewhere.put(List.of(follow));

    assertRefused("account 'acme' was used here already", export());

    assertEquals("Another name", other.events().findAccount(Gala.ACCOUNT).orElseThrow().name());
  }

  @Test
  void accountThatHasTokensOnly_isFilled_andKeepsThem() {
    Imports.into(other).putAccount(new Account(Gala.ACCOUNT, "Another name"));
    TokenSecret own = TokenSecret.create(Mode.LIVE, new SecureRandom());
    createToken(other, own);

    fill(other, export());

    assertEquals(reads(), reads(other));
    assertEquals("Acme", other.events().findAccount(Gala.ACCOUNT).orElseThrow().name());
    for (TokenSecret each : List.of(own, token)) {
      assertTrue(other.tokens().find(each.hash()).isPresent());
    }
  }

  /** What the table has and no line says would be lost unnoticed. */
  @Test
  void itemWithoutWords_endsTheExport() {
    table.put(List.of(new Item(TableSchema.idempotencyKey(Gala.ACCOUNT, "t", "d")).put("new", 1L)));

    assertThrows(IllegalStateException.class, this::export);
  }

  /** Asserts that a file is refused before anything is written. */
  private void assertRefused(String reason, List<String> file) {
    List<String> before = items();
    String message =
        assertThrows(RefusedEveningException.class, () -> fill(other, file)).getMessage();
    assertTrue(message.contains(reason), message);
    assertEquals(before, items());
  }

  private List<String> items() {
    return elsewhere.items().stream()
        .map(item -> new TreeMap<>(item.attributes()).toString())
        .sorted()
        .toList();
  }

  private List<String> export() {
    return export(stores);
  }

  /** Returns the lines of an export; those of one kind are sorted. */
  private static List<String> export(Stores from) {
    List<String> lines = new ArrayList<>();
    assertTrue(exporter(from).write(lines::add));
    lines(lines).sort(Comparator.comparing(EveningTest::rank).thenComparing(line -> line));
    return lines;
  }

  private static int rank(String line) {
    String kind = line.substring("{'kind':'".length(), line.indexOf(','));
    List<String> first = List.of("account\"", "event\"", "checkin_list\"");
    return first.contains(kind)
        ? first.indexOf(kind)
        : first.size() + List.of("order\"", "happening\"").indexOf(kind) + 1;
  }

  private static EveningExport exporter(Stores from) {
    EventDefinition definition =
        from.events().readDefinition(Gala.ACCOUNT, Gala.EVENT).orElseThrow();
    Account account = from.events().findAccount(Gala.ACCOUNT).orElseThrow();
    return new EveningExport(from.forCommand(), account, List.of(definition));
  }

  private static List<String> lines(List<String> file) {
    return file.subList(1, file.size());
  }

  private static List<String> with(List<String> lines, String more) {
    List<String> all = new ArrayList<>(lines);
    all.add(more);
    return whole(all);
  }

  /** Returns an export of these lines. */
  private static List<String> whole(List<String> lines) {
    EveningHead.Sum sum = new EveningHead.Sum();
    lines.forEach(sum::add);
    List<String> file = new ArrayList<>(List.of(sum.evening(Gala.ACCOUNT).line()));
    file.addAll(lines);
    return file;
  }

  private static void fill(Stores to, List<String> file) {
    EveningImport filling = begin(to, file);
    filling.put(lines(file));
    filling.finish();
  }

  private static EveningImport begin(Stores to, List<String> file) {
    try {
      EveningHead evening = EveningHead.of(Json.readObject(file.getFirst())).orElseThrow();
      EveningImport filling = new EveningImport(to.forCommand(), evening);
      lines(file).forEach(filling::look);
      filling.begin();
      return filling;
    } catch (MalformedJsonException e) {
      throw new IllegalStateException(e);
    }
  }

  private void createToken(Stores of, TokenSecret secret) {
    of.tokens()
        .create(
            AccessToken.of(
                secret, "Gate", Gala.ACCOUNT, List.of(), Role.FULL, clock.instant(), null),
            secret);
  }
}
