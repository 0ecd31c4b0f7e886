package io.doorlist.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.webhook.WebhookEventType;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "spring-gala", "2026-gala", "Gala_2.0", "0z", "9A", "Z"})
  void slug_isValid(String slug) {
    assertTrue(Slug.valid(slug));
    assertTrue(Slug.validForEvent(slug));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "2026", "-gala", ".", "a b", "a#b", "a/b", "a\u0000", "é", "a%62", "@x"})
  void slug_isRefused(String slug) {
    assertFalse(Slug.valid(slug));
  }

  @Test
  void wordsOfThePaths_areNoEvents() {
    assertFalse(Slug.validForEvent("events"));
    assertFalse(Slug.validForEvent("webhooks"));
    assertTrue(Slug.valid("events"));
    assertFalse(Slug.valid("a".repeat(101)));
    assertTrue(Slug.valid("a".repeat(100)));
  }

  @Test
  void ids_areDecimalWithoutSignOrZeros() {
    assertEquals(OptionalLong.of(1), WholeNumber.readId("1"));
    assertEquals(OptionalLong.of(9007199254740991L), WholeNumber.readId("9007199254740991"));
    for (String none :
        "|0|01|-1|+1|1.0|1e3| 1|1 |٣|9007199254740992|99999999999999999999|1\u0000".split("\\|")) {
      assertEquals(OptionalLong.empty(), WholeNumber.readId(none), none);
    }
    assertEquals(OptionalLong.empty(), WholeNumber.readId(null));
    assertEquals(Ids.MAX, Ids.check(Ids.MAX));
    assertThrows(IllegalArgumentException.class, () -> Ids.check(Ids.MAX + 1));
  }

  @Test
  void decimals_haveAtMostEighteenDigits() {
    assertEquals(OptionalLong.of(0), WholeNumber.read("0", 0, 9));
    assertEquals(
        OptionalLong.of(999_999_999_999_999_999L),
        WholeNumber.read("9".repeat(18), 0, Long.MAX_VALUE));
    assertEquals(OptionalLong.empty(), WholeNumber.read("1".repeat(19), 0, Long.MAX_VALUE));
  }

  @Test
  void words_areReadBack_andNoOthers() {
    assertEquals(OrderState.CANCELLED, Worded.read(OrderState.class, "cancelled"));
    assertEquals(
        PaymentState.PARTIALLY_REFUNDED, Worded.read(PaymentState.class, "partially_refunded"));
    assertEquals(
        WebhookEventType.TICKET_CHECKED_IN,
        Worded.read(WebhookEventType.class, "ticket.checked_in"));
    assertEquals("ticket", WebhookEventType.TICKET_CHECKED_IN.objectType());
    assertThrows(IllegalArgumentException.class, () -> Worded.read(OrderState.class, "CANCELLED"));
    assertThrows(IllegalArgumentException.class, () -> Worded.read(Mode.class, "Live"));
  }
}
