package io.doorlist.domain.checkin;

import io.doorlist.domain.Mode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/**
 * What a device says of one scan, without the code.
 *
 * @param tokenName the organiser's name for the token, or {@code null}; stored and shown
 * @param online whether the device was online when it scanned; if not, it has decided already and
 *     the person is in
 * @param qrCodeScanned whether a code was scanned, rather than typed or picked; only stored and
 *     shown
 * @param scannedAt when the device says it scanned, for uploads of offline scans, or {@code null};
 *     stored as said
 * @param key makes repeating the request harmless, or {@code null}
 * @param gate the shop's number of the device's gate, or {@code null}
 * @param clockBehind by how much the device's clock was behind ours when the request arrived, or
 *     {@code null} if it does not say
 * @param waiting how many scans of the list the device keeps after this upload, 0 if it does not
 *     say. {@code null} if it is no upload, so that somebody waits for the answer
 */
public record Scan(
    Mode mode,
    String tokenId,
    String tokenName,
    boolean online,
    boolean qrCodeScanned,
    Instant scannedAt,
    IdempotencyKey key,
    Instant deadline,
    Long gate,
    Duration clockBehind,
    Long waiting) {
  /** How far ahead of the server a device's clock may be before its check-ins are flagged. */
  public static final Duration CLOCK_AHEAD = Duration.ofMinutes(5);

  /** How far a device's clock may be off and still count as right. */
  public static final Duration CLOCK_RIGHT = Duration.ofSeconds(5);

  /** For how long a request may be on its way, which makes a right clock seem behind. */
  public static final Duration ON_ITS_WAY = Duration.ofSeconds(30);

  /** How old an offline scan may be before the device's clock counts as wrong. */
  public static final Duration CLOCK_BEHIND = Duration.ofDays(7);

  /**
   * The client's key for a request that it may repeat, as digests; neither the key nor the request
   * is stored.
   *
   * @param request the digest of what is scanned where and when, to recognise another request with
   *     the same key
   * @param earlier digests by which versions before 0.3.0 may have kept the same request
   * @param ofScan whether the key names a scan, for every token of the mode; else it is the token's
   * @param before the key as versions before 0.3.0 may have kept it, which took another spelling of
   *     a UUID for another key; {@code null} if that is the same
   */
  public record IdempotencyKey(
      String digest, String request, Set<String> earlier, boolean ofScan, IdempotencyKey before) {
    public IdempotencyKey {
      earlier = Set.copyOf(earlier);
    }

    public IdempotencyKey(String digest, String request, Set<String> earlier, boolean ofScan) {
      this(digest, request, earlier, ofScan, null);
    }

    public IdempotencyKey(String digest, String request, boolean ofScan) {
      this(digest, request, Set.of(), ofScan);
    }

    /** Returns whether the digest that was kept with a key is of this request. */
    public boolean isOf(String kept) {
      return request.equals(kept) || earlier.contains(kept);
    }
  }

  /** A scan that a device decided by itself, and now tells of. */
  public record UploadedScan(String qrToken, Scan scan) {}

  /** Creates the request of a token without a gate, of a device that does not say its time. */
  public Scan(
      Mode mode,
      String tokenId,
      String tokenName,
      boolean online,
      boolean scanned,
      Instant scannedAt,
      IdempotencyKey key,
      Instant deadline) {
    this(mode, tokenId, tokenName, online, scanned, scannedAt, key, deadline, null, null, null);
  }

  public Scan(
      Mode mode,
      String tokenId,
      boolean online,
      boolean scanned,
      Instant scannedAt,
      IdempotencyKey key,
      Instant deadline) {
    this(mode, tokenId, null, online, scanned, scannedAt, key, deadline);
  }

  /** Returns the same scan with another key. */
  public Scan with(IdempotencyKey other) {
    return new Scan(
        mode,
        tokenId,
        tokenName,
        online,
        qrCodeScanned,
        scannedAt,
        other,
        deadline,
        gate,
        clockBehind,
        waiting);
  }

  public boolean clockSkew(Instant now) {
    return scannedAt != null
        && (scannedAt.isAfter(now.plus(CLOCK_AHEAD))
            || scannedAt.isBefore(now.minus(CLOCK_BEHIND)));
  }

  /**
   * Returns by how much a device's clock is behind ours; nothing if they differ by so little that
   * the way of the request explains it.
   *
   * @param deviceTime what the device's clock showed when it sent the request, or {@code null}
   */
  public static Duration clockBehind(Instant deviceTime, Instant arrived) {
    if (deviceTime == null) {
      return null;
    }
    Duration behind = Duration.between(deviceTime, arrived);
    boolean ahead = behind.negated().compareTo(CLOCK_RIGHT) >= 0;
    return ahead || behind.compareTo(ON_ITS_WAY) >= 0 ? behind : Duration.ZERO;
  }

  /**
   * Returns whether a scan is of this moment: the server decides it, or the device did not say when
   * it was, or said what cannot be. Only what a device tells happened when it says.
   */
  public boolean isOf(Instant now) {
    if (online || scannedAt == null) {
      return true;
    }
    Instant corrected = corrected();
    return corrected.isAfter(now) || corrected.isBefore(now.minus(CLOCK_BEHIND));
  }

  /**
   * Returns when the device scanned, by the server's clock: {@code scannedAt}, corrected by how far
   * the device's clock is off, or else now.
   */
  public Instant doorTime(Instant now) {
    return isOf(now) ? now : corrected().truncatedTo(ChronoUnit.MILLIS);
  }

  private Instant corrected() {
    return clockBehind == null ? scannedAt : scannedAt.plus(clockBehind);
  }
}
