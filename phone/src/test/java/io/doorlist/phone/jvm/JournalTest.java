package io.doorlist.phone.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("x.journal");
  }

  private static Map<String, String> values(Path file) throws IOException {
    try (Journal journal = Journal.open(file)) {
      return journal.values();
    }
  }

  @Test
  void open_hasTheChangesThatWereWhole_whereverTheFileWasCutOff() throws IOException {
    List<Map<String, String>> writes =
        List.of(
            Map.of("a", "1", "b", "\u00e4\n\"2\""),
            Map.of("a", "", "c", "3"),
            Map.of("b", "4", "d", "5"));
    List<Integer> ends = new ArrayList<>();
    List<Map<String, String>> states = new ArrayList<>();
    try (Journal journal = Journal.open(file())) {
      ends.add((int) Files.size(file()));
      states.add(journal.values());
      for (Map<String, String> write : writes) {
        journal.write(write);
        ends.add((int) Files.size(file()));
        states.add(journal.values());
      }
    }
    byte[] all = Files.readAllBytes(file());
    assertEquals(new TreeMap<>(Map.of("b", "4", "c", "3", "d", "5")), states.get(3));

    for (int length = 0; length <= all.length; length++) {
      Path cut = folder.resolve("cut" + length + ".journal");
      Files.write(cut, java.util.Arrays.copyOf(all, length));
      int whole = 0;
      for (int i = 0; i < ends.size(); i++) {
        whole = ends.get(i) <= length ? i : whole;
      }
      assertEquals(states.get(whole), values(cut), "after " + length + " bytes");
    }
  }

  @Test
  void open_passesOverALine_whichWasNotWrittenWell() throws IOException {
    try (Journal journal = Journal.open(file())) {
      journal.write(Map.of("a", "1"));
    }
    Files.write(
        file(),
        "12345678 {\"a\":\"2\"}\n".getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.APPEND);
    byte[] broken = Files.readAllBytes(file());

    assertEquals(Map.of("a", "1"), values(file()));
    assertTrue(broken.length > Files.size(file()), "it is written anew");
  }

  @Test
  void open_isRefused_whileAnotherPhoneHasIt() throws IOException {
    try (Journal journal = Journal.open(file())) {
      assertEquals(Map.of(), journal.values());
      IOException refused = assertThrows(IOException.class, () -> Journal.open(file()));
      assertEquals("x.journal is in use by another phone", refused.getMessage());
    }
    assertEquals(Map.of(), values(file()));
  }

  @Test
  void write_keepsTheFileSmall() throws IOException {
    String large = "x".repeat(100_000);
    try (Journal journal = Journal.open(file())) {
      for (int i = 0; i < 200; i++) {
        journal.write(Map.of("a", large + i));
      }
      assertTrue(Files.size(file()) < 5_000_000, () -> file().toFile().length() + " bytes");
      assertEquals(large + 199, journal.values().get("a"));
    }
    assertEquals(Map.of("a", large + 199), values(file()));
  }
}
