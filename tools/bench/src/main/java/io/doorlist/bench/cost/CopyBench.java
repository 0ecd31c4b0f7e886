package io.doorlist.bench.cost;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import io.doorlist.bench.table.LongLists;
import io.doorlist.bench.table.Traffic;
import io.doorlist.checkinlists.CheckinListsFunction;
import io.doorlist.checkinlists.Workers;
import io.doorlist.http.Settings;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What a phone's copy of a list costs: whole, after changes, and when nothing has changed. */
@Command(
    name = "copy",
    description = {
      "Counts requests, bytes on the wire, read units, round trips, seconds and memory of door",
      "copies (getDoorCopy), of empty and full lists, and of the pulse.",
      "Bytes are gzipped, as the gateway would. Memory is all that the function allocates, so it",
      "needs less at once."
    })
public final class CopyBench extends BenchCommand {
  private static final String DOOR = "get-door-copy";
  private static final Settings SETTINGS =
      Settings.of(Map.of("QR_BASE_URL", "https://doorlist.example/t"));
  private static final double MEGA = 1e6;
  private static final int MAX_REQUESTS = 4;
  private static final double MAX_WIRE = 1.3 * MEGA;
  private static final int MAX_UNITS = 4_000;
  private static final int MAX_MEGABYTES = 512;
  private static final int MAX_BODY = 6_000_000;
  private static final int MAX_PULSE_UNITS = 150;

  /** For two lists: the HEADs of three sequences each, and the refusals. */
  private static final int MAX_UNCHANGED_PULSE_UNITS = 7;

  @Option(names = "--tickets", split = ",", description = "How many tickets the list has.")
  private List<Integer> sizes = List.of(1000, 10000, 100000);

  @Option(names = "--changes", split = ",", description = "How many check-ins a delta brings.")
  private List<Integer> changes = List.of(1, 100, 10000);

  private final com.sun.management.ThreadMXBean threads =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The cost of updating a copy. */
  private record Cost(
      int requests,
      long wire,
      long longest,
      double units,
      long trips,
      double seconds,
      double megabytes,
      Answer last) {}

  @Override
  public Report measure() throws IOException, InterruptedException, ExecutionException {
    Report report =
        new Report(
            "copy",
            "the cost of a phone's copy of a list",
            List.of(
                "requests", "wire bytes", "read units", "round trips", "seconds", "MB allocated"));
    for (int size : sizes) {
      say("a list of " + size + " tickets");
      measure(report, size);
    }
    return report;
  }

  /** Measures on a table of its own, because a copy sees rows beyond a list's HEAD. */
  private void measure(Report report, int size)
      throws IOException, InterruptedException, ExecutionException {
    try (LongLists lists = new LongLists(LocalDynamo.inMemory(0))) {
      // A fixed clock: units must not depend on how busy the machine is.
      Clock clock = Clock.fixed(Instant.now(), ZoneOffset.UTC);
      try (Stores stores = Stores.connect(lists.client(), LongLists.TABLE, clock)) {
        lists.checkIn(stores);
        CheckinListsFunction function =
            new CheckinListsFunction(stores, clock, SETTINGS, Workers.FEW);
        lists.admit(size);
        measure(report, lists, function, size);
      }
    }
  }

  private void measure(Report report, LongLists lists, CheckinListsFunction function, int size)
      throws IOException, InterruptedException, ExecutionException {
    String of = String.format(Locale.ROOT, " of %,d", size);
    int in = 1;
    Cost empty = copy(function, null);
    add(report, "whole copy" + of + ", nobody in", empty);
    for (int number : changes) {
      if (number < size) {
        String have = copy(function, null).last().at("version").toString();
        in += number;
        lists.letIn(in);
        String title = String.format(Locale.ROOT, "delta of %,d check-ins%s", number, of);
        add(report, title, copy(function, have));
      }
    }
    lists.letIn(size);
    Cost whole = copy(function, null);
    add(report, "whole copy" + of + ", all in", whole);
    Cost unchanged = ask(function, unchanged(DOOR, whole.last()), 304);
    add(report, "unchanged poll" + of, unchanged);
    report.check(
        "an unchanged poll is 1 round trip and at most 3 read units",
        unchanged.trips() == 1 && unchanged.units() <= 3);
    report.check(
        "a whole copy of 100,000 takes at most 4 requests, 1.3 MB and 4,000 read units",
        within(empty) && within(whole));
    report.check(
        "no answer allocates 512 MB or is longer than 6 MB",
        List.of(empty, whole).stream()
            .allMatch(
                cost ->
                    cost.megabytes() / cost.requests() < MAX_MEGABYTES
                        && cost.longest() < MAX_BODY));
    pulse(report, function, of);
  }

