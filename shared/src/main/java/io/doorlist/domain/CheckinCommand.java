package io.doorlist.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * What a device asks of a door, besides whom to let in.
 *
 * @param tokenId which token asks
 * @param tokenName the organiser's own word for the token, or {@code null}; kept and shown
 * @param online whether the device was online when it scanned; if not, it has decided already and
 *     the person is in
 * @param qrCodeScanned whether a code was scanned, rather than typed or picked; only kept and shown
 * @param scannedAt when the device says it scanned, for uploads of offline scans, or {@code null};
 *     stored as said
 * @param key makes repeating the request harmless, or {@code null}
 * @param deadline when the answer must be there at the latest
 */
public record CheckinCommand(
    Mode mode,
    String tokenId,
    String tokenName,
    boolean online,
    boolean qrCodeScanned,
    Instant scannedAt,
    IdempotencyKey key,
    Instant deadline) {
  /** How far ahead of the server a device's clock may be before its check-ins are flagged. */
  public static final Duration CLOCK_AHEAD = Duration.ofMinutes(5);

  /** How long ago an offline scan may lie before the device's clock is taken to be wrong. */
  public static final Duration CLOCK_BEHIND = Duration.ofDays(7);

  public CheckinCommand {
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(tokenId, "tokenId");
    Objects.requireNonNull(deadline, "deadline");
  }

  /** Makes what a token without a name asks. */
  public CheckinCommand(
      Mode mode,
      String tokenId,
      boolean online,
      boolean qrCodeScanned,
      Instant scannedAt,
      IdempotencyKey key,
      Instant deadline) {
    this(mode, tokenId, null, online, qrCodeScanned, scannedAt, key, deadline);
  }

  /** Returns whether the device's clock must be wrong, seen from the server's time. */
  public boolean clockSkew(Instant now) {
    return scannedAt != null
        && (scannedAt.isAfter(now.plus(CLOCK_AHEAD))
            || scannedAt.isBefore(now.minus(CLOCK_BEHIND)));
  }
}
