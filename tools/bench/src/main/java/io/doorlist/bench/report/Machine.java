package io.doorlist.bench.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The machine on which figures are measured. */
public final class Machine {
  private static final Path CPU = Path.of("/proc/cpuinfo");

  private Machine() {}

  /** Returns a line that describes the machine and its present load. */
  static String describe() {
    Map<String, Object> members = members();
    return String.format(
        Locale.ROOT,
        "on %s x %s, %s, Java %s, load %s",
        members.get("processors"),
        members.get("processor"),
        members.get("system"),
        members.get("java"),
        members.get("load"));
  }

  static Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("processors", (long) Runtime.getRuntime().availableProcessors());
    members.put("processor", processor());
    members.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    members.put("java", System.getProperty("java.version"));
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    members.put("load", String.format(Locale.ROOT, "%.1f", load));
    return members;
  }

  /** Returns the processor time that this process has used, on all processors together. */
  public static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static String processor() {
    if (!Files.isReadable(CPU)) {
      return "unknown processor";
    }
    try (Stream<String> lines = Files.lines(CPU)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown processor");
    } catch (IOException e) {
      return "unknown processor";
    }
  }
}
