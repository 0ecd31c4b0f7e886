package io.doorlist.cli.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.Doorlist;
import io.doorlist.cli.SampleLines;
import io.doorlist.cli.console.Failure;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Write;
import io.doorlist.table.memory.MemoryEngine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A command at the table of an {@code up} that ends. */
class RunningTableTest {
  private static final URI HERE = URI.create("http://127.0.0.1:3000");
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Key KEY = new Key("a", "b");

  private final Deque<RunningHost> hosts = new ArrayDeque<>();
  private final List<String> said = new ArrayList<>();

  private RunningHost.Note start(String folder, boolean temporary, Engine table) {
    // So that notes are not left among those of whoever builds this.
    assertTrue(new CommandTable().options().size() > 0);
    URI api = URI.create(HERE + "/" + hosts.size());
    RunningHost.Note note =
        RunningHost.leave(Path.of(folder), temporary, temporary ? HERE : api, table, said::add);
    Path socket = Path.of(note.file().toString().replaceFirst("[.]up$", ".table"));
    hosts.add(
        new RunningHost(
            Path.of(folder).toAbsolutePath(), temporary, temporary ? HERE : api, socket));
    return note;
  }

  @Test
  void call_saysThatTheHostHasEnded_andTheNextGoesOnWithItsSuccessor() {
    Engine kept = new MemoryEngine();
    RunningHost.Note first = start("gala", false, kept);
    try (Engine table = new RunningTable(hosts::removeFirst)) {
      assertTrue(table.write(Write.put(new Item(KEY))).isPresent());
      first.close();

      Failure ended = assertThrows(Failure.class, () -> table.get(KEY));

      assertEquals(
          "the `doorlist up` at %s/0 has ended: start it, and run this again".formatted(HERE),
          ended.getMessage());
      try (RunningHost.Note second = start("gala", false, kept)) {
        assertTrue(table.get(KEY).isPresent());
        assertNull(second.problem());
      }
    }
    assertEquals(List.of(), said);
  }

  /** What was read at one evening is not written into another. */
  @Test
  void call_goesToNoOtherTable() {
    for (boolean temporary : List.of(false, true)) {
      RunningHost.Note first = start("gala", temporary, new MemoryEngine());
      try (Engine table = new RunningTable(hosts::removeFirst)) {
        first.close();
        assertThrows(Failure.class, () -> table.get(KEY));
        MemoryEngine other = new MemoryEngine();
        try (RunningHost.Note second = start("fair", false, other)) {
          assertNull(second.problem());
          Failure ended = assertThrows(Failure.class, () -> table.write(Write.put(new Item(KEY))));
          assertTrue(ended.getMessage().endsWith(" has ended"), ended::getMessage);
        }
        assertTrue(other.get(KEY).isEmpty());
      }
    }
  }

  /** Two minutes were waited. Run again, an import goes on where it was. */
  @Test
  void import_saysSoWithinSeconds_whenItsHostEndsInTheMiddle() {
    CommandTable table = new CommandTable();
    RunningHost.Note note = table.serve();
    long[] ended = new long[1];
    InputStream ends =
        new InputStream() {
          @Override
          public int read() {
            note.close();
            ended[0] = System.nanoTime();
            return -1;
          }
        };
    InputStream lines =
        new SequenceInputStream(
            Collections.enumeration(
                List.of(line(SampleLines.ACCOUNT), ends, line(SampleLines.EVENT))));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> command = new ArrayList<>(List.of("import", "-"));
    command.addAll(table.options());

    int status =
        Doorlist.run(
            lines,
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            command.toArray(String[]::new));

    Duration took = Duration.ofNanos(System.nanoTime() - ended[0]);
    String message = err.toString(StandardCharsets.UTF_8);
    assertEquals(1, status, message);
    assertTrue(message.contains(" has ended: start it, and run this again"), message);
    assertTrue(took.compareTo(SOON) < 0, took::toString);
    CommandResult again =
        table.runWith(SampleLines.ACCOUNT + "\n" + SampleLines.EVENT, "import", "-");
    assertEquals(0, again.status(), again::err);
  }

  private static InputStream line(String text) {
    return new ByteArrayInputStream((text + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
