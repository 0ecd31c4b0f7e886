package io.doorlist.bench.importing;

import io.doorlist.bench.report.Machine;
import io.doorlist.bench.table.WriteUnits;
import io.doorlist.cli.Doorlist;
import io.doorlist.json.Json;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The command line in a process of its own, measured from inside: its write units and its peak
 * heap. The first argument is the file for the figures.
 */
final class MeasuredCommand {
  private MeasuredCommand() {}

  public static void main(String[] args) throws IOException {
    String[] command = new String[args.length - 1];
    System.arraycopy(args, 1, command, 0, command.length);
    int status = Doorlist.run(System.in, System.out, System.err, command);
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("write_units", WriteUnits.units());
    figures.put("writes", WriteUnits.writes());
    figures.put("requests", WriteUnits.requests());
    figures.put("peak_heap_bytes", peakHeap());
    figures.put("cpu_nanos", Machine.cpuNanos());
    Files.writeString(Path.of(args[0]), Json.writeValue(figures));
    System.exit(status);
  }

  /**
   * Returns the sum of the peaks of all heap pools, garbage included: never less than the truth.
   */
  private static long peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }
}
