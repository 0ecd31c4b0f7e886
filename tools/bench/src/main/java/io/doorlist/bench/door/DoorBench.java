package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How many people the doors let in each second, and how long they wait. */
@Command(
    name = "door",
    description = {
      "Lets people in through the local host, over DynamoDB Local: checkInTicket and checkInOrder,",
      "repeats and wrong codes, listCheckins and listTicketsOfList (DoorTraffic has the shares).",
      "Afterwards the history checker looks at every request and answer.",
      "",
      "In memory: at fixed rates, whether or not the host keeps up.",
      "--disk, --lan: by the clock, then on 8 connections as quickly as they are answered; then",
      "the host is killed under load and started again.",
      "--reconnect: phones that were offline send their queues, while others check in live."
    })
public final class DoorBench extends BenchCommand {
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

  @Option(names = "--queued", description = "Scans in the queue of each of 20 phones.")
  private int queued = 400;

  @Mixin private HostSpec host;

  @Override
  public Report measure() throws Exception {
    host.lan = lan;
    if (reconnect) {
      return new QueueLoad(queued, rates(10).getFirst(), seconds(20, warmUp), seconds(600, seconds))
          .measure(folder(), host);
    }
    if (disk || lan) {
      return new DiskLoad(rates(100).getFirst(), seconds(60, warmUp), seconds(60, seconds))
          .measure(folder(), host);
    }
    return new RateLoad(lists, rates(50, 100, 250), seconds(30, warmUp), seconds(60, seconds))
        .measure(host);
  }

  private List<Integer> rates(Integer... usual) {
    return rates == null ? List.of(usual) : rates;
  }

  private static Duration seconds(int usual, Integer given) {
    return Duration.ofSeconds(given == null ? usual : given);
  }

  /** Returns the folder of the data, which is not there yet. */
  private static Path folder() throws IOException {
    Path folder = BenchCommand.ROOT.resolve("tools/bench/target/door");
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
    return folder;
  }
}
