package io.doorlist.checkinlists;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.Rfc3339;
import io.doorlist.http.Call;
import io.doorlist.http.Form;
import io.doorlist.http.Headers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;

/**
 * What a request says of one scan: in its query and headers, or as a JSON object, alone or in a
 * batch. What it does not say is {@code null}.
 */
record ScanFields(
    String code,
    String type,
    Boolean online,
    Boolean qrCodeScanned,
    Instant scannedAt,
    String key) {
  static final String CODE = "ticket_qr_token";
  static final String KEY = "idempotency_key";
  static final String ENTRY = "entry";
  static final String EXIT = "exit";
  private static final String TYPE = "type";
  private static final String ONLINE = "online";
  private static final String QR_CODE_SCANNED = "qr_code_scanned";
  private static final String SCANNED_AT = "scanned_at";
  private static final Set<String> MEMBERS =
      Set.of(CODE, TYPE, ONLINE, QR_CODE_SCANNED, SCANNED_AT, KEY);
  private static final Set<String> TYPES = Set.of(ENTRY, EXIT);
  private static final Pattern KEY_FORM = Pattern.compile("[!-~]{1,255}");

  /** Reads the query and the key of a request whose path says the rest. */
  static ScanFields of(Call call, String code, String type) {
    List<String> keys = call.request().headers().all(Headers.IDEMPOTENCY_KEY);
    if (keys.size() > 1) {
      throw new InvalidInputException(Headers.IDEMPOTENCY_KEY, "must not be given twice");
    }
    return new ScanFields(
        code,
        type,
        call.query().flag(ONLINE).orElse(null),
        call.query().flag(QR_CODE_SCANNED).orElse(null),
        call.query().time(SCANNED_AT).orElse(null),
        keys.stream().map(key -> checked(Headers.IDEMPOTENCY_KEY, key)).findFirst().orElse(null));
  }

  static ScanFields read(Map<?, ?> scan) {
    for (Object name : scan.keySet()) {
      if (!MEMBERS.contains(name)) {
        throw new InvalidInputException(Form.parameter((String) name), "is not a member of a scan");
      }
    }
    String type = text(scan, TYPE);
    if (type != null && !TYPES.contains(type)) {
      throw new InvalidInputException(TYPE, "must be entry or exit");
    }
    String key = text(scan, KEY);
    return new ScanFields(
        text(scan, CODE),
        type,
        flag(scan, ONLINE),
        flag(scan, QR_CODE_SCANNED),
        time(scan),
        key == null ? null : checked(KEY, key));
  }

  boolean isExit() {
    return EXIT.equals(type);
  }

  ScanFields and(ScanFields body) {
    return new ScanFields(
        agreed(CODE, code, body.code, (a, b) -> QrCode.digest(a).equals(QrCode.digest(b))),
        agreed(TYPE, type, body.type, String::equals),
        agreed(ONLINE, online, body.online, Boolean::equals),
        agreed(QR_CODE_SCANNED, qrCodeScanned, body.qrCodeScanned, Boolean::equals),
        agreed(SCANNED_AT, scannedAt, body.scannedAt, Instant::equals),
        agreed(KEY, key, body.key, String::equals));
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

  private static String text(Map<?, ?> scan, String name) {
    Object value = scan.get(name);
    if (value != null && !(value instanceof String)) {
      throw new InvalidInputException(name, "must be a string");
    }
    return (String) value;
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
