package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.Item;
import io.doorlist.table.Range;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What must be true of a folder after its host has ended, in any way. */
final class Aftermath {
  private Aftermath() {}

  /**
   * Returns what was acknowledged and is lost: check-ins, and webhooks that were neither delivered
   * nor will be. Fails if what is there contradicts itself, or does not go on.
   */
  static Set<String> lost(Path folder, TableProcess.Told told) {
    try (SqliteEngine engine =
        SqliteEngine.open(folder, CheckInLoad::isLogged, TableProcess.Options.USUAL.settings())) {
      Set<String> there = checkIns(engine);
      Set<String> lost = new TreeSet<>(told.acknowledged());
      lost.removeAll(there);
      there.forEach(each -> assertTrue(CheckInLoad.isThere(engine, each)));
      assertEquals(there.size(), CheckInLoad.count(engine), "each counts once");

      Set<String> sent = new HashSet<>(told.delivered());
      sent.addAll(drained(engine));
      Stream.concat(there.stream(), told.acknowledged().stream())
          .filter(each -> !sent.contains(each))
          .forEach(each -> lost.add("webhook of " + each));
      assertTrue(CheckInLoad.checkIn(engine, "afterwards").written());
      return lost;
    }
  }

  private static Set<String> checkIns(SqliteEngine engine) {
    Set<String> found = new TreeSet<>();
    Range rest = Range.between(CheckInLoad.log("").pk(), "LOG#", "LOG#~");
    SqliteEngine.Part part = engine.query(rest, null);
    part.items().forEach(each -> found.add(each.text("ticket")));
    while (part.last() != null) {
      part = engine.query(rest, part.last());
      part.items().forEach(each -> found.add(each.text("ticket")));
    }
    return found;
  }

  /** Works off what is left of changes and messages, and returns what was sent. */
  private static Set<String> drained(SqliteEngine engine) {
    long before = 0;
    for (List<ChangeFeed.Numbered> left = engine.changes().now(0, 100);
        !left.isEmpty();
        left = engine.changes().now(0, 100)) {
      for (ChangeFeed.Numbered each : left) {
        assertTrue(each.number() > before, "changes are in order");
        before = each.number();
        Item row = each.change().now();
        assertEquals(CheckInLoad.log(row.text("ticket")), each.change().key());
      }
      Recorder.pass(engine, left);
    }
    Set<String> sent = new HashSet<>();
    for (List<Queues.Message> left = engine.queues().takeDue(TableProcess.QUEUE, 100);
        !left.isEmpty();
        left = engine.queues().takeDue(TableProcess.QUEUE, 100)) {
      sent.addAll(left.stream().map(Queues.Message::body).collect(Collectors.toSet()));
      engine.queues().done(left);
    }
    return sent;
  }
}
