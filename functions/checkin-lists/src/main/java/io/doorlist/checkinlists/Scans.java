package io.doorlist.checkinlists;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.Rfc3339;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.http.Call;
import io.doorlist.http.Form;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads many scans from one body, {@code {"scans": [...]}}. */
final class Scans {
  private static final int MAX_SCANS = 100;
  private static final String SCANS = "scans";
  private static final String CODE = "ticket_qr_token";
  private static final String SCANNED_AT = "scanned_at";
  private static final String ONLINE = "online";
  private static final String QR_CODE_SCANNED = "qr_code_scanned";
  private static final String KEY = "idempotency_key";
  private static final String TYPE = "type";
  private static final Set<String> MEMBERS =
      Set.of(CODE, TYPE, SCANNED_AT, ONLINE, QR_CODE_SCANNED, KEY);

  private static final String EXIT = "exit";
  private static final Set<String> TYPES = Set.of("entry", EXIT);

  private Scans() {}

  /**
   * One scan.
   *
   * @param code as it was sent; "" if it is missing or no ticket can have it
   * @param exit whether somebody left, rather than entered
   * @param command of the scan, or {@code null} if the scan is invalid
   * @param refusal what is wrong with the scan, or {@code null}
   */
  record Scan(String code, boolean exit, CheckinCommand command, InvalidInputException refusal) {
    /** Returns the member of the answer that has what the scan created. */
    String created() {
      return exit ? "exit" : "checkin";
    }

    /** Returns whether this is an entry that the device decided by itself. */
    boolean isOfflineEntry() {
      return !exit && !code.isEmpty() && !command.online();
    }
  }

  /**
   * Reads the scans in order; an invalid one becomes a refusal.
   *
   * @throws InvalidInputException if the body is not a JSON object with such a list
   */
  static List<Scan> read(Call call) {
    Map<String, Object> body;
    try {
      body = Json.readObject(call.request().bodyBytes());
    } catch (MalformedJsonException e) {
      throw malformed();
    }
    if (!body.keySet().equals(Set.of(SCANS))
        || !(body.get(SCANS) instanceof List<?> all)
        || all.isEmpty()
        || all.size() > MAX_SCANS) {
      throw malformed();
    }
    List<Scan> scans = new ArrayList<>(all.size());
    for (Object each : all) {
      scans.add(scan(call, each));
    }
    return scans;
  }

  private static InvalidInputException malformed() {
    return new InvalidInputException(
        Form.BODY, "must be JSON with the one member \"scans\": 1 to " + MAX_SCANS + " scans");
  }

  private static Scan scan(Call call, Object value) {
    try {
      if (!(value instanceof Map<?, ?> scan)) {
        throw new InvalidInputException(SCANS, "must be objects");
      }
      for (Object name : scan.keySet()) {
        if (!MEMBERS.contains(name)) {
          throw new InvalidInputException((String) name, "is not a member of a scan");
        }
      }
      String key = text(scan, KEY);
      if (key == null) {
        throw new InvalidInputException(KEY, "is missing");
      }
      String code = text(scan, CODE);
      if (code == null) {
        throw new InvalidInputException(CODE, "is missing");
      }
      String type = text(scan, TYPE);
      if (type != null && !TYPES.contains(type)) {
        throw new InvalidInputException(TYPE, "must be entry or exit");
      }
      boolean exit = EXIT.equals(type);
      CheckinCommand command =
          CheckinParameters.command(
              call,
              code,
              exit,
              flag(scan, ONLINE, false),
              flag(scan, QR_CODE_SCANNED, true),
              time(scan),
              key);
      return new Scan(QrCode.canBeAsked(code) ? code : "", exit, command, null);
    } catch (InvalidInputException e) {
      return new Scan("", false, null, e);
    }
  }

  private static String text(Map<?, ?> scan, String name) {
    Object value = scan.get(name);
    if (value != null && !(value instanceof String)) {
      throw new InvalidInputException(name, "must be a string");
    }
    return (String) value;
  }

  private static boolean flag(Map<?, ?> scan, String name, boolean otherwise) {
    if (!scan.containsKey(name)) {
      return otherwise;
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
