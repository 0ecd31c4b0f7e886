package io.doorlist.cli.evening;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.ingest.shop.FollowedShopStore;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.checkin.refusal.Refusals;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.webhook.WebhookEventItems;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Translates items of the table into lines of an export, and back. Each of these lines comes from a
 * single item.
 */
final class ItemLines {
  static final String TOKEN = "token";
  static final String WEBHOOK_EVENT = "webhook_event";

  private static final String WEBHOOK_EVENT_BEGINNING = "{\"kind\":\"webhook_event\",";
  private static final String KEY = "key";
  private static final String REFUSAL = "refusal";
  private static final String REFUSALS = "refusals";
  private static final String TOLD = "told";
  private static final String ERASURE = "erasure";
  private static final String SHOP = "followed_shop";
  private static final String LISTED = "listed_guests";
  private static final String PART = "part";
  private static final String ID = "id";
  private static final String TICKET = "ticket";
  private static final String NAME = "name";
  private static final String CODE = "code";
  private static final String MINUTE = "minute";
  private static final String REASONS = "reasons";
  private static final String CHANGE = "change";
  private static final String OBJECT = "object";
  private static final long SECONDS_A_MINUTE = 60;

  private static final Words TOKEN_WORDS =
      new Words()
          .same(ID, "hash", "hint", "last_four", NAME, "all_events", "events", Words.MODE, "role")
          .same("created_at", "expires_at", "gate")
          .unsaid("account");

  /** The words for one part of a group's exit, which is written in parts if the group is large. */
  private static final Words PART_WORDS = new Words().same("first", "rows", "members", "known");

  private static final Words KEY_WORDS =
      new Words()
          .same("request", Words.ORDER, "index", "remaining", "at", "withdrawn", "undone")
          .all(PART_WORDS)
          .inside("later", "later", PART_WORDS);

  private static final Words ERASURE_WORDS =
      new Words()
          .same(Words.EVENT, Words.ORDER, "tickets", "asked_at", "done_at", "key", "digests");

  private static final Words SHOP_WORDS = new Words().same("shop", "cursor", "events");

  private static final Words LISTED_WORDS =
      new Words().same(Words.EVENT, Words.LIST, PART, "sheets", "rows");

  private static final Words TOLD_WORDS = new Words().word("named", "place");

  private static final Words REFUSAL_WORDS =
      new Words()
          .same(Words.LIST, Words.MODE, ScanAttributes.REASON)
          .time(Refusals.WHEN, "at")
          .time(ScanAttributes.SCANNED_AT, "scanned_at")
          .word(Refusals.TOKEN_NAME, "scanned_by")
          .same(ScanAttributes.ONLINE, Refusals.REQUEST);

  /** The attributes that say how far a webhook event's deliveries are. */
  private static final String[] DELIVERY = {"webhooks", "open", "failed", "attempts"};

  private static final Words WEBHOOK_EVENT_WORDS =
      new Words()
          .same(Words.EVENT, "type", "created_at", "object_id")
          .same(DELIVERY)
          .unsaid(WebhookEventItems.OBJECT, WebhookEventItems.COMPRESSED);

  private final String account;

  ItemLines(String account) {
    this.account = account;
  }

  /**
   * Returns the line of an item that belongs to the account itself and to none of its events.
   * Returns empty if the item can be derived from others.
   */
  static Optional<Map<String, Object>> ofAccount(Item item, List<String> parts) {
    return switch (parts.get(1)) {
      case "@tokens" -> Optional.of(TOKEN_WORDS.line(TOKEN, item));
      case "@keys" ->
          Optional.of(KEY_WORDS.line(KEY, item, TOKEN, parts.get(2), KEY, parts.get(3)));
      case "@erasures" -> Optional.of(ERASURE_WORDS.line(ERASURE, item));
      case "@follows" -> Optional.of(SHOP_WORDS.line(SHOP, item));
      case "@lists" -> Optional.of(LISTED_WORDS.line(LISTED, item));
      case "@change" -> Optional.of(TOLD_WORDS.line(TOLD, item, CHANGE, parts.get(2)));
      case "@webhooks" ->
          isRow(item) && item.has("type") ? Optional.of(webhookEvent(item)) : Optional.empty();
      case "@events", "@event", "@removals" -> Optional.empty();
      default -> throw noLine(parts.get(1));
    };
  }

  static boolean isRow(Item item) {
    return Character.isDigit(item.key().sk().charAt(0));
  }

  static IllegalStateException noLine(String part) {
    return new IllegalStateException("there is no line for items of " + part);
  }

  private static Map<String, Object> webhookEvent(Item item) {
    String mode = KeyParts.of(item.key()).get(2);
    long id = WebhookEventItems.id(Worded.read(Mode.class, mode), KeyParts.number(item.key()));
    Map<String, Object> line =
        WEBHOOK_EVENT_WORDS.line(WEBHOOK_EVENT, item, Words.MODE, mode, ID, id);
    try {
      line.put(OBJECT, Json.readObject(WebhookEventItems.object(item).text()));
    } catch (MalformedJsonException e) {
      throw new IllegalStateException("what was recorded is JSON", e);
    }
    return line;
  }

