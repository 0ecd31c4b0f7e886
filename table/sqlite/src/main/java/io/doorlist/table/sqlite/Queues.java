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
 * Queues of messages. Each message is stored until it is done, so a host goes on with it after its
 * next start, however it ended. A message is taken at least once. Thread-safe.
 *
 * <p>Implementation note. All messages are in memory, too, where takers wait for them. A message
 * that was taken when the host ended can be taken again at once, and counts as not failed. So
 * restarts neither lose a message nor use up its tries.
 */
public final class Queues {
  /**
   * The longest delay, as in SQS. Even if the clock was ahead when a message was sent, the message
   * waits no longer than this after a start.
   */
  private static final Duration MAX_DELAY = Duration.ofMinutes(15);

  private final Writer writer;
  private final InstantSource clock;
  private final AtomicLong ids;
  private final Map<String, PriorityQueue<Message>> queues = new HashMap<>();

  /** The messages that are taken, and neither done nor failed yet. */
  private final Set<Long> taken = new HashSet<>();

  /**
   * A message.
   *
   * @param failures how often its delivery failed
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
   * A message to send.
   *
   * @param delay how long the message waits before it can be taken
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

  /** Sends all of the messages or none. They are on the disk when this returns. */
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

  /**
   * Waits until messages are due, and takes some. The caller must report each as done or failed.
   */
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

  /** Takes messages that are due, without waiting. */
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
   * Deletes messages that were delivered or given up. If they cannot be deleted now, they come
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

  /** Lets a failed message be taken again later, even if that cannot be written now. */
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
    // A write without an answer may still have succeeded, and then it has given the message back.
    if (taken.remove(again.id())) {
      offer(again);
    }
  }
}
