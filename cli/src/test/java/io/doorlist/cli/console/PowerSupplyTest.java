package io.doorlist.cli.console;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a laptop at the door has its cable (issue 71). */
class PowerSupplyTest {
  @TempDir private Path supplies;

  private void supply(String name, String type, String online) throws IOException {
    Path folder = Files.createDirectories(supplies.resolve(name));
    Files.writeString(folder.resolve("type"), type + "\n");
    if (online != null) {
      Files.writeString(folder.resolve("online"), online + "\n");
    }
  }

  @Test
  void laptop_isOnItsBattery_onceNoCableHasPower() throws IOException {
    assertFalse(PowerSupply.onBattery(supplies), "a machine without any");
    supply("BAT0", "Battery", null);
    assertFalse(PowerSupply.onBattery(supplies), "nothing is known of cables");
    supply("AC", "Mains", "0");
    assertTrue(PowerSupply.onBattery(supplies));
    supply("DOCK", "Mains", "1");
    assertFalse(PowerSupply.onBattery(supplies));
    assertFalse(PowerSupply.onBattery(supplies.resolve("nothing")));
  }

  @Test
  void battery_isTheMachines_andNotThatOfAMouse() throws IOException {
    assertFalse(PowerSupply.hasBattery(supplies));
    supply("AC", "Mains", "1");
    supply("hidpp_battery_0", "Battery", null);
    Files.writeString(supplies.resolve("hidpp_battery_0/scope"), "Device\n");
    assertFalse(PowerSupply.hasBattery(supplies));
    supply("BAT0", "Battery", null);
    assertTrue(PowerSupply.hasBattery(supplies));
    assertFalse(PowerSupply.hasBattery(supplies.resolve("nothing")));
  }

  @Test
  void macOs_namesTheSource() {
    assertTrue(
        PowerSupply.saysBattery("Now drawing from 'Battery Power'\n -InternalBattery-0 97%"));
    assertFalse(PowerSupply.saysBattery("Now drawing from 'AC Power'\n -InternalBattery-0 97%"));
  }
}
