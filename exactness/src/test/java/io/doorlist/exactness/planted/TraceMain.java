package io.doorlist.exactness.planted;

import io.doorlist.exactness.simulator.PassageSimulation;
import io.doorlist.exactness.simulator.check.TicketTrace;
import io.doorlist.exactness.simulator.evening.Flaw;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Writes what the simulator's table said, for {@code exactness/tla/TraceSpec.tla}. */
public final class TraceMain {
  private TraceMain() {}

  /**
   * Writes {@code TraceData.tla} and {@code TraceSpec.cfg}: {@code DIRECTORY FIRST SEEDS [FAULT]}.
   */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    long first = Long.parseLong(arguments[1]);
    long seeds = Long.parseLong(arguments[2]);
    Flaw flaw =
        arguments.length > 3 ? Flaw.ofTable(PassageFaults.valueOf(arguments[3])::on) : Flaw.NONE;
    List<TicketTrace> traces =
        LongStream.range(first, first + seeds)
            .parallel()
            .mapToObj(seed -> PassageSimulation.traces(seed, flaw))
            .flatMap(List::stream)
            .filter(trace -> trace.passages() > 0)
            .toList();
    int longest = traces.stream().mapToInt(TicketTrace::passages).max().orElse(1);
    Files.writeString(
        directory.resolve("TraceData.tla"),
        traces.stream()
            .map(TicketTrace::tla)
            .collect(
                Collectors.joining(
                    ",\n",
                    "---- MODULE TraceData ----\nEXTENDS Integers, Sequences\nTraces == <<\n",
                    "\n>>\n====\n")));
    Path configuration = directory.resolve("TraceSpec.cfg");
    Files.writeString(
        configuration,
        Files.readString(configuration).replace("@LAST@", Integer.toString(longest)));
    System.out.printf(
        "%d seeds: %d tickets, %d states, up to %d passages of one; the area emptied between %d%n",
        seeds,
        traces.size(),
        traces.stream().mapToLong(TicketTrace::states).sum(),
        longest,
        traces.stream().filter(TicketTrace::empties).count());
  }
}
