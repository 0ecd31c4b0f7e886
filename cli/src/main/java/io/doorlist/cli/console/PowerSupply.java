package io.doorlist.cli.console;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Where the power of this machine comes from. What cannot be asked counts as a cable. */
public final class PowerSupply {
  private static final Path SUPPLIES = Path.of("/sys/class/power_supply");
  private static final int PATIENCE_SECONDS = 5;

  /** The bytes of Windows' SYSTEM_POWER_STATUS; the first is 0 without a cable. */
  private static final long STATUS_BYTES = 12;

  private PowerSupply() {}

  /** Returns whether it runs on its battery. */
  public static boolean onBattery() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (system.startsWith("windows")) {
      return onBatteryOfWindows();
    }
    return system.startsWith("mac") ? saysBattery(pmset()) : onBattery(SUPPLIES);
  }

  /** Returns whether Linux knows cables, and none has power. */
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
      // A machine without such a folder has no battery that is known.
      return false;
    }
    return cable;
  }

  private static String read(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file).strip() : "";
  }

  /** Returns whether macOS' pmset names the battery as the source. */
  static boolean saysBattery(String pmset) {
    return pmset.contains("'Battery Power'");
  }

  private static String pmset() {
    try {
      Process process =
          new ProcessBuilder("pmset", "-g", "batt")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroy();
        return "";
      }
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  @SuppressWarnings("restricted")
  private static boolean onBatteryOfWindows() {
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
      return known != 0 && status.get(ValueLayout.JAVA_BYTE, 0) == 0;
    } catch (Throwable e) {
      // Nobody is warned of what is not known.
      return false;
    }
  }
}
