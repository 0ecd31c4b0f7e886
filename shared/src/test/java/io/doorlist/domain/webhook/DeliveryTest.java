package io.doorlist.domain.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Who receives a webhook event, signed with what, and how far its delivery has come. */
class DeliveryTest {
  private static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");
  private static final Instant LATER = AT.plusSeconds(60);
  private static final WebhookSecret OLD = WebhookSecret.create(new Random(1));
  private static final WebhookSecret NEW = WebhookSecret.create(new Random(2));

  @Test
  void progress_countsVersionsAndAttempts() {
    DeliveryProgress claimed = DeliveryProgress.NEW.claimed(LATER);
    DeliveryProgress missed = claimed.missed("503", AT, LATER);
    DeliveryProgress ended = missed.claimed(LATER).ended(DeliveryState.DELIVERED, "204", LATER);
    DeliveryProgress again = ended.asked(LATER);

    assertEquals(
        new DeliveryProgress(1, DeliveryState.PENDING, 1, 0, null, LATER, null, null, null),
        claimed);
    assertEquals(
        new DeliveryProgress(2, DeliveryState.PENDING, 1, 0, LATER, null, "503", AT, null), missed);
    assertEquals(
        new DeliveryProgress(4, DeliveryState.DELIVERED, 2, 0, null, null, "204", LATER, null),
        ended);
    assertEquals(
        new DeliveryProgress(5, DeliveryState.PENDING, 2, 2, null, null, "204", LATER, LATER),
        again);
    assertEquals(
        new DeliveryProgress(3, DeliveryState.FAILED, 1, 0, null, null, "503", AT, null),
        missed.abandoned());
    assertTrue(missed.pending());
    assertFalse(ended.pending());
    assertEquals(2, ended.attemptsOfRound());
    assertEquals(1, again.claimed(LATER).attemptsOfRound());
  }

  @Test
  void subscription_wantsTypesAndEventsThatItNames_andAllIfItNamesNone() {
    WebhookSubscription all = subscription(List.of(), List.of());
    WebhookSubscription some =
        subscription(List.of(WebhookEventType.ORDER_CREATED), List.of("gala"));

    assertTrue(all.wants(WebhookEventType.TICKET_VOIDED, "fair"));
    assertTrue(some.wants(WebhookEventType.ORDER_CREATED, "gala"));
    assertFalse(some.wants(WebhookEventType.TICKET_VOIDED, "gala"));
    assertFalse(some.wants(WebhookEventType.ORDER_CREATED, "fair"));
  }

  @Test
  void rotatedSecret_signsBesideTheFormerOne_untilThatEnds() {
    WebhookSubscription before = subscription(List.of(), List.of());
    WebhookSubscription rotated = before.rotated(NEW, LATER);

    assertEquals(List.of(OLD), before.secrets(AT));
    assertEquals(List.of(NEW, OLD), rotated.secrets(AT));
    assertEquals(List.of(NEW), rotated.secrets(LATER));
    assertThrows(IllegalArgumentException.class, () -> before.rotated(NEW, null));
  }

  @Test
  void ids_areWordsOfTheirOwn() {
    String id = WebhookSubscription.newId(new Random(1));

    assertTrue(id.matches("wh_[0-9A-Za-z]{24}"), id);
    assertNotEquals(id, WebhookSubscription.newId(new Random(2)));
    assertThrows(
        IllegalArgumentException.class, () -> new DeliveryId("acme", Mode.LIVE, 0, "wh_1"));
    assertThrows(IllegalArgumentException.class, () -> new DeliveryId("a b", Mode.LIVE, 1, "wh_1"));
    assertThrows(IllegalArgumentException.class, () -> of("a b", List.of(), List.of()));
  }

  @Test
  void secret_hasAsManyBytesAsTheStandardAllows_andIsNotShown() {
    WebhookSecret first = WebhookSecret.create(new Random(1));

    assertNotEquals(first.reveal(), WebhookSecret.create(new Random(2)).reveal());
    assertEquals(32, first.key().length);
    assertEquals(OLD.reveal(), WebhookSecret.read(OLD.reveal()).orElseThrow().reveal());
    assertTrue(WebhookSecret.read(ofBytes(24)).isPresent());
    assertTrue(WebhookSecret.read(ofBytes(64)).isPresent());
    for (String none : List.of("", "whsec_", ofBytes(23), ofBytes(65), "whsec_====!")) {
      assertEquals(Optional.empty(), WebhookSecret.read(none), none);
    }
    assertEquals(Optional.empty(), WebhookSecret.read(ofBytes(32).substring(6)));
    assertEquals("WebhookSecret", OLD.toString());
  }

  private static String ofBytes(int length) {
    return "whsec_" + Base64.getEncoder().encodeToString(new byte[length]);
  }

  private static WebhookSubscription subscription(
      List<WebhookEventType> types, List<String> events) {
    return of("acme", types, events);
  }

  private static WebhookSubscription of(
      String account, List<WebhookEventType> types, List<String> events) {
    return new WebhookSubscription(
        "wh_1",
        account,
        "https://hooks.example.com",
        types,
        events,
        Mode.LIVE,
        OLD,
        null,
        null,
        AT,
        CircuitBreaker.CLOSED);
  }
}
