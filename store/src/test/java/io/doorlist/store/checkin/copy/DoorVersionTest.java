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
    SequenceMark three = new SequenceMark(3, new TreeSet<>());
    for (DoorVersion version :
        List.of(
            new DoorVersion(true, "origin", "words", one, two, SequenceMark.NONE),
            new DoorVersion(false, "origin", "words", one, two, three))) {
      assertEquals(Optional.of(version), DoorVersion.of(version.text()));
    }
    assertEquals("1.a.b.1.2", new DoorVersion(true, "a", "b", one, two, SequenceMark.NONE).text());
    assertEquals("0.a.b.1.2.3", new DoorVersion(false, "a", "b", one, two, three).text());
  }

  @Test
  void anythingElse_isNoVersion() {
    for (String text :
        List.of(
            "", "1.a.b.1", "2.a.b.1.2", "1.a.b.1.2.3.4", "1.a.b.?.2", "1.a.b.1.?", "1.a.b.1.2.?")) {
      assertEquals(Optional.empty(), DoorVersion.of(text), text);
    }
  }
}
