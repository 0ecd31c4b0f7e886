package io.doorlist.cli.console;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where this machine's power comes from. If the system does not say, this assumes a cable. */
public final class PowerSupply {
  private static final Path SUPPLIES = Path.of("/sys/class/power_supply");
  private static final List<String> PMSET = List.of("pmset", "-g", "batt");

  /**
   * The length of Windows' structure SYSTEM_POWER_STATUS. Its first byte is 0 without a cable. Its
   * second byte has the bit {@link #NO_BATTERY} if there is no battery.
   */
  private static final long STATUS_BYTES = 12;

  private static final int NO_BATTERY = 128;

  private PowerSupply() {}

  /** Returns whether the machine runs on its battery. */
  public static boolean onBattery() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (system.startsWith("windows")) {
      return statusOfWindows().map(status -> status[0] == 0).orElse(false);
    }
    return system.startsWith("mac") ? saysBattery(SystemProgram.said(PMSET)) : onBattery(SUPPLIES);
  }

  /** Returns whether the machine has a battery of its own, as laptops do. */
  public static boolean hasBattery() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (system.startsWith("windows")) {
      return statusOfWindows().map(status -> (status[1] & NO_BATTERY) == 0).orElse(false);
    }
    return system.startsWith("mac")
        ? SystemProgram.said(PMSET).contains("InternalBattery")
        : hasBattery(SUPPLIES);
  }

  /**
   * Returns whether Linux knows a battery of the machine itself. The battery of a wireless mouse
   * does not count.
   */
  static boolean hasBattery(Path supplies) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(supplies)) {
      for (Path each : all) {
        if (read(each.resolve("type")).equals("Battery")
            && !read(each.resolve("scope")).equals("Device")) {
          return true;
        }
      }
    } catch (IOException e) {
      // A machine without this folder has no battery that Linux knows.
      return false;
    }
    return false;
  }

  /** Returns whether Linux knows power cables, and none of them has power. */
  static boolean onBattery(Path supplies) {
    boolean cable = false;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(supplies)) {
      for (Path each : all) {
        if (read(each.resolve("type")).equals("Mains")) {
          cable = true;
          if (read(each.resolve("online")).equals("1")) {
            return false;
          }
        }
      }
    } catch (IOException e) {
      // A machine without this folder has no cable that Linux knows.
      return false;
    }
    return cable;
  }

  private static String read(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file).strip() : "";
  }

  /** Returns whether macOS' pmset names the battery as the source of power. */
  static boolean saysBattery(String pmset) {
    return pmset.contains("'Battery Power'");
  }

  @SuppressWarnings("restricted")
  private static Optional<byte[]> statusOfWindows() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(STATUS_BYTES);
      int known =
          (int)
              Linker.nativeLinker()
                  .downcallHandle(
                      SymbolLookup.libraryLookup("kernel32", arena)
                          .find("GetSystemPowerStatus")
                          .orElseThrow(),
                      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS))
                  .invokeExact(status);
      return known == 0 ? Optional.empty() : Optional.of(status.toArray(ValueLayout.JAVA_BYTE));
    } catch (Throwable e) {
      // Without an answer a cable is assumed, so nobody is warned.
      return Optional.empty();
    }
  }
}
