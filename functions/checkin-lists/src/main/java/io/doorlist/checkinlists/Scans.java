package io.doorlist.checkinlists;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.http.Call;
import io.doorlist.http.Form;
import io.doorlist.http.Request;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads one scan from a whole request, or many from one body, {@code {"scans": [...]}}. */
final class Scans {
  private static final int MAX_SCANS = 100;
  private static final String SCANS = "scans";
  private static final String WAITING = "waiting";
  private static final BigDecimal MAX_WAITING = BigDecimal.valueOf(1_000_000);

  private Scans() {}

  /**
   * One scan.
   *
   * @param code as it was sent; "" if it is missing or no ticket can have it
   * @param command {@code null} if the scan is invalid, as {@code refusal} says
   */
  record Scan(String code, boolean exit, CheckinCommand command, InvalidInputException refusal) {
    private static Scan of(SaidScan said, CheckinCommand command) {
      String code = QrCode.canBeAsked(said.code()) ? said.code() : "";
      return new Scan(code, said.isExit(), command, null);
    }

    String created() {
      return exit ? "exit" : "checkin";
    }

    boolean isOfflineEntry() {
      return !exit && !code.isEmpty() && !command.online();
    }
  }

  /** Reads the one scan of a request, which its body may describe as a batch would. */
  static Scan one(Call call, String type) {
    String code = call.pathParameter(SaidScan.CODE);
    SaidScan said = SaidScan.of(call, code, type).and(body(call));
    Request request = call.request();
    return Scan.of(
        said,
        CheckinParameters.command(call, said, request.resource(), request.pathParameters(), null));
  }

  private static SaidScan body(Call call) {
    byte[] body = call.request().bodyBytes();
    try {
      return SaidScan.read(isNothing(body) ? Map.of() : Json.readObject(body));
    } catch (MalformedJsonException e) {
      throw new InvalidInputException(Form.BODY, "must be a scan as JSON, or empty");
    }
  }

  /** Returns whether a body says nothing: generated clients send null for one that is left out. */
  private static boolean isNothing(byte[] body) {
    return body.length == 0 || new String(body, UTF_8).strip().equals("null");
  }

  static List<Scan> read(Call call) {
    Map<String, Object> body;
    try {
      body = Json.readObject(call.request().bodyBytes());
    } catch (MalformedJsonException e) {
      throw malformed();
    }
    if (!Set.of(SCANS, WAITING).containsAll(body.keySet())
        || !(body.get(SCANS) instanceof List<?> all)
        || all.isEmpty()
        || all.size() > MAX_SCANS) {
      throw malformed();
    }
    long waiting = waiting(body);
    List<Scan> scans = new ArrayList<>(all.size());
    for (Object each : all) {
      scans.add(scan(call, each, waiting));
    }
    return scans;
  }

  private static long waiting(Map<String, Object> body) {
    Object value = body.getOrDefault(WAITING, 0L);
    // To JSON, 57.0 is an integer, too.
    BigDecimal number = new BigDecimal(value instanceof Number any ? any.toString() : "-1");
    if (number.signum() < 0
        || number.compareTo(MAX_WAITING) > 0
        || number.stripTrailingZeros().scale() > 0) {
      throw new InvalidInputException(WAITING, "must be an integer from 0 to " + MAX_WAITING);
    }
    return number.longValueExact();
  }

  private static InvalidInputException malformed() {
    return new InvalidInputException(
        Form.BODY, "must be JSON with \"scans\", 1 to " + MAX_SCANS + ", and at most \"waiting\"");
  }

  private static Scan scan(Call call, Object value, long waiting) {
    try {
      if (!(value instanceof Map<?, ?> members)) {
        throw new InvalidInputException(SCANS, "must be objects");
      }
      SaidScan said = SaidScan.read(members);
      require(SaidScan.KEY, said.key());
      require(SaidScan.CODE, said.code());
      return Scan.of(said, alone(call, said, waiting));
    } catch (InvalidInputException e) {
      return new Scan("", false, null, e);
    }
  }

  private static void require(String name, String text) {
    if (text == null) {
      throw new InvalidInputException(name, "is missing");
    }
  }

  /** Returns the command of a scan of a batch: as if it had been sent alone, with its key. */
  private static CheckinCommand alone(Call call, SaidScan said, Long waiting) {
    String batch = call.request().resource();
    String list = batch.substring(0, batch.lastIndexOf('/'));
    Map<String, String> path = new TreeMap<>(call.request().pathParameters());
    path.put(SaidScan.CODE, said.code());
    return CheckinParameters.command(
        call,
        said,
        list + "/tickets/{" + SaidScan.CODE + (said.isExit() ? "}/exits" : "}/checkins"),
        path,
        waiting);
  }
}
