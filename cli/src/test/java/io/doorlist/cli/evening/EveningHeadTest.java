package io.doorlist.cli.evening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Digests;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EveningHeadTest {
  private static final String EVENT =
      "{\"kind\":\"webhook_event\",\"id\":1,\"webhooks\":1,\"open\":%d,\"failed\":0,\"attempts\":%d}";

  private static EveningHead.Sum sum(String line) {
    EveningHead.Sum sum = new EveningHead.Sum();
    sum.add(line);
    return sum;
  }

  @Test
  void sum_isTheSame_howeverFarDeliveriesAre() {
    EveningHead before = sum(EVENT.formatted(1, 0)).evening("acme");

    assertEquals(before, sum(EVENT.formatted(0, 3)).evening("acme"));
    assertNotEquals(before, sum("{\"kind\":\"webhook_event\",\"id\":2}").evening("acme"));
  }

  /** Exports of the first builds of this format have sums of whole lines. */
  @Test
  void sumOfWholeLines_isTakenToo() {
    String line = EVENT.formatted(1, 0);
    byte[] digest = Digests.sha256().digest(line.getBytes(StandardCharsets.UTF_8));
    EveningHead earlier = new EveningHead("acme", 1, new BigInteger(1, digest).toString(16));

    assertTrue(sum(line).isOf(earlier));
    assertFalse(sum(EVENT.formatted(0, 1)).isOf(earlier));
    assertFalse(sum(line).isOf(new EveningHead("acme", 2, earlier.sum())));
  }
}
