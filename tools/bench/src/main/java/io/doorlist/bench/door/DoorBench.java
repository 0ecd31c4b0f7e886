package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.BenchReport;
import io.doorlist.local.LocalHost;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how many people the doors let in per second, and how long they wait. */
@Command(
    name = "door",
    description = {
      "Lets people in through the local host: checkInTicket and checkInOrder,",
      "repeats and wrong codes, listCheckins and listTicketsOfList (DoorTraffic has the shares).",
      "Afterwards the history checker looks at every request and answer.",
      "",
      "In memory: at fixed rates, whether or not the host keeps up.",
      "--disk, --lan: by the clock, then on 8 connections as quickly as they are answered; then",
      "the host is killed under load and started again.",
      "--reconnect: phones that were offline send their queues, while others check in live.",
      "--url, --token: people come to a service that runs elsewhere."
    })
public final class DoorBench extends BenchCommand {
  /** The check-ins per second that a host in memory must manage (issue 7). */
  private static final int TARGET = 250;

  private static final int CONNECTIONS = 8;

  /**
   * The check-ins per second that a host on disk must manage. It is ten times the rate of pretix
   * with PostgreSQL, on the same kind of machine and with as many connections.
   */
  private static final double DISK_TARGET = 365;

  /** How long nobody comes after the load, and how much memory the host may have then. */
  private static final Duration REST = Duration.ofSeconds(15);

  private static final long MAX_RESIDENT_MEGABYTES = 250;

  /** How long the host is under load before it is killed. */
  private static final Duration KILL = Duration.ofSeconds(3);

  private static final int PHONES = 20;
  private static final double MAX_LIVE_P99_MILLIS = 300;

  @Option(names = "--disk", description = "With the data on disk, as up --data has it.")
  private boolean disk;

  @Option(
      names = "--lan",
      description = {
        "The same, and phones ask by TLS at a listener of up --lan, from 20 addresses, and each",
        "keeps a copy."
      })
  private boolean lan;

