package io.doorlist.webhooksender;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.CircuitBreaker;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.webhooksender.LanesFixture.Attempt;
import io.doorlist.webhooksender.LanesFixture.Receiver;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A receiver that takes long holds up nobody but itself: two accounts, on virtual time. */
@Timeout(600)
class SlowReceiversTest {
  private static final boolean LONG = Boolean.getBoolean("doorlist.long");
  private static final Duration QUICKLY = Duration.ofMillis(30);
  private static final Duration NEVER = Duration.ofDays(1);

  private final LanesFixture world = new LanesFixture();

  private void checkIns(int perSecond, int seconds) {
    for (int i = 0; i < perSecond * seconds; i++) {
      Instant at = world.start.plusNanos(1_000_000_000L * i / perSecond);
      world.happensAt(at, i % 2 == 0 ? "acme" : "other");
    }
  }

  private List<Attempt> attempts(Receiver receiver) {
    return world.attempts.stream().filter(each -> each.receiver() == receiver).toList();
  }

  /** Returns how many of these attempts were underway together at most. */
  private static int together(List<Attempt> attempts) {
    TreeMap<Instant, Integer> changes = new TreeMap<>();
    for (Attempt each : attempts) {
      changes.merge(each.begin(), 1, Integer::sum);
      changes.merge(each.end(), -1, Integer::sum);
    }
    int most = 0;
    int now = 0;
    for (int change : changes.values()) {
      now += change;
      most = Math.max(most, now);
    }
    return most;
  }

  /** P1 2: one receiver that hangs held up everybody's, other accounts' too. */
  @ParameterizedTest
  @ValueSource(ints = {12, 100})
  void receiverThatAnswers_hasItsMessagesInTime_besideOthersThatTakeLong(int perSecond) {
    Receiver hangs = world.subscribe("acme", now -> NEVER);
    Receiver slow = world.subscribe("acme", now -> Duration.ofSeconds(14));
    Receiver good = world.subscribe("acme", now -> QUICKLY);
    Receiver alsoHangs = world.subscribe("other", now -> NEVER);
    Receiver alsoGood = world.subscribe("other", now -> QUICKLY);
    int seconds = LONG ? 60 : 720 / perSecond;
    checkIns(perSecond, seconds);

    world.runTo(world.start.plusSeconds(seconds + 60));

    for (Receiver each : List.of(good, alsoGood)) {
      List<Duration> lags = attempts(each).stream().map(world::lag).sorted().toList();
      assertEquals(perSecond * seconds / 2, lags.size());
      Duration late = lags.get(lags.size() * 99 / 100 - 1);
      assertTrue(late.compareTo(Duration.ofSeconds(3)) < 0, late.toString());
    }
    for (Receiver each : List.of(hangs, alsoHangs)) {
      assertEquals(1, together(slowly(each)), "one probe");
    }
    assertTrue(together(slowly(slow)) <= CircuitBreaker.SHARE, "its share");
    assertTrue(slowly(slow).stream().filter(Attempt::success).count() > 10, "it gets some");
  }

  private List<Attempt> slowly(Receiver receiver) {
    return attempts(receiver).stream()
        .filter(each -> each.lane().equals(LanesFixture.SLOW))
        .toList();
  }

  /** Messages that wait use up no attempt, so they are not behind in their schedule. */
  @Test
  void receiverThatIsQuickAgain_hasEverythingSoon_andWhatWaitedIsTriedOnce() {
    Instant quickAgain = world.start.plusSeconds(30);
    Receiver receiver = world.subscribe("acme", now -> now.isBefore(quickAgain) ? NEVER : QUICKLY);
    checkIns(24, 60);

    world.runTo(quickAgain.plus(Duration.ofMinutes(5)));

    List<Attempt> attempts = attempts(receiver);
    assertEquals(720, attempts.stream().filter(Attempt::success).count());
    Instant open = world.start.plusSeconds(2);
    List<Attempt> later =
        attempts.stream().filter(each -> each.begin().isAfter(open) && !each.success()).toList();
    assertTrue(later.size() <= 3, "probes: " + later);
    Map<String, Instant> failed = new HashMap<>();
    for (Attempt each : attempts) {
      Instant before = failed.put(each.id(), each.end());
      assertTrue(
          before == null || each.begin().isAfter(before.plusMillis(4_500)), "tried before due");
    }
    assertEquals(
        CircuitBreaker.CLOSED,
        world.stores.webhooks().list("acme", Mode.LIVE).getFirst().breaker());
  }

  /** A message that waits costs no attempt, but it does not wait without an end. */
  @Test
  void message_failsAfterDays_whenItCouldNotBeTried() {
    Receiver receiver = world.subscribe("acme", now -> NEVER);
    Instant held = world.start.plus(Duration.ofDays(5));
    world
        .stores
        .webhooks()
        .change(
            receiver.subscription(), new CircuitBreaker(world.start, world.start, held, List.of()));
    world.happensAt(world.start, "acme");

    world.runTo(world.start.plus(Duration.ofHours(84)));
    assertEquals(List.of(DeliveryProgress.NEW), progress(receiver));
    world.runTo(world.start.plus(Duration.ofHours(85)));

    DeliveryProgress ended = progress(receiver).getFirst();
    assertEquals(DeliveryState.FAILED, ended.state());
    assertEquals(0, ended.attempts());
  }

  /** With few messages, the probes are their attempts. */
  @Test
  void receiverThatHangsForEver_isTriedOneAtATime_untilAllHaveFailed() {
    Receiver receiver = world.subscribe("acme", now -> NEVER);
    checkIns(2, 10);

    world.runTo(world.start.plus(Duration.ofHours(100)));

    assertEquals(10, progress(receiver).size());
    for (DeliveryProgress each : progress(receiver)) {
      assertEquals(DeliveryState.FAILED, each.state());
      assertEquals(10, each.attempts());
    }
    assertEquals(1, together(slowly(receiver)));
  }

  private List<DeliveryProgress> progress(Receiver receiver) {
    return world.deliveries.stream()
        .filter(each -> each.webhookId().equals(receiver.subscription().id()))
        .map(each -> world.stores.deliveries().find(each).orElse(DeliveryProgress.NEW))
        .toList();
  }
}
