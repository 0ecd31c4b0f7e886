package io.doorlist.domain.token;

import io.doorlist.domain.Digests;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The secret that a client sends. It is {@code dl_<live|test>_}, then 30 random base62 characters
 * (178 bits), then 6 characters with the CRC32 of all before them. The CRC32 shows a mistyped or
 * made-up token without a read of the table.
 */
public final class TokenSecret {
  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int RANDOM_LENGTH = 30;
  private static final int CHECKSUM_LENGTH = 6;
  private static final int PREFIX_LENGTH = "dl_live_".length();
  private static final Pattern FORM = Pattern.compile("dl_(live|test)_[0-9A-Za-z]{36}");

  private final String text;

  private TokenSecret(String text) {
    this.text = text;
  }

  public static TokenSecret create(Mode mode, RandomGenerator random) {
    String text = "dl_" + mode.word() + "_" + random(RANDOM_LENGTH, random);
    return new TokenSecret(text + checksum(text));
  }

  public static String random(int length, RandomGenerator random) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }

  public static Optional<TokenSecret> read(String text) {
    if (text == null || !FORM.matcher(text).matches()) {
      return Optional.empty();
    }
    int end = text.length() - CHECKSUM_LENGTH;
    return checksum(text.substring(0, end)).equals(text.substring(end))
        ? Optional.of(new TokenSecret(text))
        : Optional.empty();
  }

  /** Returns the secret itself; only for showing it to its owner, once. */
  public String reveal() {
    return text;
  }

  /** Returns the SHA-256 of the secret in lower-case hexadecimal, which is stored instead of it. */
  public String hash() {
    return HexFormat.of().formatHex(Digests.sha256(text));
  }

  public String id() {
    return hash().substring(0, 24);
  }

  public String hint() {
    return text.substring(0, PREFIX_LENGTH + 4);
  }

  public String lastFour() {
    return text.substring(text.length() - 4);
  }

  public Mode mode() {
    return Worded.read(Mode.class, text.substring(3, 7));
  }

  @Override
  public String toString() {
    return "TokenSecret " + id();
  }

  private static String checksum(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.US_ASCII));
    long rest = crc.getValue();
    char[] digits = new char[CHECKSUM_LENGTH];
    for (int i = CHECKSUM_LENGTH - 1; i >= 0; i--) {
      digits[i] = ALPHABET.charAt((int) (rest % ALPHABET.length()));
      rest /= ALPHABET.length();
    }
    return new String(digits);
  }
}
