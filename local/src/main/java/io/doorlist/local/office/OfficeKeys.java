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
 * The keys of an office. A code opens one tab, which then has a secret of its own; a link gives one
 * download. Each is 128 bits, and codes and links are used once. Thread-safe.
 */
public final class OfficeKeys {
  private static final int BYTES = 16;

  /** So many tabs are known; the oldest gives way. */
  private static final int MAX_TABS = 32;

  private static final int MAX_LINKS = 32;
  private static final Duration LINK_LIFE = Duration.ofMinutes(1);

  private final SecureRandom random = new SecureRandom();
  private final InstantSource time;
  private final Consumer<String> nextCode;
  private final Map<String, Boolean> secrets = bounded(MAX_TABS);
  private final Map<String, Link> links = bounded(MAX_LINKS);
  private String code;

  /** Where a link leads, until when. */
  private record Link(String target, Instant end) {}

  /**
   * Creates keys, and the first code.
   *
   * @param nextCode is told each code that can be used from then on, instead of the one before
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

  /** Returns a new tab's secret for the code, which is used up then; empty if it is another. */
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
    // Whichever it is takes as long.
    for (String secret : secrets.keySet()) {
      known |= same(secret, given);
    }
    return known;
  }

  /** Returns the key of a link that leads to a target once, within a minute. */
  public synchronized String link(String target) {
    String key = key();
    links.put(key, new Link(target, time.instant().plus(LINK_LIFE)));
    return key;
  }

  /** Returns where a link leads, which then leads nowhere any more. */
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
