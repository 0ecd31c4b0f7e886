package io.doorlist.store.webhook;

import static io.doorlist.table.Condition.has;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Update;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Maps webhook events to rows and back.
 *
 * <p>A row counts the deliveries that are unfinished or have failed, and all attempts. A delivery
 * adds to these counts in one transaction with its own item. The state of the webhook event follows
 * from these counts.
 */
public final class WebhookEventItems {
  public static final String OBJECT = "object";

  /** A large object, compressed because its text might not fit into an item. */
  public static final String COMPRESSED = "object_gzip";

  static final String WEBHOOKS = "webhooks";
  static final String OPEN = "open";
  static final String FAILED = "failed";
  static final String ATTEMPTS = "attempts";
  private static final int MAX_TEXT_CHARACTERS = 50_000;

  private WebhookEventItems() {}

  /** Returns the id of the webhook event at an ordinal of its account's sequence. */
  public static long id(Mode mode, long ordinal) {
    return ordinal * 2 + mode.ordinal();
  }

  /** Puts a webhook event that will be delivered to these subscriptions. */
  static Item row(Item row, NewWebhookEvent event, Instant createdAt, List<String> webhooks) {
    row.put("event", event.event())
        .put("type", event.type().word())
        .put("created_at", createdAt)
        .put("object_id", event.objectId())
        .put(WEBHOOKS, webhooks)
        .put(OPEN, (long) webhooks.size())
        .put(FAILED, 0L)
        .put(ATTEMPTS, 0L);
    return putObject(row, event.object());
  }

  static List<String> webhooks(Item row) {
    return row.texts(WEBHOOKS);
  }

  /** Returns the combined state of the deliveries. */
  static DeliveryState state(Item row) {
    if (webhooks(row).isEmpty()) {
      return DeliveryState.NOT_SUBSCRIBED;
    }
    if (row.number(OPEN) > 0) {
      return DeliveryState.PENDING;
    }
    return row.number(FAILED) > 0 ? DeliveryState.FAILED : DeliveryState.DELIVERED;
  }

  public static Item putObject(Item row, JsonObject object) {
    return row.put(isLarge(object) ? COMPRESSED : OBJECT, value(object));
  }

  public static JsonObject object(Item row) {
    return new JsonObject(row.has(OBJECT) ? row.text(OBJECT) : decompress(row.bytes(COMPRESSED)));
  }

  /** Returns whether the object is an order; otherwise it is a ticket. */
  public static boolean isOfOrder(Item row) {
    WebhookEventType type = Worded.read(WebhookEventType.class, row.text("type"));
    return type.objectType().equals("order");
  }

  public static Update replacement(Key row, JsonObject object) {
    return Update.of(row)
        .set(isLarge(object) ? COMPRESSED : OBJECT, value(object))
        .remove(isLarge(object) ? OBJECT : COMPRESSED)
        .require(has(OBJECT).or(has(COMPRESSED)));
  }

  private static boolean isLarge(JsonObject object) {
    return object.text().length() > MAX_TEXT_CHARACTERS;
  }

  private static Object value(JsonObject object) {
    return isLarge(object) ? compress(object.text()) : object.text();
  }

  static WebhookEvent webhookEvent(Mode mode, Item row) {
    return new WebhookEvent(
        id(mode, SequenceRow.of(row).ordinal()),
        row.text("event"),
        Worded.read(WebhookEventType.class, row.text("type")),
        state(row),
        (int) row.number(ATTEMPTS),
        webhooks(row),
        row.time("created_at"),
        row.number("object_id"),
        object(row));
  }

  private static byte[] compress(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream compressed = new GZIPOutputStream(bytes)) {
      compressed.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory takes every byte", e);
    }
    return bytes.toByteArray();
  }

  private static String decompress(byte[] bytes) {
    try (GZIPInputStream compressed = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(compressed.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("what was compressed can be read", e);
    }
  }
}
