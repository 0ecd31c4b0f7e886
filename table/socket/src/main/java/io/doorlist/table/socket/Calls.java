package io.doorlist.table.socket;

import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the engine's calls that requests ask for, and writes and reads their results as answers.
 */
final class Calls {
  /**
   * The first letter of the answer to a call that had a result. An answer with another letter is a
   * failure ({@link FailureMessages}).
   */
  static final char DONE = 'A';

  static final char GET = 'g';
  static final char GET_MANY = 'm';
  static final char QUERY = 'q';
  static final char SCAN = 's';
  static final char WRITE = 'w';
  static final char TRANSACT = 't';

  private Calls() {}

  /** Makes the call that a request asks for, and writes its answer. */
  static void make(Engine engine, MessageReader in, MessageWriter out) throws ProtocolException {
    char kind = in.kind();
    switch (kind) {
      case GET -> {
        Key key = in.key();
        in.end();
        writeFound(engine.get(key), out);
      }
      case GET_MANY -> {
        List<Key> keys = in.list(in::key);
        in.end();
        Engine.Batch batch = engine.get(keys);
        // The items need no keys beside them, as each contains its own.
        out.list(batch.found().values(), out::item);
        out.list(batch.left(), out::key);
      }
      case QUERY -> {
        Range range = in.range();
        Key after = in.optional(in::key);
        in.end();
        writePart(engine.query(range, after), out);
      }
      case SCAN -> {
        Condition filter = in.optional(in::condition);
        int limit = in.count();
        Key after = in.optional(in::key);
        in.end();
        writePart(engine.scan(filter, limit, after), out);
      }
      case WRITE -> {
        Write write = in.write();
        in.end();
        writeFound(engine.write(write), out);
      }
      case TRANSACT -> {
        List<Write> writes = in.list(in::write);
        String token = in.text();
        in.end();
        writeOutcome(writes, engine.transact(writes, token), out);
      }
      default -> throw new ProtocolException("a message asks for something unknown");
    }
  }

  private static void writeFound(Optional<Item> found, MessageWriter out) {
    out.optional(found.orElse(null), out::item);
  }

  static Optional<Item> readFound(MessageReader in) throws ProtocolException {
    return Optional.ofNullable(in.optional(in::item));
  }

  static Engine.Batch readBatch(MessageReader in) throws ProtocolException {
    Map<Key, Item> found = new HashMap<>();
    in.list(in::item).forEach(item -> found.put(item.key(), item));
    return new Engine.Batch(found, in.list(in::key));
  }

  private static void writePart(Engine.Part part, MessageWriter out) {
    out.list(part.items(), out::item);
    out.optional(part.last(), out::key);
  }

  static Engine.Part readPart(MessageReader in) throws ProtocolException {
    return new Engine.Part(in.list(in::item), in.optional(in::key));
  }

  /**
   * Writes the outcome of a transaction. It names each failed write by its place among the writes.
   */
  private static void writeOutcome(List<Write> writes, Transaction outcome, MessageWriter out) {
    out.flag(outcome.written());
    if (outcome instanceof Transaction.Rejected rejected) {
      List<Integer> failed = new ArrayList<>();
      for (int i = 0; i < writes.size(); i++) {
        if (rejected.failed(writes.get(i))) {
          failed.add(i);
        }
      }
      out.list(
          failed,
          place -> {
            out.count(place);
            out.item(rejected.old(writes.get(place)));
          });
    }
  }

  static Transaction readOutcome(List<? extends Write> writes, MessageReader in)
      throws ProtocolException {
    if (in.flag()) {
      return new Transaction.Written();
    }
    Map<Write, Item> failed = new HashMap<>();
    int count = in.count();
    for (int i = 0; i < count; i++) {
      int place = in.count();
      if (place >= writes.size()) {
        throw new ProtocolException("a message names a write that was not sent");
      }
      failed.put(writes.get(place), in.item());
    }
    return new Transaction.Rejected(failed);
  }
}
