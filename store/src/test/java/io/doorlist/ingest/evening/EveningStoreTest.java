package io.doorlist.ingest.evening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.evening.EveningStore.RefusedEveningException;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableFormat;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.Doors;
import io.doorlist.testing.DyingClient;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Imports;
import io.doorlist.testing.TestTable;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An evening is carried to a table in which nothing has happened. */
class EveningStoreTest extends PassageFixture {
  private final TestTable elsewhere = new TestTable();
  private final Stores other = elsewhere.stores(clock);
  private final TokenSecret token = TokenSecret.create(Mode.LIVE, new SecureRandom());

  @BeforeEach
  void evening() {
    gala.put(Gala.order(1, "adult", "adult"));
    createToken(stores, token);
    enter(DOOR, "t10000");
    clock.pass(Duration.ofMinutes(10));
    exit(SMOKERS, "t10000");
    undoCheckin(assertInstanceOf(CheckinOutcome.CheckedIn.class, enter(DOOR, "t10001")).checkin());
    upload(DOOR, "t10000", false, clock.instant().minusSeconds(30));
    upload(OFTEN, "nobody", false, clock.instant());
  }

  @Test
  void evening_readsTheSame_andGoesOn() {
    List<String> file = export();

    fill(other, file);

    assertEquals(reads(), reads(other));
    assertEquals(file, export(other));
    assertTrue(other.tokens().find(token.hash()).isPresent());
    assertInstanceOf(
        CheckinOutcome.CheckedIn.class,
        new Doors(other).enter(DOOR, "t10001", command(true, null)));
    List<String> after = export(other);
    EveningStore.Filling again = begin(other, file);
    assertEquals(
        List.of(ImportOutcome.UNCHANGED),
        file.stream().skip(1).map(again::put).distinct().toList());
    again.finish();
    assertEquals(after, export(other));
  }

  static IntStream writesBeforeTheEnd() {
    return Effort.first(3, 0, 5, 40, 1, 2, 20, 60);
  }

  /** Nobody gets in before it is whole, and the same file brings the rest. */
  @ParameterizedTest
  @MethodSource("writesBeforeTheEnd")
  void cutOffImport_isFinishedByTheNext_whereverItWasCutOff(int writes) {
    List<String> file = export();
    Stores dying = elsewhere.stores(new DyingClient(TestTable.client(), writes), clock);

    assertThrows(DyingClient.Killed.class, () -> fill(dying, file));
    assertTrue(other.tokens().find(token.hash()).isEmpty());
    fill(other, file);

    assertEquals(reads(), reads(other));
    assertEquals(file, export(other));
  }

  /** Something else is not mixed in, and what was begun can be finished. */
  @Test
  void anotherExport_isRefused_whileTheAccountIsBeingFilled() {
    List<String> file = export();
    Stores dying = elsewhere.stores(new DyingClient(TestTable.client(), 20), clock);
    assertThrows(DyingClient.Killed.class, () -> fill(dying, file));
    enter(DOOR, "t10001");

    assertRefused("import that one to its end", export());

    fill(other, file);
    assertEquals(file, export(other));
  }

  @Test
  void exportDuringWhichSomebodyScans_isRefused_andTheNextOneIsNot() {
    List<String> broken = new ArrayList<>();
    EveningStore.Written written =
        new EveningStore(stores)
            .write(
                Gala.ACCOUNT,
                line -> {
                  broken.add(line);
                  if (broken.size() == 1) {
                    enter(DOOR, "t10001");
                  }
                });

    assertFalse(written.whole());
    assertRefused("is not whole", broken);
    fill(other, export());
    assertEquals(reads(), reads(other));
  }

  /** A note of it kept the account's real file out for ever. */
  @Test
  void refusedFile_leavesNothing_soTheRealOneIsImported() {
    List<String> file = export();
    List<String> items = file.subList(1, file.size());
    List<String> foreign = new ArrayList<>(items);
    foreign.add(ItemText.line(new Item(TableSchema.account("others"))));
    List<String> secret = new ArrayList<>(items);
    secret.add(ItemText.line(new Item(TableSchema.subscription(Gala.ACCOUNT, Mode.LIVE, "w"))));
    List<String> noItem = new ArrayList<>(items);
    noItem.add("{}");
    List<String> noAccount =
        items.stream().filter(line -> !line.contains("\"sk\":\"ACCOUNT\"")).toList();
    assertEquals(items.size() - 1, noAccount.size());

    assertRefused("is not whole", file.subList(0, file.size() - 1));
    List<String> torn = new ArrayList<>(file);
    torn.set(file.size() - 1, file.getLast().substring(0, 9));
    assertRefused("is not whole", torn);
    assertRefused("not the account's", whole(foreign));
    assertRefused("not the account's", whole(secret));
    assertRefused("a line that is no item", whole(noItem));
    assertRefused("has no account", whole(noAccount));
    String current = "\"format\":" + TableFormat.CURRENT;
    List<String> earlier = new ArrayList<>(file);
    earlier.set(0, file.getFirst().replace(current, "\"format\":1"));
    assertRefused("of another version (format 1", earlier);

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

  /** Asserts that a file is refused before anything is written. */
  private void assertRefused(String reason, List<String> file) {
    List<String> before = items();
    String message =
        assertThrows(RefusedEveningException.class, () -> fill(other, file)).getMessage();
    assertTrue(message.contains(reason), message);
    assertEquals(before, items());
  }

  private List<String> items() {
    return TestTable.client()
        .scanPaginator(scan -> scan.tableName(elsewhere.name()))
        .items()
        .stream()
        .map(Object::toString)
        .sorted()
        .toList();
  }

  private List<String> export() {
    return export(stores);
  }

  /** Returns the lines of an export, the items sorted. */
  private static List<String> export(Stores from) {
    List<String> lines = new ArrayList<>();
    assertTrue(new EveningStore(from).write(Gala.ACCOUNT, lines::add).whole());
    lines.subList(1, lines.size()).sort(null);
    return lines;
  }

  /** Returns an export of these items. */
  private static List<String> whole(List<String> items) {
    Evening.Sum sum = new Evening.Sum();
    items.forEach(sum::add);
    List<String> lines = new ArrayList<>(List.of(sum.evening(Gala.ACCOUNT).line()));
    lines.addAll(items);
    return lines;
  }

  private static void fill(Stores to, List<String> file) {
    EveningStore.Filling filling = begin(to, file);
    file.stream().skip(1).forEach(filling::put);
    filling.finish();
  }

  private static EveningStore.Filling begin(Stores to, List<String> file) {
    EveningStore evenings = new EveningStore(to);
    EveningStore.Check check;
    try {
      check = evenings.check(Evening.of(Json.readObject(file.getFirst())).orElseThrow());
    } catch (MalformedJsonException e) {
      throw new IllegalStateException(e);
    }
    file.stream().skip(1).forEach(check::add);
    return evenings.fill(check);
  }

  private void createToken(Stores of, TokenSecret secret) {
    of.tokens()
        .create(
            AccessToken.of(
                secret, "Gate", Gala.ACCOUNT, List.of(), Role.FULL, clock.instant(), null),
            secret);
  }
}
