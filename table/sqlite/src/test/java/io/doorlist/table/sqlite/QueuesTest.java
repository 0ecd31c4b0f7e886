package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.TableException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of messages when the host is started again, at any moment. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class QueuesTest {
  private static final String QUEUE = "sender";
  private static final int MOST_FAILURES = 5;

  @TempDir private Path folder;
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private SqliteEngine engine;

  @BeforeEach
  void open() {
    engine =
        SqliteEngine.open(
            folder,
            change -> false,
            new SqliteSettings(Duration.ofSeconds(30), 0, 1 << 20, "FULL", now::get, line -> {}));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private void restart() {
    engine.close();
    open();
  }

  private void send(String body, Duration delay) {
    engine.queues().send(QUEUE, List.of(new Queues.Sent(body, delay)));
  }

  private List<Queues.Message> take() {
    return engine.queues().takeDue(QUEUE, 10);
  }

  private static List<String> bodies(List<Queues.Message> messages) {
    return messages.stream().map(Queues.Message::body).toList();
  }

  private void pass(Duration time) {
    now.set(now.get().plus(time));
  }

  @Test
  void message_isTakenWhenItIsDue_byOne() throws InterruptedException {
    send("b", Duration.ofSeconds(5));
    send("a", Duration.ZERO);
    engine.queues().send("other", List.of(new Queues.Sent("c", Duration.ZERO)));

    assertEquals(List.of("a"), bodies(engine.queues().take(QUEUE, 10)));
    assertEquals(List.of(), take());
    pass(Duration.ofSeconds(5).minusMillis(1));
    assertEquals(List.of(), take());
    pass(Duration.ofMillis(1));
    assertEquals(List.of("b"), bodies(take()));
    assertEquals(List.of("c"), bodies(engine.queues().takeDue("other", 10)));
  }

  @Test
  void messages_areTakenInOrder_asManyAsAreWanted() {
    List<Queues.Sent> all = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      all.add(new Queues.Sent("" + i, Duration.ZERO));
    }
    engine.queues().send(QUEUE, all);

    assertEquals(10, take().size());
    assertEquals(List.of("10", "11"), bodies(take()));
  }

  @Test
  void taker_waitsForAMessage_andEndsWhenItIsInterrupted() throws InterruptedException {
    List<String> taken = new ArrayList<>();
    Thread taker =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    taken.addAll(bodies(engine.queues().take(QUEUE, 10)));
                    engine.queues().take(QUEUE, 10);
                  } catch (InterruptedException e) {
                    taken.add("interrupted");
                  }
                });
    send("a", Duration.ZERO);
    while (taker.getState() != Thread.State.WAITING || taken.isEmpty()) {
      Thread.onSpinWait();
    }
    taker.interrupt();
    taker.join();

    assertEquals(List.of("a", "interrupted"), taken);
  }

  @Test
  void message_waitsOn_afterARestart() {
    send("a", Duration.ofSeconds(20));
    pass(Duration.ofSeconds(15));
    restart();

    assertEquals(List.of(), take());
    pass(Duration.ofSeconds(5));
    assertEquals(List.of("a"), bodies(take()));
  }

  /** A clock that was ahead when it was sent would let it wait for as long as it was. */
  @Test
  void message_waitsForAQuarterOfAnHourAtMost_whateverTheClockWas() {
    pass(Duration.ofDays(30));
    send("a", Duration.ofSeconds(20));
    now.set(Instant.EPOCH);
    restart();

    pass(Duration.ofMinutes(15));
    assertEquals(List.of("a"), bodies(take()));
  }

  @Test
  void message_isThereAgain_whenItWasTakenAndTheHostEnded() {
    send("a", Duration.ZERO);
    for (int restart = 0; restart < 2 * MOST_FAILURES; restart++) {
      Queues.Message message = take().getFirst();
      assertEquals("a", message.body());
      assertEquals(0, message.failures(), "a restart is no failure");
      restart();
    }
  }

  @Test
  void failures_areCounted_acrossRestarts() {
    send("a", Duration.ZERO);
    for (int failure = 0; failure < MOST_FAILURES; failure++) {
      Queues.Message message = take().getFirst();
      assertEquals(failure, message.failures());
      engine.queues().failed(message, Duration.ofSeconds(30));
      restart();
      assertEquals(List.of(), take(), "it waits");
      pass(Duration.ofSeconds(30));
    }
    engine.queues().done(take());
    restart();
    assertEquals(List.of(), take());
  }

  /** A full disk, or one that hangs, keeps no message from being tried again. */
  @Test
  void message_isTakenAgainOnce_whenItsFailureCannotBeWritten() {
    send("a", Duration.ZERO);
    Queues.Message message = take().getFirst();
    engine.close();

    for (int i = 0; i < 2; i++) {
      assertThrows(
          TableException.class, () -> engine.queues().failed(message, Duration.ofSeconds(5)));
    }

    assertEquals(List.of(), take());
    pass(Duration.ofSeconds(5));
    assertEquals(List.of("a"), bodies(take()));
  }

  /** All that a sender does with a webhook of ten attempts, in steps that are on the disk. */
  private final class Sender {
    private final int attempts;
    private final int restartBefore;
    private int steps;
    private int sent;

    Sender(int attempts, int restartBefore) {
      this.attempts = attempts;
      this.restartBefore = restartBefore;
    }

    private void step() {
      if (steps++ == restartBefore) {
        throw new Ended();
      }
    }

    /** Works until the queue is empty, or the host ends. */
    private void run() {
      boolean left = true;
      while (left) {
        pass(Duration.ofMinutes(15));
        List<Queues.Message> taken = take();
        for (Queues.Message each : taken) {
          step();
          sent++;
          int attempt = Integer.parseInt(each.body());
          if (attempt < attempts) {
            step();
            // The next attempt is on the disk before this one is done.
            send("" + (attempt + 1), Duration.ofMinutes(5));
          }
          step();
          engine.queues().done(List.of(each));
          step();
        }
        left = !taken.isEmpty();
      }
    }
  }

  private static final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** No webhook is lost or sent for ever by a restart, whenever it comes. */
  @Test
  void everyAttempt_isMade_andNoneForEver_whereverTheHostEnds() {
    int attempts = 10;
    int steps = 4 * attempts - 1;
    for (int restart = 0; restart < steps; restart++) {
      send("1", Duration.ZERO);
      Sender before = new Sender(attempts, restart);
      assertThrows(Ended.class, before::run);
      restart();
      Sender after = new Sender(attempts, -1);
      after.run();

      int sent = before.sent + after.sent;
      assertTrue(sent >= attempts && sent <= 2 * attempts, "sent " + sent + " times");
      assertEquals(List.of(), take());
    }
  }
}
