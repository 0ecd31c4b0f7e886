package io.doorlist.cli.tokens;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.console.TextTable;
import io.doorlist.domain.Mode;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.store.table.TableFormat;
import io.doorlist.store.token.TokenStore;
import io.doorlist.table.Table;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The access tokens of an account. The events that a token opens must exist. People can name a
 * token in several ways.
 */
public record Tokens(Table table, String account) {
  /**
   * How many characters of a secret's beginning are stored. A shorter beginning does not identify a
   * token.
   */
  private static final int HINT_LENGTH = "dl_live_".length() + 4;

  private static final List<String> TITLES =
      List.of("NAME", "TOKEN", "MODE", "ROLE", "EVENTS", "EXPIRES", "CREATED", "ID");

  AccessToken create(AccessToken token, TokenSecret secret) {
    AccountReader reader = new AccountReader(table, account);
    reader.account();
    reader.checkEvents(token.events());
    new TokenStore(table, new TableFormat(table)).create(token, secret);
    return token;
  }

  /** Creates a token that does not expire, for some events or for all. Returns its secret. */
  public String create(String name, List<String> events, Mode mode, Role role, Instant now) {
    TokenSecret secret = TokenSecret.create(mode, new SecureRandom());
    create(AccessToken.of(secret, name, account, events, role, now, null), secret);
    return secret.reveal();
  }

  List<AccessToken> list() {
    new AccountReader(table, account).account();
    return new TokenStore(table, new TableFormat(table)).list(account);
  }

  /** Returns the tokens with this id, this secret, this beginning of a secret, or this name. */
  public List<AccessToken> named(String word) {
    Optional<TokenSecret> secret = TokenSecret.read(word);
    return list().stream()
        .filter(
            token ->
                secret.isPresent()
                    ? token.id().equals(secret.get().id())
                    : token.id().equals(word) || word.equals(token.name()) || begins(token, word))
        .toList();
  }

  public void revoke(AccessToken token) {
    new TokenStore(table, new TableFormat(table)).revoke(account, token.id());
  }

  private static boolean begins(AccessToken token, String word) {
    return word.length() >= HINT_LENGTH && word.substring(0, HINT_LENGTH).equals(token.hint());
  }

  static Map<String, Object> members(AccessToken token) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", token.name());
    members.put("account", token.account());
    members.put("events", token.allEvents() ? null : token.events());
    members.put("mode", token.mode().word());
    members.put("role", token.role().word());
    members.put("expires_at", token.expiresAt() == null ? null : token.expiresAt().toString());
    members.put("gate", token.gate());
    members.put("created_at", token.createdAt().toString());
    members.put("id", token.id());
    members.put("prefix", token.hint());
    members.put("last_four", token.lastFour());
    return members;
  }

  static List<String> lines(List<AccessToken> tokens, Instant now) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(TITLES);
    for (AccessToken token : tokens) {
      String expires = token.expiresAt() == null ? "never" : day(token.expiresAt());
      rows.add(
          List.of(
              token.name() == null ? "-" : Text.printable(token.name()),
              token.hint() + "…" + token.lastFour(),
              token.mode().word(),
              token.role().word(),
              token.allEvents() ? "all" : TextTable.list(token.events()),
              (token.expired(now) ? "expired " : "") + expires,
              day(token.createdAt()),
              token.id()));
    }
    return TextTable.lines(rows);
  }

  private static String day(Instant time) {
    return time.toString().substring(0, 10);
  }
}
