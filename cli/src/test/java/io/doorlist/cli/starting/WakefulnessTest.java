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
    assertEquals(
        List.of("sh", "-c", "echo kept; exec tail --pid=42 -f /dev/null"), linux.subList(4, 7));
  }

  /** Issue 71: without a login session systemd-inhibit ends, on a busy machine after a while. */
  @Test
  void programThatEndsBeforeItsLine_keepsNothingAwake() {
    Duration minute = Duration.ofMinutes(1);
    try (Wakefulness ended = Wakefulness.once(List.of("sh", "-c", "sleep 1; false"), minute);
        Wakefulness late = Wakefulness.once(List.of("sleep", "600"), Duration.ofMillis(1));
        Wakefulness says =
            Wakefulness.once(List.of("sh", "-c", "echo kept; exec sleep 600"), minute);
        Wakefulness none = Wakefulness.once(List.of("no-such-program"), minute)) {
      assertFalse(ended.kept());
      assertFalse(late.kept());
      assertTrue(says.kept());
      assertFalse(none.kept());
    }
  }

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
