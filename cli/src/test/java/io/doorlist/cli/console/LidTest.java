package io.doorlist.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What becomes of a laptop when its lid is closed (issue 71). */
class LidTest {
  private static final String WINDOWS =
      """
          GUID der Energieeinstellung: 5ca83367-6e45-459f-a27b-476b1d01c936  (Zuklappen)
            GUID-Alias: LIDACTION
            Index der möglichen Einstellung: 000
            Index der aktuellen Wechselstromeinstellung: 0x00000000
            Index der aktuellen Gleichstromeinstellung: 0x00000001
      """;

  @Test
  void windows_saysItForCableAndBattery_inEveryLanguage() {
    assertEquals(Lid.STAYS_AWAKE, Lid.ofPowercfg(WINDOWS, false));
    assertEquals(Lid.SLEEPS, Lid.ofPowercfg(WINDOWS, true));
    assertEquals(Lid.UNKNOWN, Lid.ofPowercfg("", false));
  }

  @Test
  void systemd_saysWhatItDoes_andNotWhatADesktopDoes() {
    assertEquals(Lid.SLEEPS, Lid.ofLogind("s \"suspend\"\n"));
    assertEquals(Lid.SLEEPS, Lid.ofLogind("s \"suspend-then-hibernate\"\n"));
    assertEquals(Lid.UNKNOWN, Lid.ofLogind("s \"ignore\"\n"));
    assertEquals(Lid.UNKNOWN, Lid.ofLogind(""));
  }
}
