package io.doorlist.cli.tokens;

import io.doorlist.cli.connection.Accounts;
import io.doorlist.cli.console.Failure;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.store.Stores;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The command line's access tokens: what they open must exist, and people can refer to them in
 * several ways.
 */
public final class Tokens {
  /** The shortest prefix of a secret that identifies its token, as this much of it is stored. */
  private static final int HINT_LENGTH = "dl_live_".length() + 4;

  private final Stores stores;

  public Tokens(Stores stores) {
    this.stores = stores;
  }

  /**
   * Stores a new token.
   *
   * @throws Failure if the account or one of the events does not exist
   */
  public void create(AccessToken token, TokenSecret secret) {
    Accounts.check(stores, token.account());
    Accounts.checkEvents(stores, token.account(), token.events());
    stores.tokens().create(token, secret);
  }

  /**
   * Lists the tokens of an account.
   *
   * @throws Failure if there is no such account
   */
  List<AccessToken> list(String account) {
    Accounts.check(stores, account);
    return stores.tokens().list(account);
  }

  /** Finds the tokens that match an id, a secret, the beginning of a secret, or a name. */
  public List<AccessToken> named(String account, String word) {
    Optional<TokenSecret> secret = TokenSecret.read(word);
    List<AccessToken> found = new ArrayList<>();
    for (AccessToken token : list(account)) {
      boolean same =
          secret.isPresent()
              ? token.id().equals(secret.get().id())
              : token.id().equals(word) || word.equals(token.name()) || begins(token, word);
      if (same) {
        found.add(token);
      }
    }
    return found;
  }

  /** Revokes a token; returns whether it still existed. */
  public boolean revoke(AccessToken token) {
    return stores.tokens().revoke(token.account(), token.id());
  }

  private static boolean begins(AccessToken token, String word) {
    return word.length() >= HINT_LENGTH && word.substring(0, HINT_LENGTH).equals(token.hint());
  }

  /** Returns a token in JSON, without its secret. */
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
}
