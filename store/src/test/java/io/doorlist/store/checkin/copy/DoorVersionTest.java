package io.doorlist.store.checkin.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.store.sequence.SequenceMark;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DoorVersionTest {
  @Test
  void version_isReadAsItWasWritten() {
    SequenceMark one = new SequenceMark(1, new TreeSet<>());
    SequenceMark two = new SequenceMark(2, new TreeSet<>());
    for (DoorVersion version :
        List.of(
            new DoorVersion(true, "origin", "words", one, two),
            new DoorVersion(false, "origin", "words", two, one))) {
      assertEquals(Optional.of(version), DoorVersion.of(version.text()));
    }
    assertEquals("1.a.b.1.2", new DoorVersion(true, "a", "b", one, two).text());
  }

  @Test
  void anythingElse_isNoVersion() {
    for (String text :
        List.of("", "1.a.b.1", "2.a.b.1.2", "1.a.b.1.2.3", "1.a.b.?.2", "1.a.b.1.?")) {
      assertEquals(Optional.empty(), DoorVersion.of(text), text);
    }
  }
}
