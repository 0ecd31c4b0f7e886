package io.doorlist.cli.office;

import io.doorlist.cli.doctor.HostChecks;
import io.doorlist.local.gateway.GatewayServer.Reachable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the organiser should look at while the door is open.
 *
 * @param unheard phones that scanned in the last twelve hours, but not in the last ten minutes
 * @param freeMegabytes the free space on the disk; {@code null} if it is enough
 * @param addresses the addresses of this machine, if phones may look for it at several
 */
record Troubles(List<String> unheard, Long freeMegabytes, List<URI> addresses) {
  private static final Duration SILENCE = Duration.ofMinutes(10);
  private static final Duration EVENING = Duration.ofHours(12);

  /**
   * Returns the present troubles.
   *
   * @param freeBytes the free space on the disk
   */
  static Troubles of(
      List<Phones.Phone> phones, long freeBytes, Optional<Reachable> reachable, Instant now) {
    List<String> unheard =
        phones.stream()
            .filter(phone -> phone.heard() != null)
            .filter(phone -> isSilent(phone.heard().lastScanAt(), now))
            .map(phone -> phone.token().name())
            .toList();
    List<URI> urls = reachable.map(Reachable::urls).orElse(List.of());
    return new Troubles(unheard, tooLittle(freeBytes), urls.size() > 1 ? urls : List.of());
  }

  private static boolean isSilent(Instant last, Instant now) {
    return last.isBefore(now.minus(SILENCE)) && last.isAfter(now.minus(EVENING));
  }

  private static Long tooLittle(long freeBytes) {
    long megabytes = freeBytes >> 20;
    return megabytes < HostChecks.ENOUGH_MEGABYTES ? megabytes : null;
  }

  /** Returns the free space on the disk of a folder, in bytes. */
  static long freeBytes(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      // An unknown amount is no trouble yet. If the disk is full, the next write says so.
      return Long.MAX_VALUE;
    }
  }
}
