package io.doorlist.acceptance.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/** Makes tokens on the command line, and texts that are none. */
public record Tokens(Cli cli, Secrets secrets) {
  private static final String BASE_62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int CHECKSUM_LENGTH = 6;

  /** Makes a token and returns it; the options are those of {@code token create}. */
  public String create(String account, String... options) {
    return (String) created(account, options).get("token");
  }

  /** Creates a token and returns everything that {@code token create} prints. */
  public Map<String, Object> created(String account, String... options) {
    List<String> arguments = new ArrayList<>(List.of("token", "create", "--account", account));
    arguments.addAll(List.of(options));
    Map<String, Object> token = cli.json(arguments.toArray(String[]::new));
    secrets.add((String) token.get("token"));
    return token;
  }

  /** Creates a token and revokes it before it is used, so that no gateway has cached it. */
  public String revoked(String account, String... options) {
    Map<String, Object> token = created(account, options);
    Cli.Result result = cli.run("token", "revoke", "--account", account, (String) token.get("id"));
    assertEquals(0, result.status(), result::toString);
    return (String) token.get("token");
  }

  /** Returns another token that begins like this one, with a right checksum. */
  public static String beginningLike(String token, int characters) {
    StringBuilder other = new StringBuilder(token.substring(0, characters));
    while (other.length() < token.length() - CHECKSUM_LENGTH) {
      other.append(token.charAt(other.length()) == 'x' ? 'y' : 'x');
    }
    return other + checksum(other.toString());
  }

  /** Returns the last six characters that a token has after these. */
  public static String checksum(String before) {
    CRC32 crc = new CRC32();
    crc.update(before.getBytes(US_ASCII));
    StringBuilder digits = new StringBuilder();
    for (long rest = crc.getValue(); digits.length() < CHECKSUM_LENGTH; rest /= BASE_62.length()) {
      digits.append(BASE_62.charAt((int) (rest % BASE_62.length())));
    }
    return digits.reverse().toString();
  }
}
