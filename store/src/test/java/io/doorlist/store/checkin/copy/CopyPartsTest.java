package io.doorlist.store.checkin.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.store.checkin.copy.DoorCopyStore.Composition;
import io.doorlist.store.checkin.copy.DoorCopyStore.DoorVersion;
import io.doorlist.store.sequence.SequenceMark;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CopyPartsTest {
  private final Composition<String> composition =
      new Composition<>(new SequenceMark(10, new TreeSet<>(List.of(4L))));

  @Test
  void change_isOfWhatTheReaderHasOrGets() {
    composition.put(12, "new");
    composition.change(10, "changed");
    composition.change(4, "was open");
    composition.change(11, "is still to come");
    composition.change(12, "new and changed");

    assertEquals(List.of("changed", "new and changed"), composition.things());
  }

  @Test
  void whatIsGone_isNamedToThoseWhoHaveIt() {
    composition.put(700, "first of two in row 12");
    composition.put(701, "second of two in row 12");
    composition.remove(700, 12);
    composition.remove(600, 10);
    composition.remove(400, 4);

    assertEquals(List.of("second of two in row 12"), composition.things());
    assertEquals(List.of(600L), composition.gone());
  }

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
  void otherTexts_areNoVersion() {
    for (String text :
        List.of("", "1.a.b.1", "2.a.b.1.2", "1.a.b.1.2.3", "1.a.b.?.2", "1.a.b.1.?")) {
      assertEquals(Optional.empty(), DoorVersion.of(text), text);
    }
  }
}