  /** Returns a line without the state of webhook deliveries, which may change during an export. */
  static String withoutDelivery(String line) {
    if (!line.startsWith(WEBHOOK_EVENT_BEGINNING)) {
      return line;
    }
    try {
      Map<String, Object> members = Json.readObject(line);
      members.keySet().removeAll(List.of(DELIVERY));
      return Json.writeValue(members);
    } catch (MalformedJsonException e) {
      return line;
    }
  }

  /**
   * Returns the line of a refusal. The table keeps a refusal beside the ticket, or beside the code
   * if no ticket has that code.
   */
  static Map<String, Object> refusal(Item item, List<String> parts) {
    String[] sk = item.key().sk().split("#", 3);
    boolean ticket = parts.get(2).equals(TICKET);
    Object beside = ticket ? Long.valueOf(parts.get(3)) : parts.get(3);
    return REFUSAL_WORDS.line(
        REFUSAL, item, Words.EVENT, parts.get(1), ticket ? TICKET : CODE, beside, NAME, sk[2]);
  }

  static Map<String, Object> refusals(Item item, List<String> parts) {
    long minute = Long.parseLong(item.key().sk().split("#", 2)[0]);
    Map<String, Object> line = Words.line(REFUSALS, Map.of(), Words.EVENT, parts.get(1));
    line.put(Words.MODE, parts.get(3));
    line.put(Words.LIST, KeyParts.number(item.key()));
    line.put(MINUTE, Instant.ofEpochSecond(minute * SECONDS_A_MINUTE).toString());
    line.put(REASONS, item.without(TableSchema.PK, TableSchema.SK, TableSchema.EXPIRE_AT).values());
    return line;
  }

  List<Item> items(Map<String, Object> line) {
    Map<String, Object> members = new LinkedHashMap<>(line);
    return switch ((String) members.remove(Words.KIND)) {
      case TOKEN -> {
        Item token = TOKEN_WORDS.hear(new Item(), members).put("account", account);
        yield List.of(
            new Item(TableSchema.token(token.text("hash"))).putAll(token.without("hash")),
            new Item(TableSchema.tokenOf(account, token.text(ID))).putAll(token));
      }
      case KEY -> {
        String token = (String) members.remove(TOKEN);
        Key key = TableSchema.idempotencyKey(account, token, (String) members.remove(KEY));
        yield List.of(KEY_WORDS.hear(new Item(key), members));
      }
      case ERASURE -> {
        Key key = TableSchema.erasure(account, event(members), (Long) members.get(Words.ORDER));
        yield List.of(ERASURE_WORDS.hear(new Item(key), members));
      }
      case SHOP -> {
        String digest = FollowedShopStore.digest((String) members.get("shop"));
        yield List.of(SHOP_WORDS.hear(new Item(TableSchema.follow(account, digest)), members));
      }
      case LISTED -> {
        long list = (Long) members.get(Words.LIST);
        long part = (Long) members.get(PART);
        Key key = TableSchema.guestList(account, event(members), list, part);
        yield List.of(LISTED_WORDS.hear(new Item(key), members));
      }
      case TOLD -> {
        Key key = TableSchema.change(account, (String) members.remove(CHANGE));
        yield List.of(TOLD_WORDS.hear(new Item(key), members));
      }
      case WEBHOOK_EVENT -> List.of(heardWebhookEvent(members));
      case REFUSAL -> List.of(heardRefusal(members));
      case REFUSALS -> List.of(heardRefusals(members));
      default -> throw new IllegalArgumentException("is of a kind that is not known here");
    };
  }

  private static String event(Map<String, Object> members) {
    return (String) members.get(Words.EVENT);
  }

  private Item heardWebhookEvent(Map<String, Object> members) {
    Mode mode = Words.mode(members);
    Key key = TableSchema.webhookEvent(account, mode, (Long) members.remove(ID));
    JsonObject object = new JsonObject(Json.writeValue(members.remove(OBJECT)));
    return WebhookEventItems.putObject(WEBHOOK_EVENT_WORDS.hear(new Item(key), members), object);
  }

  private Item heardRefusal(Map<String, Object> members) {
    String event = (String) members.remove(Words.EVENT);
    Key beside =
        members.containsKey(CODE)
            ? TableSchema.qrOfDigest(account, event, (String) members.remove(CODE))
            : TableSchema.ticket(account, event, (Long) members.remove(TICKET));
    String name = (String) members.remove(NAME);
    Item heard = REFUSAL_WORDS.hear(new Item(), members);
    Instant at = ScanAttributes.time(heard, Refusals.WHEN);
    return new Item(TableSchema.refusal(beside, at.toEpochMilli(), name))
        .putAll(heard)
        .put(TableSchema.EXPIRE_AT, at.plus(Refusals.KEPT).getEpochSecond());
  }

  private Item heardRefusals(Map<String, Object> members) {
    Instant at = Instant.parse((String) members.get(MINUTE));
    long minute = at.getEpochSecond() / SECONDS_A_MINUTE;
    Mode mode = Words.mode(members);
    Item item =
        new Item(
            TableSchema.refusals(
                account, event(members), mode, minute, (Long) members.get(Words.LIST)));
    ((Map<?, ?>) members.get(REASONS)).forEach((reason, times) -> item.put((String) reason, times));
    return item.put(TableSchema.EXPIRE_AT, at.plus(Refusals.KEPT).getEpochSecond());
  }
}
