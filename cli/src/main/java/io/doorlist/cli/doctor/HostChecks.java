package io.doorlist.cli.doctor;

import io.doorlist.cli.console.Text;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Checks a host, which is a {@code doorlist up} on this machine. The lines say what a helper needs
 * to know, and name no guest and no token.
 *
 * @param version the version of Doorlist
 * @param folder the folder of the data
 * @param temporary whether the data is lost when the host ends
 * @param api the address of the API on this machine
 * @param phones the addresses for phones; empty if no phone reaches the host, {@code null} if that
 *     is not known
 */
public record HostChecks(
    String version, Path folder, boolean temporary, URI api, List<URI> phones, Clock clock) {
  private static final String DATABASE = "doorlist.sqlite";

  /** A disk with less free space is soon full. */
  public static final long ENOUGH_MEGABYTES = 1_000;

  /** Runs all checks. Returns a line for each, with advice if something is wrong. */
  public List<String> lines() throws InterruptedException {
    Findings findings = new Findings();
    findings.ok("doorlist", version);
    findings.ok("machine", machine());
    data(findings);
    addresses(findings);
    new ApiChecks(api.toString(), clock, findings).run();
    return findings.all().stream().map(Findings.Result::line).map(Text::printable).toList();
  }

  /** Returns whether a line says that something is wrong. */
  public static boolean isWrong(String line) {
    return line.startsWith("wrong");
  }

  private static String machine() {
    return "%s %s, %s, Java %s, %d processors, %,d MB of memory for it"
        .formatted(
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch"),
            Runtime.version(),
            Runtime.getRuntime().availableProcessors(),
            Runtime.getRuntime().maxMemory() >> 20);
  }

  private void data(Findings findings) {
    if (temporary) {
      findings.note("data", "it ends with this program", "start it with --data to keep it");
    }
    try {
      long free = Files.getFileStore(folder).getUsableSpace() >> 20;
      Path database = folder.resolve(DATABASE);
      long used = Files.exists(database) ? Files.size(database) >> 20 : 0;
      findings.expect(
          free >= ENOUGH_MEGABYTES,
          "disk",
          "%,d MB are free, the data has %,d MB".formatted(free, used),
          "make room, or scans are refused once it is full");
    } catch (IOException e) {
      findings.wrong("disk", "the folder cannot be looked at", "see who may read it");
    }
  }

  private void addresses(Findings findings) {
    if (phones == null) {
      return;
    }
    String all = phones.stream().map(URI::toString).collect(Collectors.joining(", "));
    if (phones.isEmpty()) {
      findings.note(
          "phones", "no phone reaches this machine", "join the Wi-Fi, and start it with --lan");
    } else if (phones.size() > 1) {
      findings.note(
          "phones",
          "they may look at " + all,
          "leave all networks but the Wi-Fi of the door: a phone stays with one address");
    } else {
      findings.ok("phones", "they find it at " + all);
    }
  }
}
