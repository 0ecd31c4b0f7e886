package io.doorlist.cli.evening;

import io.doorlist.domain.Digests;
import io.doorlist.json.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The first line of an export that {@link EveningExport} writes.
 *
 * @param account the account's slug
 * @param lines how many lines follow
 * @param sum a checksum of the lines that follow. It depends neither on their order nor on the
 *     state of webhook deliveries.
 */
public record EveningHead(String account, long lines, String sum) {
  public static final List<String> NOT_CARRIED =
      List.of(
          "webhook subscriptions and their secrets",
          "attempts of webhook deliveries",
          "counts of unknown codes and of searches in the last minutes");

  private static final String KIND = "evening";

  /** The version of the format. Later versions of this program must still read it. */
  private static final long VERSION = 1;

  public String line() {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("kind", KIND);
    line.put("version", VERSION);
    line.put("account", account);
    line.put("lines", lines);
    line.put("sum", sum);
    line.put("not_carried", NOT_CARRIED);
    return Json.writeValue(line);
  }

  /**
   * Reads the head from the members of a line. Returns empty if the line is no head.
   *
   * @throws RefusedEveningException if the head is of another version
   */
  public static Optional<EveningHead> of(Map<String, Object> line) {
    if (!KIND.equals(line.get("kind"))) {
      return Optional.empty();
    }
    if (line.containsKey("format")) {
      throw new RefusedEveningException(
          "has the items of an earlier version's table: import it with that version, whose `report`"
              + " has what happened, and import here what its plain `export` writes");
    }
    if (!Long.valueOf(VERSION).equals(line.get("version"))) {
      throw new RefusedEveningException("is of a later version: import it with that one");
    }
    return line.get("account") instanceof String account
            && line.get("lines") instanceof Long lines
            && line.get("sum") instanceof String sum
        ? Optional.of(new EveningHead(account, lines, sum))
        : Optional.empty();
  }

  /**
   * Thrown if an export cannot be imported. The message continues a sentence that begins with the
   * name of the file.
   */
  public static final class RefusedEveningException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RefusedEveningException(String message) {
      super(message);
    }
  }

  public static final class Sum {
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(256);

    private final MessageDigest sha256 = Digests.sha256();
    private BigInteger sum = BigInteger.ZERO;
    private BigInteger withDeliveries = BigInteger.ZERO;
    private long lines;

    /** Adds a line, which is given without its line break. */
    public void add(String line) {
      String lasting = ItemLines.withoutDelivery(line);
      BigInteger digest = digest(lasting);
      sum = sum.add(digest).mod(LIMIT);
      withDeliveries = withDeliveries.add(lasting.equals(line) ? digest : digest(line)).mod(LIMIT);
      lines++;
    }

    private BigInteger digest(String line) {
      return new BigInteger(1, sha256.digest(line.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Returns whether the lines so far are all lines of the export with this head. In exports of
     * earlier versions, the checksum includes the state of webhook deliveries.
     */
    boolean isOf(EveningHead head) {
      return head.lines == lines
          && (head.sum.equals(sum.toString(16)) || head.sum.equals(withDeliveries.toString(16)));
    }

    long lines() {
      return lines;
    }

    /** Returns the head for the lines so far. */
    public EveningHead evening(String account) {
      return new EveningHead(account, lines, sum.toString(16));
    }
  }
}
