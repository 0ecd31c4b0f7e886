package io.doorlist.cli.starting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WakefulnessTest {
  @Test
  void command_endsWithTheProcess_onMacAndLinux() {
    assertEquals(List.of("caffeinate", "-i", "-w", "42"), Wakefulness.command("mac os x", 42));
    List<String> linux = Wakefulness.command("linux", 42);
    assertEquals("systemd-inhibit", linux.getFirst());
    assertEquals(List.of("tail", "--pid=42", "-f", "/dev/null"), linux.subList(4, 8));
  }

  /** Without a login session systemd-inhibit ends at once, and the machine falls asleep. */
  @Test
  void programThatEndsAtOnce_keepsNothingAwake() {
    try (Wakefulness ended = Wakefulness.beside(List.of("false"), Duration.ofMinutes(1));
        Wakefulness goesOn = Wakefulness.beside(List.of("sleep", "600"), Duration.ZERO);
        Wakefulness none = Wakefulness.beside(List.of("no-such-program"), Duration.ZERO)) {
      assertFalse(ended.kept());
      assertTrue(goesOn.kept());
      assertFalse(none.kept());
    }
  }
}
