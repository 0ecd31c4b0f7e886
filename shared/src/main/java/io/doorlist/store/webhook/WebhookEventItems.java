package io.doorlist.store.webhook;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.NewWebhookEvent;
import io.doorlist.domain.WebhookEvent;
import io.doorlist.domain.WebhookEventType;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** How webhook events are kept in rows. */
final class WebhookEventItems {
  private static final String OBJECT = "object";

  /** A large object, which as text could be more than an item takes. */
  private static final String COMPRESSED = "object_gzip";

  private static final int MOST_TEXT_CHARACTERS = 50_000;

  private WebhookEventItems() {}

  /** Returns the id of the webhook event at an ordinal of its account's sequence. */
  static long id(Mode mode, long ordinal) {
    return ordinal * 2 + mode.ordinal();
  }

  /** Adds everything but the deliveries, for which see {@link DeliveryCounts}. */
  static Item row(Item row, NewWebhookEvent webhookEvent, Instant createdAt) {
    row.put("event", webhookEvent.event())
        .put("type", webhookEvent.type().word())
        .put("created_at", createdAt)
        .put("object_id", webhookEvent.objectId());
    JsonObject object = webhookEvent.object();
    return row.put(isLarge(object) ? COMPRESSED : OBJECT, value(object));
  }

  /** Returns the update that puts another object in the place of the one that is there. */
  static UpdateItemRequest.Builder replacement(JsonObject object) {
    return UpdateItemRequest.builder()
        .updateExpression("SET #new = :object REMOVE #old")
        .conditionExpression("attribute_exists(#new) OR attribute_exists(#old)")
        .expressionAttributeNames(
            isLarge(object)
                ? Map.of("#new", COMPRESSED, "#old", OBJECT)
                : Map.of("#new", OBJECT, "#old", COMPRESSED))
        .expressionAttributeValues(Map.of(":object", value(object)));
  }

  private static boolean isLarge(JsonObject object) {
    return object.text().length() > MOST_TEXT_CHARACTERS;
  }

  private static AttributeValue value(JsonObject object) {
    return isLarge(object)
        ? AttributeValue.fromB(compress(object.text()))
        : AttributeValue.fromS(object.text());
  }

  static WebhookEvent webhookEvent(Mode mode, Item row) {
    String object =
        row.has(OBJECT)
            ? row.text(OBJECT)
            : decompress(row.attributes().get(COMPRESSED).b().asByteArrayUnsafe());
    return new WebhookEvent(
        id(mode, SequenceRow.of(row).ordinal()),
        row.text("event"),
        WebhookEventType.of(row.text("type")),
        DeliveryCounts.state(row),
        (int) row.number(DeliveryCounts.ATTEMPTS),
        row.time("created_at"),
        row.number("object_id"),
        new JsonObject(object));
  }

  private static SdkBytes compress(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream compressed = new GZIPOutputStream(bytes)) {
      compressed.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory takes every byte", e);
    }
    return SdkBytes.fromByteArrayUnsafe(bytes.toByteArray());
  }

  private static String decompress(byte[] bytes) {
    try (GZIPInputStream compressed = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(compressed.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("what was compressed can be read", e);
    }
  }
}
