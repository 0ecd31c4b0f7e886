package io.doorlist.domain.webhook;

import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The secret that signs a subscription's messages, in the form of Standard Webhooks 1.0.0: {@code
 * whsec_} and the base64 of 24 to 64 bytes. Ours have 32 random bytes.
 */
public final class WebhookSecret {
  private static final String PREFIX = "whsec_";
  private static final int LENGTH = 32;
  private static final int MIN_LENGTH = 24;
  private static final int MAX_LENGTH = 64;

  private final byte[] key;

  private WebhookSecret(byte[] key) {
    this.key = key;
  }

  public static WebhookSecret create(RandomGenerator random) {
    byte[] key = new byte[LENGTH];
    random.nextBytes(key);
    return new WebhookSecret(key);
  }

  public static Optional<WebhookSecret> read(String text) {
    if (text == null || !text.startsWith(PREFIX)) {
      return Optional.empty();
    }
    try {
      byte[] key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
      return key.length >= MIN_LENGTH && key.length <= MAX_LENGTH
          ? Optional.of(new WebhookSecret(key))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the secret itself; only for storing it and for showing it to its owner, once. */
  public String reveal() {
    return PREFIX + Base64.getEncoder().encodeToString(key);
  }

  public byte[] key() {
    return key.clone();
  }

  @Override
  public String toString() {
    return "WebhookSecret";
  }
}