  private static boolean within(Cost cost) {
    return cost.requests() <= MAX_REQUESTS && cost.wire() <= MAX_WIRE && cost.units() <= MAX_UNITS;
  }

  /** Measures the pulse when all check-ins have been added up. */
  private void pulse(Report report, CheckinListsFunction function, String of) throws IOException {
    Input pulse = Input.recorded("get-pulse");
    String before = "";
    Cost cost = ask(function, pulse, 200);
    double most = cost.units();
    while (!cost.last().body().equals(before)) {
      before = cost.last().body();
      cost = ask(function, pulse, 200);
      most = Math.max(most, cost.units());
    }
    add(report, "pulse" + of + " check-ins", cost);
    Cost unchanged = ask(function, unchanged("get-pulse", cost.last()), 304);
    add(report, "unchanged pulse" + of, unchanged);
    report.check(
        "an unchanged pulse is 2 round trips and at most 7 read units",
        unchanged.trips() == 2 && unchanged.units() <= MAX_UNCHANGED_PULSE_UNITS);
    report.check("a pulse takes at most 150 read units", most <= MAX_PULSE_UNITS);
  }

  private static Input unchanged(String name, Answer known) throws IOException {
    return Input.recorded(name)
        .with(List.of(known.headers().get("ETag")), "multiValueHeaders", "If-None-Match");
  }

  private static void add(Report report, String title, Cost cost) {
    say(title + ": " + cost.units() + " read units, " + cost.wire() + " bytes");
    report.row(
        title,
        List.of(
            cost.requests(),
            cost.wire(),
            cost.units(),
            cost.trips(),
            cost.seconds(),
            cost.megabytes()));
  }

  /** Sends requests until a copy is complete. */
  private Cost copy(CheckinListsFunction function, String have) throws IOException {
    Cost sum = null;
    String version = have;
    boolean more = true;
    while (more) {
      Input input = Input.recorded(DOOR);
      if (version != null) {
        input = input.with(Map.of("have", List.of(version)), "multiValueQueryStringParameters");
      }
      Cost cost = ask(function, input, 200);
      version = cost.last().at("version").toString();
      more = cost.last().at("more").equals(true);
      sum = sum == null ? cost : sum(sum, cost);
    }
    return sum;
  }

  private static Cost sum(Cost one, Cost other) {
    return new Cost(
        one.requests + other.requests,
        one.wire + other.wire,
        Math.max(one.longest, other.longest),
        one.units + other.units,
        one.trips + other.trips,
        one.seconds + other.seconds,
        one.megabytes + other.megabytes,
        other.last);
  }

  private Cost ask(CheckinListsFunction function, Input input, int status) throws IOException {
    double units = Traffic.readUnits();
    long trips = Traffic.roundTrips();
    long bytes = threads.getCurrentThreadAllocatedBytes();
    long begun = System.nanoTime();
    Answer answer = Gateway.call(function, input);
    double seconds = (System.nanoTime() - begun) / 1e9;
    double allocated = (threads.getCurrentThreadAllocatedBytes() - bytes) / MEGA;
    if (answer.status() != status) {
      throw new IllegalStateException(answer.status() + " instead of " + status + ": " + answer);
    }
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    return new Cost(
        1,
        body.length == 0 ? 0 : gzip(body),
        body.length,
        Traffic.readUnits() - units,
        Traffic.roundTrips() - trips,
        seconds,
        allocated,
        answer);
  }

  private static long gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(plain);
    }
    return bytes.size();
  }
}
