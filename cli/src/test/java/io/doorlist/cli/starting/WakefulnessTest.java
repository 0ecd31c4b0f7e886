package io.doorlist.cli.starting;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
