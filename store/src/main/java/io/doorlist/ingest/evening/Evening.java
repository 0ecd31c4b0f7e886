package io.doorlist.ingest.evening;

import io.doorlist.domain.Digests;
import io.doorlist.json.Json;
import io.doorlist.store.table.TableFormat;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The first line of an export of what happened. The lines after it are items.
 *
 * @param account its slug
 * @param format of the table that the items are from, {@link TableFormat}
 * @param items how many lines follow
 * @param sum of these lines, whatever their order
 */
public record Evening(String account, long format, long items, String sum) {
  /** The kind of such a line. */
  public static final String KIND = "evening";

  /** What an export does not have, in words. */
  public static final List<String> NOT_CARRIED =
      List.of(
          "webhook subscriptions and their secrets",
          "attempts of webhook deliveries",
          "counts of unknown codes and of searches in the last minutes");

  public String line() {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("kind", KIND);
    line.put("account", account);
    line.put("format", format);
    line.put("items", items);
    line.put("sum", sum);
    line.put("not_carried", NOT_CARRIED);
    return Json.writeValue(line);
  }

  /** Reads the members of a line; empty if it is no such line. */
  public static Optional<Evening> of(Map<String, Object> line) {
    return KIND.equals(line.get("kind"))
            && line.get("account") instanceof String account
            && line.get("format") instanceof Long format
            && line.get("items") instanceof Long items
            && line.get("sum") instanceof String sum
        ? Optional.of(new Evening(account, format, items, sum))
        : Optional.empty();
  }

  /** Adds up lines. Not thread-safe. */
  public static final class Sum {
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(256);

    private final MessageDigest sha256 = Digests.sha256();
    private BigInteger sum = BigInteger.ZERO;
    private long lines;

    /** Adds a line, without its end. */
    public void add(String line) {
      byte[] digest = sha256.digest(line.getBytes(StandardCharsets.UTF_8));
      sum = sum.add(new BigInteger(1, digest)).mod(LIMIT);
      lines++;
    }

    /** Returns the first line of an export that has these lines. */
    public Evening evening(String account) {
      return new Evening(account, TableFormat.CURRENT, lines, sum.toString(16));
    }
  }
}
