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
 * @param online whether the service decides; if not, the device has decided already and the person
 *     is in
 * @param qrCodeScanned whether a code was scanned, rather than typed or picked; only stored and
 *     shown
 * @param scannedAt when the device scanned, by its own clock, for scans that it decided; otherwise
 *     {@code null}. Stored as sent
 * @param key lets the client repeat the request without harm, or {@code null}
 * @param gate the shop's number of the device's gate, or {@code null}
 * @param clockBehind by how much the device's clock was behind ours when the request arrived, or
 *     {@code null} if the device does not say its time
 * @param waiting how many scans of the list are left on the device after this upload, 0 if it does
 *     not say. {@code null} if this is no upload, but a scan whose guest waits for the answer
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
  /**
   * A device's clock may be ahead of the server's by this much. Beyond it, {@link #clockSkew} flags
   * check-ins.
   */
  public static final Duration CLOCK_AHEAD = Duration.ofMinutes(5);

  /** How far a device's clock may be off and still count as right. */
  public static final Duration CLOCK_RIGHT = Duration.ofSeconds(5);

  /** How long a request may be on its way. A right clock seems to be behind by that time. */
  public static final Duration ON_ITS_WAY = Duration.ofSeconds(30);

  /**
   * The greatest age that a device may give for a scan. If it gives more, its clock counts as
   * wrong.
   */
  public static final Duration CLOCK_BEHIND = Duration.ofDays(7);

  /**
   * The client's key for a request that it may repeat, as digests; neither the key nor the request
   * is stored.
   *
   * @param request the digest of what is scanned, where and when; a different request with the same
   *     key is recognised by it
   * @param earlier digests under which versions before 0.3.0 may have stored the same request
   * @param ofScan whether the key names one scan, whichever token of the mode sends it; otherwise
   *     it holds only for requests of this token
   * @param before the key as versions before 0.3.0 may have stored it; for them another spelling of
   *     a UUID was another key. {@code null} if those versions stored the same key
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

    /** Returns whether a digest that was stored with this key is the digest of this request. */
    public boolean isOf(String kept) {
      return request.equals(kept) || earlier.contains(kept);
    }
  }

  /** A scan that a device decided by itself and now uploads. */
  public record UploadedScan(String qrToken, Scan scan) {}

  /** Creates a scan by a token without a gate, on a device that does not say its time. */
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

  /**
   * Returns the owner of the key. If the key names a scan, all tokens of the mode share it.
   * Otherwise it is this token's alone.
   */
  public String keyOwner() {
    return key != null && key.ofScan() ? mode.word() : tokenId;
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
   * Returns by how much a device's clock is behind ours. The result is zero if the time that the
   * request was on its way can explain the difference, and {@code null} if the device does not say
   * its time.
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
   * Returns whether a scan counts as made now. That is so if the server decides it, if the device
   * does not say when it scanned, or if the time cannot be right. Otherwise it was made when the
   * device says.
   */
  public boolean isOf(Instant now) {
    if (online || scannedAt == null) {
      return true;
    }
    Instant corrected = corrected();
    return corrected.isAfter(now) || corrected.isBefore(now.minus(CLOCK_BEHIND));
  }

  /**
   * Returns when the device scanned, by the server's clock. That is {@code scannedAt}, corrected by
   * how far the device's clock is off, or now if {@link #isOf} says so.
   */
  public Instant doorTime(Instant now) {
    return isOf(now) ? now : corrected().truncatedTo(ChronoUnit.MILLIS);
  }

  private Instant corrected() {
    return clockBehind == null ? scannedAt : scannedAt.plus(clockBehind);
  }
}
