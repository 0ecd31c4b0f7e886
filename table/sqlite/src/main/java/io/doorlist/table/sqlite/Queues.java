package io.doorlist.table.sqlite;

import io.doorlist.table.TableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Queues of messages, which are kept until they are done: a host that ends, however it does, goes
 * on with them when it starts again. A message is taken once or more often. Thread-safe.
 *
 * <p>Implementation note. All messages are in memory, too, where takers wait for them. A message
 * that was taken when the host ended is there again at once, and has not failed: restarts neither
 * lose a message nor use up its tries.
 */
public final class Queues {
  /** As with SQS. After a clock that was ahead, nothing waits for longer than this. */
  private static final Duration MAX_DELAY = Duration.ofMinutes(15);

  private final Writer writer;
  private final InstantSource clock;
  private final AtomicLong ids;
  private final Map<String, PriorityQueue<Message>> queues = new HashMap<>();

  /** Messages that somebody has taken, and not said what became of them. */
  private final Set<Long> taken = new HashSet<>();

  /**
   * A message.
   *
   * @param failures how often it was taken and failed
   * @param dueMillis when it can be taken
   */
  public record Message(long id, String queue, String body, int failures, long dueMillis)
      implements Comparable<Message> {
    @Override
    public int compareTo(Message other) {
      int due = Long.compare(dueMillis, other.dueMillis);
      return due == 0 ? Long.compare(id, other.id) : due;
    }
  }

  /**
   * What is sent.
   *
   * @param delay after which it can be taken
   */
  public record Sent(String body, Duration delay) {}

  Queues(Database database, Writer writer, SqliteSettings settings) {
    this.writer = writer;
    this.clock = settings.clock();
    long latest = clock.millis() + MAX_DELAY.toMillis();
    List<Message> kept =
        database.read(
            session ->
                session.list(
                    row ->
                        new Message(
                            row.getLong(1),
                            row.getString(2),
                            row.getString(3),
                            row.getInt(4),
                            Math.min(row.getLong(5), latest)),
                    "SELECT id, queue, body, failures, due FROM messages ORDER BY id"));
    ids = new AtomicLong(kept.isEmpty() ? 0 : kept.getLast().id());
    kept.forEach(this::offer);
  }

  private synchronized void offer(Message message) {
    queues.computeIfAbsent(message.queue(), unused -> new PriorityQueue<>()).add(message);
    notifyAll();
  }

  /** Sends messages, all or none; they are on the disk when this returns. */
  public List<Message> send(String queue, List<Sent> all) {
    List<Message> messages = new ArrayList<>();
    List<Decision.Statement> statements = new ArrayList<>();
    for (Sent each : all) {
      long due = clock.millis() + each.delay().toMillis();
      Message message = new Message(ids.incrementAndGet(), queue, each.body(), 0, due);
      messages.add(message);
      statements.add(
          new Decision.Statement(
              "INSERT INTO messages (id, queue, body, due, failures) VALUES (?, ?, ?, ?, 0)",
              message.id(),
              queue,
              message.body(),
              due));
    }
    return writer.write(
        session -> new Decision<>(messages, statements, () -> messages.forEach(this::offer)));
  }

  /** Waits for messages, and takes some. Whoever does says of each what became of it. */
  public synchronized List<Message> take(String queue, int most) throws InterruptedException {
    List<Message> due = takeDue(queue, most);
    while (due.isEmpty()) {
      Message next = next(queue);
      if (next == null) {
        wait();
      } else {
        wait(Math.max(1, next.dueMillis() - clock.millis()));
      }
      due = takeDue(queue, most);
    }
    return due;
  }

  private Message next(String queue) {
    PriorityQueue<Message> waiting = queues.get(queue);
    return waiting == null ? null : waiting.peek();
  }

  /** Takes what is due; nothing if nothing is. */
  synchronized List<Message> takeDue(String queue, int most) {
    List<Message> due = new ArrayList<>();
    long now = clock.millis();
    for (Message next = next(queue);
        next != null && next.dueMillis() <= now && due.size() < most;
        next = next(queue)) {
      due.add(queues.get(queue).remove());
      taken.add(next.id());
    }
    return due;
  }

  /**
   * Forgets messages that were delivered, or are given up. Those that cannot be forgotten now come
   * again after the next start.
   */
  public void done(List<Message> messages) {
    List<Decision.Statement> statements =
        messages.stream()
            .map(each -> new Decision.Statement("DELETE FROM messages WHERE id = ?", each.id()))
            .toList();
    writer.write(session -> new Decision<>(null, statements, () -> forget(messages)));
  }

  private synchronized void forget(List<Message> messages) {
    messages.forEach(each -> taken.remove(each.id()));
  }

  /** Lets a message that failed be taken again later, also if that cannot be written now. */
  public void failed(Message message, Duration later) {
    Message again =
        new Message(
            message.id(),
            message.queue(),
            message.body(),
            message.failures() + 1,
            clock.millis() + later.toMillis());
    Decision.Statement update =
        new Decision.Statement(
            "UPDATE messages SET failures = failures + 1, due = ? WHERE id = ?",
            again.dueMillis(),
            message.id());
    try {
      writer.write(session -> new Decision<>(null, List.of(update), () -> giveBack(again)));
    } catch (TableException e) {
      giveBack(again);
      throw e;
    }
  }

  private synchronized void giveBack(Message again) {
    // A write without an answer may still come to its end.
    if (taken.remove(again.id())) {
      offer(again);
    }
  }
}
