package io.doorlist.checkinlists;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.Rfc3339;
import io.doorlist.http.Call;
import io.doorlist.http.DeskMoney;
import io.doorlist.http.Form;
import io.doorlist.http.Headers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fields of one scan. A request has them in its query and headers, or in a JSON object for each
 * scan. Missing fields are {@code null}.
 *
 * @param code the code of a ticket or an order
 * @param ofOrder whether the code is the code of an order
 * @param tickets how many tickets of each type come in by an order's code, or leave
 * @param collected the money that a desk collected, in cents
 */
record ScanFields(
    String code,
    boolean ofOrder,
    SortedMap<String, String> tickets,
    Boolean party,
    String type,
    Boolean online,
    Boolean qrCodeScanned,
    Instant scannedAt,
    String key,
    Boolean withdrawn,
    Long collected) {
  static final String CODE = "ticket_qr_token";
  static final String KEY = "idempotency_key";
  static final String ENTRY = "entry";
  static final String EXIT = "exit";
  static final String ORDER = "order_qr_token";
  static final String TICKETS = "tickets";
  static final String PARTY = "party";
  static final String TYPE = "type";
  static final String ONLINE = "online";
  static final String COLLECTED = "collected";
  private static final String WITHDRAWN = "withdrawn";
  private static final String QR_CODE_SCANNED = "qr_code_scanned";
  private static final String SCANNED_AT = "scanned_at";
  private static final Set<String> OF_ONE =
      Set.of(CODE, TYPE, ONLINE, QR_CODE_SCANNED, SCANNED_AT, KEY);
  private static final Set<String> OF_ENTRY = and(OF_ONE, Set.of(COLLECTED));
  private static final Set<String> OF_EXIT = and(OF_ONE, Set.of(TICKETS));
  private static final Set<String> OF_BATCH = and(OF_EXIT, Set.of(ORDER, PARTY, WITHDRAWN));
  private static final Set<String> TYPES = Set.of(ENTRY, EXIT);
  private static final Pattern CENTS = Pattern.compile("-?[1-9][0-9]{0,9}");
  private static final Pattern KEY_FORM = Pattern.compile("[!-~]{1,255}");

  private static Set<String> and(Set<String> some, Set<String> more) {
    return Stream.concat(some.stream(), more.stream()).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Reads the query and the idempotency key of a request for one scan. The path has the code and
   * the type.
   */
  static ScanFields of(Call call, String code, String type) {
    List<String> keys = call.request().headers().all(Headers.IDEMPOTENCY_KEY);
    if (keys.size() > 1) {
      throw new InvalidInputException(Headers.IDEMPOTENCY_KEY, "must not be given twice");
    }
    return new ScanFields(
        code,
        false,
        null,
        null,
        type,
        call.query().flag(ONLINE).orElse(null),
        call.query().flag(QR_CODE_SCANNED).orElse(null),
        call.query().time(SCANNED_AT).orElse(null),
        keys.stream().map(key -> checked(Headers.IDEMPOTENCY_KEY, key)).findFirst().orElse(null),
        null,
        call.query().find(COLLECTED).map(ScanFields::cents).orElse(null));
  }

  /** Reads the query of a request that only looks at a code. */
  static ScanFields ofLook(Call call) {
    Boolean scanned = call.query().flag(QR_CODE_SCANNED).orElse(null);
    return new ScanFields(null, false, null, null, null, null, scanned, null, null, null, null);
  }

  /** Reads the body of a request for one scan, an entry or an exit. */
  static ScanFields readOne(Map<?, ?> scan, String type) {
    return read(scan, type.equals(EXIT) ? OF_EXIT : OF_ENTRY);
  }

  /** Reads a scan of a batch. */
  static ScanFields readOfBatch(Map<?, ?> scan) {
    return read(scan, OF_BATCH);
  }

  private static ScanFields read(Map<?, ?> scan, Set<String> members) {
    for (Object name : scan.keySet()) {
      if (!members.contains(name)) {
        throw new InvalidInputException(Form.parameter((String) name), "is not a member of a scan");
      }
    }
    String type = text(scan, TYPE);
    if (type != null && !TYPES.contains(type)) {
      throw new InvalidInputException(TYPE, "must be entry or exit");
    }
    String key = text(scan, KEY);
    boolean ofOrder = scan.containsKey(ORDER);
    if (ofOrder && scan.containsKey(CODE)) {
      throw new InvalidInputException(ORDER, "must not be given beside " + CODE);
    }
    return new ScanFields(
        text(scan, ofOrder ? ORDER : CODE),
        ofOrder,
        counts(scan),
        flag(scan, PARTY),
        type,
        flag(scan, ONLINE),
        flag(scan, QR_CODE_SCANNED),
        time(scan),
        key == null ? null : checked(KEY, key),
        flag(scan, WITHDRAWN),
        scan.containsKey(COLLECTED)
            ? (Long) DeskMoney.amount(COLLECTED, scan.get(COLLECTED))
            : null);
  }

  boolean isWithdrawn() {
    return withdrawn != null && withdrawn;
  }

  boolean isExit() {
    return EXIT.equals(type);
  }

  ScanFields and(ScanFields body) {
    return new ScanFields(
        agreed(CODE, code, body.code, (a, b) -> QrCode.digest(a).equals(QrCode.digest(b))),
        false,
        body.tickets,
        null,
        agreed(TYPE, type, body.type, String::equals),
        agreed(ONLINE, online, body.online, Boolean::equals),
        agreed(QR_CODE_SCANNED, qrCodeScanned, body.qrCodeScanned, Boolean::equals),
        agreed(SCANNED_AT, scannedAt, body.scannedAt, Instant::equals),
        agreed(KEY, key, body.key, UuidKey::isSame),
        null,
        agreed(COLLECTED, collected, body.collected, Long::equals));
  }

  private static <T> T agreed(String name, T mine, T others, BiPredicate<T, T> same) {
    if (mine != null && others != null && !same.test(mine, others)) {
      throw new InvalidInputException(
          name, "must not differ between the body and the path, query or headers");
    }
    return mine == null ? others : mine;
  }

  private static String checked(String name, String key) {
    if (!KEY_FORM.matcher(key).matches()) {
      throw new InvalidInputException(name, "must be 1 to 255 visible ASCII characters");
    }
    return key;
  }

  /**
   * Reads an amount from the query. Leading zeros and a plus sign are refused, so that each amount
   * has one spelling.
   */
  private static long cents(String text) {
    return DeskMoney.amount(COLLECTED, CENTS.matcher(text).matches() ? Long.valueOf(text) : null);
  }

  private static String text(Map<?, ?> scan, String name) {
    Object value = scan.get(name);
    if (value != null && !(value instanceof String)) {
      throw new InvalidInputException(name, "must be a string");
    }
    return (String) value;
  }

  private static SortedMap<String, String> counts(Map<?, ?> scan) {
    Object value = scan.get(TICKETS);
    if (value != null && !(value instanceof Map<?, ?>)) {
      throw new InvalidInputException(TICKETS, "must be an object of ticket types and counts");
    }
    return value == null ? null : Form.fields((Map<?, ?>) value);
  }

  private static Boolean flag(Map<?, ?> scan, String name) {
    if (!scan.containsKey(name)) {
      return null;
    }
    if (!(scan.get(name) instanceof Boolean flag)) {
      throw new InvalidInputException(name, "must be true or false");
    }
    return flag;
  }

  private static Instant time(Map<?, ?> scan) {
    String text = text(scan, SCANNED_AT);
    return text == null
        ? null
        : Rfc3339.read(text)
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        SCANNED_AT, "must be an RFC 3339 timestamp with its offset"));
  }
}
