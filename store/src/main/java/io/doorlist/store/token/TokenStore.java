package io.doorlist.store.token;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.store.table.TableFormat;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import io.doorlist.table.Write;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Stores API tokens by the hash of their secret; the secret itself is not stored anywhere.
 * Thread-safe.
 */
public final class TokenStore {
  private final Table table;
  private final TableFormat format;

  public TokenStore(Table table, TableFormat format) {
    this.table = table;
    this.format = format;
  }

  /** Finds the token with this hash, if it is not revoked. Access pattern 18. */
  public Optional<AccessToken> find(String secretHash) {
    boolean current = format.isCurrent();
    Optional<Item> found = table.get(TableSchema.token(secretHash));
    if (found.isPresent() && !current) {
      throw new TableFormat.OtherFormatException();
    }
    return found.map(TokenStore::token);
  }

  public void create(AccessToken token, TokenSecret secret) {
    Item byHash = attributes(new Item(TableSchema.token(secret.hash())), token);
    Item ofAccount =
        attributes(new Item(TableSchema.tokenOf(token.account(), token.id())), token)
            .put("hash", secret.hash());
    List<Write> both = List.of(Write.put(byHash).ifAbsent(), Write.put(ofAccount).ifAbsent());
    if (!table.transact(both).written()) {
      throw new IllegalStateException("a token with this id is there already");
    }
  }

  /** Lists the tokens of an account, oldest first. Access pattern 19. */
  public List<AccessToken> list(String account) {
    return table.query(Range.whole(TableSchema.tokens(account))).stream()
        .map(TokenStore::token)
        .sorted(Comparator.comparing(AccessToken::createdAt).thenComparing(AccessToken::id))
        .toList();
  }

  /** Revokes a token; returns whether there was one with this id. */
  public boolean revoke(String account, String tokenId) {
    Optional<Item> found = table.get(TableSchema.tokenOf(account, tokenId));
    found.ifPresent(
        item ->
            table.transact(
                List.of(
                    Write.delete(TableSchema.token(item.text("hash"))), Write.delete(item.key()))));
    return found.isPresent();
  }

  private static Item attributes(Item item, AccessToken token) {
    return item.put("id", token.id())
        .put("hint", token.hint())
        .put("last_four", token.lastFour())
        .put("name", token.name())
        .put("account", token.account())
        .put("all_events", token.allEvents())
        .put("events", token.events())
        .put("mode", token.mode().word())
        .put("role", token.role().word())
        .put("created_at", token.createdAt())
        .put("expires_at", token.expiresAt())
        .put("gate", token.gate());
  }

  private static AccessToken token(Item item) {
    return new AccessToken(
        item.text("id"),
        item.text("hint"),
        item.text("last_four"),
        item.text("name"),
        item.text("account"),
        item.flag("all_events"),
        item.texts("events"),
        Worded.read(Mode.class, item.text("mode")),
        Worded.read(Role.class, item.text("role")),
        item.time("created_at"),
        item.time("expires_at"),
        item.numberOrNull("gate"));
  }
}