  @Option(names = "--reconnect", description = "Queues of phones that were offline, on disk.")
  private boolean reconnect;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = {
        "Of an event of a service that runs elsewhere, such as a stack:",
        "https://door.example.org/acme/load. Lets its test tickets in."
      })
  private URI url;

  @Option(
      names = "--token",
      paramLabel = "SECRET",
      description = "With --url: a token of that event, of test mode.")
  private String token;

  @Option(
      names = "--import",
      paramLabel = "FILE",
      description =
          "With --url: only writes a file for ./doorlist import, with enough test tickets.")
  private Path orders;

  @Option(
      names = "--rates",
      split = ",",
      description = "Check-ins a second (50,100,250; on disk 100; beside queues 10).")
  private List<Integer> rates;

  @Option(
      names = "--seconds",
      description = "How long each load lasts (60), or the most that draining may take (600).")
  private Integer seconds;

  @Option(
      names = "--warm-up",
      description = {
        "Seconds before anything counts, at an eighth of the first rate, a quarter, a half and all",
        "of it (30; on disk 60; beside queues 20, all at the same rate)."
      })
  private Integer warmUp;

  @Option(
      names = "--lists",
      split = ",",
      description = "In memory: numbers of check-in lists; each run starts afresh.")
  private List<Integer> lists = List.of(1, 10);

  @Option(
      names = "--most",
      description = "On disk: check-ins a second, at most, for which there are tickets.")
  private int most = 2_000;

  @Option(names = "--queued", description = "Scans in the queue of each of 20 phones.")
  private int queued = 400;

  @Mixin private HostProcess.Spec host;

  @Spec private CommandSpec spec;

  @Override
  public BenchReport measure() throws Exception {
    if (url != null) {
      return elsewhere(rates(50, 100, 250), seconds(30, warmUp), seconds(60, seconds));
    }
    host.lan = lan;
    if (reconnect) {
      return queues(rates(10).getFirst(), seconds(20, warmUp), seconds(600, seconds));
    }
    return disk || lan
        ? disk(rates(100).getFirst(), seconds(60, warmUp), seconds(60, seconds))
        : memory(rates(50, 100, 250), seconds(30, warmUp), seconds(60, seconds));
  }

  private BenchReport elsewhere(List<Integer> rates, Duration warmUp, Duration length)
      throws Exception {
    if (orders != null) {
      int tickets = StackRun.tickets(rates, warmUp, length);
      StackRun.writeImport(url, tickets, orders);
      return new BenchReport("wrote " + tickets + " test tickets to " + orders, List.of());
    }
    if (token == null) {
      throw new ParameterException(
          spec.commandLine(), "--url wants --token, or --import to write the tickets first");
    }
    try (StackRun run = new StackRun(url, token)) {
      return run.measure(rates, warmUp, length);
    }
  }

  /** Measures fixed rates of check-ins, one after the other. */
  private BenchReport memory(List<Integer> rates, Duration warmUp, Duration length)
      throws Exception {
    BenchReport report =
        new BenchReport(
            "people let in through the local host"
                + (host.noStream ? ", the table without its stream" : ""),
            DoorFigures.COLUMNS);
    double checkins = (double) rates.getFirst() * warmUp.toSeconds();
    for (int rate : rates) {
      checkins += (double) rate * length.toSeconds();
    }
    int tickets = DoorTraffic.tickets(checkins);
    for (int each : lists) {
      String title = each == 1 ? "1 list, " : each + " lists, ";
      say(title + tickets + " tickets");
      try (DoorRun run = new DoorRun(each, tickets, 0, null, host)) {
        run.warmUp(rates.getFirst(), warmUp);
        for (int rate : rates) {
          say(title + rate + "/s");
          DoorFigures figures = run.come(rate, length);
          report.row(title + rate + "/s", figures.row());
          report.check(title + rate + "/s: all answers are expected ones", figures.odd().isEmpty());
          if (rate == TARGET) {
            report.check(title + "250/s get in with p99 under 100 ms", figures.keptUp());
          }
        }
        run.checkHistory(report, title + "the history checker finds nothing wrong", 0);
      }
    }
    return report;
  }

  /**
   * Measures a fixed rate of check-ins, and then a few connections that send the next check-in
   * after each answer. At the end, the host is killed under load.
   */
  private BenchReport disk(int rate, Duration warmUp, Duration length) throws Exception {
    BenchReport report =
        new BenchReport(
            "people let in, with the data on disk" + (lan ? ", by TLS" : ""), DoorFigures.COLUMNS);
    int tickets =
        DoorTraffic.tickets(
            (double) rate * warmUp.plus(length).toSeconds()
                + (double) most * length.plus(KILL).toSeconds());
    try (DoorRun run = new DoorRun(1, tickets, 0, folder(), host)) {
      say("warming up");
      run.warmUp(rate, warmUp);
      say(rate + "/s");
      DoorFigures clock = run.come(rate, length);
      report.row(rate + "/s", clock.row());
      report.check(rate + "/s: p99 under 100 ms", clock.isQuick());
      say(CONNECTIONS + " connections");
      DoorFigures crowd = run.crowd(CONNECTIONS, length);
      report.row(CONNECTIONS + " connections", crowd.row());
      report.check(
          CONNECTIONS + " connections: %.0f/s or more get in".formatted(DISK_TARGET),
          crowd.in() >= DISK_TARGET);
      report.check("all answers are expected ones", clock.odd().isEmpty() && crowd.odd().isEmpty());
      say("resting");
      Thread.sleep(REST);
      long resident = run.residentMegabytes();
      report.check(
          "%d MB resident after a rest: %d or less".formatted(resident, MAX_RESIDENT_MEGABYTES),
          resident <= MAX_RESIDENT_MEGABYTES);
      say("killing the host");
      run.killAndStart(CONNECTIONS, KILL);
      run.checkHistory(report, "the history checker finds nothing wrong after a kill", 0);
    }
    return report;
  }

  /**
   * Measures how phones that were offline send their queues.
   *
   * @param rate the live check-ins per second meanwhile
   * @param warmUp how long live check-ins come before the phones do
   */
  private BenchReport queues(int rate, Duration warmUp, Duration longest) throws Exception {
    BenchReport report =
        new BenchReport(
            "phones that come back with their queues",
            List.of("drained s", "scans/s", "live p50 ms", "live p99 ms", "live most ms"));
    int live = DoorTraffic.tickets((double) rate * warmUp.plus(longest).toSeconds());
    try (DoorRun run = new DoorRun(1, live, PHONES * queued, folder(), host)) {
      say("warming up");
      run.comeIn(rate, warmUp, () -> false);
      say(PHONES + " phones come back");
      ReconnectRun.Drained drained = new ReconnectRun(run, PHONES, queued).comeBack(rate, longest);
      Histogram times = drained.live();
      double p99 = times.getValueAtPercentile(99) / 1e6;
      report.row(
          "%d phones, %d scans each, %d/s live".formatted(PHONES, queued, rate),
          List.of(
              drained.seconds(),
              (double) PHONES * queued / drained.seconds(),
              times.getValueAtPercentile(50) / 1e6,
              p99,
              times.getMaxValue() / 1e6));
      report.check("live scans: p99 under 300 ms", p99 < MAX_LIVE_P99_MILLIS);
      report.check("every queue is empty", drained.left() == 0);
      run.checkHistory(report, "the history checker finds nothing wrong", run.doubles());
    }
    return report;
  }

  private List<Integer> rates(Integer... usual) {
    return rates == null ? List.of(usual) : rates;
  }

  private static Duration seconds(int usual, Integer given) {
    return Duration.ofSeconds(given == null ? usual : given);
  }

  /** Returns the path for a data folder that does not exist yet. */
  private static Path folder() throws IOException {
    Path folder = BenchCommand.ROOT.resolve("tools/bench/target/door");
    if (Files.exists(folder)) {
      LocalHost.delete(folder);
    }
    return folder;
  }
}
