package io.doorlist.cli.tokens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandFixture;
import io.doorlist.cli.CommandResult;
import io.doorlist.domain.Mode;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenCommandTest extends CommandFixture {
  @Test
  void create_makesATokenThatOpensAllEvents() {
    Instant before = Instant.now();

    CommandResult result = tokenCreate("--json");

    Map<String, Object> printed = result.json();
    assertEquals(0, result.status(), result.err());
    assertEquals(
        List.of("token", "name", "account", "events", "mode", "role", "expires_at"),
        List.copyOf(printed.keySet()).subList(0, 7));
    assertNull(printed.get("events"));
    assertNull(printed.get("expires_at"));
    TokenSecret secret = TokenSecret.read((String) printed.get("token")).orElseThrow();
    AccessToken token = table.stores().tokens().find(secret.hash()).orElseThrow();
    assertEquals(
        new AccessToken(
            secret.id(),
            secret.hint(),
            secret.lastFour(),
            null,
            "acme",
            true,
            List.of(),
            Mode.LIVE,
            Role.FULL,
            token.createdAt(),
            null,
            null),
        token);
    assertFalse(token.createdAt().isBefore(before));
  }

  @Test
  void create_takesAllThatATokenCanHave() {
    CommandResult result =
        tokenCreate(
            "--event=spring-gala",
            "--event=spring-gala",
            "--mode=test",
            "--role=scanner",
            "--name=Tür 1",
            "--expires=2126-12-31T23:00:00+01:00",
            "--json");

    TokenSecret secret = TokenSecret.read((String) result.json().get("token")).orElseThrow();
    assertEquals(Mode.TEST, secret.mode());
    AccessToken token = table.stores().tokens().find(secret.hash()).orElseThrow();
    assertEquals(List.of("spring-gala"), token.events());
    assertFalse(token.allEvents());
    assertEquals(Role.SCANNER, token.role());
    assertEquals("Tür 1", token.name());
    assertEquals(Instant.parse("2126-12-31T22:00:00Z"), token.expiresAt());
    assertEquals("2126-12-31T22:00:00Z", result.json().get("expires_at"));
    assertEquals(List.of("spring-gala"), result.json().get("events"));
  }

  @Test
  void create_takesALastDayOrAPeriod() {
    assertEquals(
        "2127-01-01T00:00:00Z",
        tokenCreate("--expires=2126-12-31", "--json").json().get("expires_at"));
    assertEquals(
        "9999-12-31T23:59:59Z",
        tokenCreate("--expires=9999-12-31", "--json").json().get("expires_at"));
    Instant month =
        Instant.parse((String) tokenCreate("--expires=P30D", "--json").json().get("expires_at"));
    assertEquals(0, month.getNano());
    Duration difference = Duration.between(Instant.now().plus(Duration.ofDays(30)), month);
    assertTrue(difference.abs().compareTo(Duration.ofMinutes(1)) < 0, difference.toString());
  }

  @Test
  void create_drawsWhatPairsAPhone_andKeepsTheTokenOutOfTheAddressThatIsSent(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("gate.svg");
    CommandResult result =
        tokenCreate(
            "--event=spring-gala",
            "--list=3",
            "--role=scanner",
            "--qr",
            "--qr-file=" + file,
            "--page=https://door.example.org/-/scan");

    assertEquals(0, result.status(), result.err());
    String expected =
        "https://door.example.org/-/scan#account=acme&event=spring-gala&list=3&token="
            + result.out().strip();
    String drawn = String.join("\n", QrImage.of(expected).lines(false));
    assertTrue(result.err().contains(expected + "\n" + drawn), result.err());
    assertTrue(Files.readString(file).startsWith("<svg "));
  }

  @Test
  void create_showsTheSecretOnce_onStandardOutputAlone() {
    CommandResult result = tokenCreate("--name", "Door");

    String secret = result.out().strip();
    assertTrue(TokenSecret.read(secret).isPresent(), result.out());
    assertFalse(result.err().contains(secret), result.err());
    assertFalse(table.run("token", "list", "--account", "acme").out().contains(secret));
    assertFalse(table.run("token", "list", "--account", "acme", "--json").out().contains(secret));
    assertFalse(table.items().toString().contains(secret));
  }

  @Test
  void create_refusesUnknownAccountsAndEvents() {
    CommandResult account = table.run("token", "create", "--account", "nobody");
    CommandResult event = tokenCreate("--event", "autumn-gala");

    assertEquals(1, account.status());
    assertEquals("doorlist: there is no account 'nobody'\n", account.err());
    assertEquals(1, event.status());
    assertEquals("doorlist: account 'acme' has no event 'autumn-gala'\n", event.err());
    assertEquals(List.of(), table.stores().tokens().list("acme"));
  }

  @Test
  void create_refusesWrongValues_asWrongUse() {
    for (String options :
        List.of(
            "--mode=both",
            "--role=admin",
            "--expires=tomorrow",
            "--expires=2126-12-31T23:00:00",
            "--expires=2020-01-01",
            "--expires=P-1D",
            "--name=",
            "--name=two\nlines",
            "--name=\u001B[31mred",
            "--name=\u202Ebackwards",
            "--account=007",
            "--page=https://door.example.org/-/scan",
            "--qr",
            "--qr --list=3",
            "--qr --page=nowhere",
            "--qr --page=https://door.example.org/-/scan#here",
            "--qr-file=gate.gif")) {
      String account = options.startsWith("--account") ? "" : " --account=acme";
      CommandResult result = table.run("token create" + account, options.split(" "));

      assertEquals(2, result.status(), options);
      assertEquals("", result.out(), options);
    }
    assertEquals(List.of(), table.stores().tokens().list("acme"));
  }

  @Test
  void list_showsATable() {
    AccessToken token = create("Main door", "--role=scanner", "--event=spring-gala");

    CommandResult result = table.run("token", "list", "--account", "acme");

    assertEquals(
        """
        NAME       TOKEN              MODE  ROLE     EVENTS       EXPIRES  CREATED     ID
        Main door  %s…%s  live  scanner  spring-gala  never    %.10s  %s
        """
            .formatted(token.hint(), token.lastFour(), token.createdAt(), token.id()),
        result.out());
    String json = table.run("token list --account=acme --json").out();
    assertTrue(json.startsWith("[{\"name\":\"Main door\",\"account\":\"acme\","), json);
    assertTrue(json.contains("\"id\":\"" + token.id() + "\""), json);
  }

  @Test
  void list_isEmpty_withoutTokens() {
    CommandResult result = table.run("token", "list", "--account", "acme");

    assertEquals(0, result.status());
    assertEquals("", result.out());
    assertEquals("account 'acme' has no tokens\n", result.err());
    assertEquals("[]\n", table.run("token", "list", "--account", "acme", "--json").out());
    assertEquals(1, table.run("token", "list", "--account", "nobody").status());
  }

  @Test
  void revoke_endsAToken_byNameOrIdOrBeginning() {
    AccessToken byName = create("By name");
    AccessToken byId = create("By id");
    AccessToken byBeginning = create("By beginning");

    assertEquals(0, table.run("token", "revoke", "--account=acme", "By name").status());
    assertEquals(0, table.run("token", "revoke", "--account=acme", byId.id()).status());
    CommandResult result = table.run("token", "revoke", "--account=acme", byBeginning.hint());

    assertEquals(
        "revoked " + byBeginning.hint() + "…" + byBeginning.lastFour() + " (By beginning)\n",
        result.out());
    assertEquals(List.of(), table.stores().tokens().list("acme"));
    for (AccessToken token : List.of(byName, byId, byBeginning)) {
      assertEquals(1, table.run("token", "revoke", "--account=acme", token.id()).status());
    }
  }

  @Test
  void revoke_endsAToken_byItsSecret() {
    String secret = table.run("token", "create", "--account", "acme").out().strip();
    create("Another");

    CommandResult result = table.run("token", "revoke", "--account", "acme", secret, "--json");

    assertEquals(0, result.status(), result.err());
    assertFalse(result.out().contains(secret));
    assertEquals(
        Optional.empty(),
        table.stores().tokens().find(TokenSecret.read(secret).orElseThrow().hash()));
    assertEquals(1, table.stores().tokens().list("acme").size());
  }

  @Test
  void revoke_refusesWhatMayMeanSeveral_andWhatMeansNone() {
    AccessToken one = create("Door");
    AccessToken other = create("Door");

    CommandResult result = table.run("token", "revoke", "--account", "acme", "Door");

    assertEquals(1, result.status());
    assertTrue(result.err().contains(one.id()) && result.err().contains(other.id()), result.err());
    for (String none : List.of("nothing", "", "dl_live_", "dl_live_zzzz")) {
      CommandResult unknown = table.run("token", "revoke", "--account", "acme", none);
      assertEquals(1, unknown.status(), none);
      assertEquals("doorlist: account 'acme' has no such token\n", unknown.err());
    }
    assertEquals(2, table.stores().tokens().list("acme").size());
  }

  private AccessToken create(String name, String... options) {
    String[] all = Arrays.copyOf(options, options.length + 1);
    all[options.length] = "--name=" + name;
    TokenSecret secret = TokenSecret.read(tokenCreate(all).out().strip()).orElseThrow();
    return table.stores().tokens().find(secret.hash()).orElseThrow();
  }

  private CommandResult tokenCreate(String... options) {
    return table.run("token create --account=acme", options);
  }
}
