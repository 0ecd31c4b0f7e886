package io.doorlist.local.office;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The keys of an {@link Office}. A code opens one tab, which then has its own secret. A link gives
 * one download. Each key has 128 bits. Codes and links can be used only once. Thread-safe.
 */
public final class OfficeKeys {
  private static final int BYTES = 16;

  /** The maximum number of known tabs. Beyond that, a new tab replaces the oldest one. */
  private static final int MAX_TABS = 32;

  private static final int MAX_LINKS = 32;
  private static final Duration LINK_LIFE = Duration.ofMinutes(1);

  private final SecureRandom random = new SecureRandom();
  private final InstantSource time;
  private final Consumer<String> nextCode;
  private final Map<String, Boolean> secrets = bounded(MAX_TABS);
  private final Map<String, Link> links = bounded(MAX_LINKS);
  private String code;

  /** Where a link leads, and until when it works. */
  private record Link(String target, Instant end) {}

  /**
   * Creates the keys and a first code.
   *
   * @param nextCode is told each new code, which replaces the previous one
   */
  public OfficeKeys(InstantSource time, Consumer<String> nextCode) {
    this.time = time;
    this.nextCode = nextCode;
    renew();
  }

  private static <V> Map<String, V> bounded(int most) {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > most;
      }
    };
  }

  private void renew() {
    code = key();
    nextCode.accept(code);
  }

  private String key() {
    byte[] key = new byte[BYTES];
    random.nextBytes(key);
    return HexFormat.of().formatHex(key);
  }

  /**
   * Returns the secret of a new tab in exchange for the code, which is then used up. It is empty if
   * the code is wrong.
   */
  public synchronized Optional<String> exchange(String given) {
    if (!same(code, given)) {
      return Optional.empty();
    }
    renew();
    String secret = key();
    secrets.put(secret, true);
    return Optional.of(secret);
  }

  /** Returns whether a tab has this secret. */
  public synchronized boolean knows(String given) {
    boolean known = false;
    // All secrets are compared, so the time does not depend on which one it is.
    for (String secret : secrets.keySet()) {
      known |= same(secret, given);
    }
    return known;
  }

  /** Returns the key of a link to a target. The link works once, within a minute. */
  public synchronized String link(String target) {
    String key = key();
    links.put(key, new Link(target, time.instant().plus(LINK_LIFE)));
    return key;
  }

  /** Returns where a link leads. After that the link no longer works. */
  public synchronized Optional<String> follow(String key) {
    return Optional.ofNullable(links.remove(key))
        .filter(link -> time.instant().isBefore(link.end()))
        .map(Link::target);
  }

  private static boolean same(String kept, String given) {
    return MessageDigest.isEqual(
        kept.getBytes(StandardCharsets.US_ASCII), given.getBytes(StandardCharsets.UTF_8));
  }
}
