package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.RefusedException;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is remembered about written transactions. */
class TransactionTokensTest {
  private static final Instant NOW = Instant.parse("2026-11-28T18:00:00Z");

  /** How often memory is looked through at most. */
  private static final int COLLECTIONS = 50;

  @TempDir private Path folder;

  /** An import of 150,000 orders writes as many transactions within ten minutes. */
  @Test
  void token_doesNotKeepWhatWasWritten() {
    try (SqliteEngine engine = open()) {
      WeakReference<String> written = write(engine, "token");

      for (int i = 0; i < COLLECTIONS && written.get() != null; i++) {
        System.gc();
      }

      assertNull(written.get());
    }
  }

  @Test
  void token_isOfOneTransaction() {
    try (SqliteEngine engine = open()) {
      List<Write> writes = List.of(Write.put(new Item(new Key("a", "1")).put("n", 1)));
      List<Write> others = List.of(Write.put(new Item(new Key("a", "1")).put("n", 2)));

      engine.transact(writes, "token");

      assertInstanceOf(Transaction.Written.class, engine.transact(writes, "token"));
      assertThrows(RefusedException.class, () -> engine.transact(others, "token"));
    }
  }

  /** Writes a text of which nobody else knows. */
  private static WeakReference<String> write(SqliteEngine engine, String token) {
    String text = "Ada".repeat(2);
    engine.transact(List.of(Write.put(new Item(new Key("a", "1")).put("text", text))), token);
    return new WeakReference<>(text);
  }

  private SqliteEngine open() {
    return SqliteEngine.open(
        folder,
        change -> false,
        new SqliteSettings(Duration.ofSeconds(30), 0, 1 << 20, "FULL", () -> NOW, line -> {}));
  }
}
