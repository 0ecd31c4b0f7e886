package io.doorlist.checkinlists;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.checkin.Scan;
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
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads one scan from a whole request, or many from one body, {@code {"scans": [...]}}. */
final class ScanReader {
  private static final int MAX_SCANS = 100;
  private static final String SCANS = "scans";
  private static final String WAITING = "waiting";
  private static final BigDecimal MAX_WAITING = BigDecimal.valueOf(1_000_000);

  private ScanReader() {}

  /**
   * Reads the only scan of a request. Its fields may be in the query and headers, or in a JSON
   * body.
   */
  static RequestedScan one(Call call, String type) {
    String code = call.pathParameter(ScanFields.CODE);
    ScanFields said = ScanFields.of(call, code, type).and(body(call, type));
    Request request = call.request();
    SortedMap<String, String> counts =
        said.tickets() == null ? call.form().fields() : said.tickets();
    return RequestedScan.of(
        said,
        ofOrder(said),
        CheckinParameters.scan(
            call, said, request.resource(), request.pathParameters(), counts, null));
  }

  /** Reads a request to check an order in. Its body has only counts. */
  static RequestedScan oneOfOrder(Call call) {
    ScanFields said = ScanFields.of(call, call.pathParameter(ScanFields.ORDER), ScanFields.ENTRY);
    Scan scan = CheckinParameters.scan(call, said);
    boolean party = call.query().flag(ScanFields.PARTY).orElse(false);
    return RequestedScan.of(
        said,
        new RequestedScan.OfOrder(CheckinParameters.ticketCounts(call.form().fields()), party),
        scan);
  }

  private static ScanFields body(Call call, String type) {
    byte[] body = call.request().bodyBytes();
    try {
      return ScanFields.readOne(isNothing(body) ? Map.of() : Json.readObject(body), type);
    } catch (MalformedJsonException e) {
      throw new InvalidInputException(Form.BODY, "must be a scan as JSON, or empty");
    }
  }

  /**
   * Returns whether a body is empty. Generated clients send {@code null} for a body that is left
   * out.
   */
  private static boolean isNothing(byte[] body) {
    return body.length == 0 || new String(body, UTF_8).strip().equals("null");
  }

  static List<RequestedScan> read(Call call) {
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
    List<RequestedScan> scans = new ArrayList<>(all.size());
    for (Object each : all) {
      scans.add(scan(call, each, waiting));
    }
    return scans;
  }

  private static long waiting(Map<String, Object> body) {
    Object value = body.getOrDefault(WAITING, 0L);
    // In JSON, 57.0 is an integer, too.
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

  private static RequestedScan scan(Call call, Object value, long waiting) {
    try {
      if (!(value instanceof Map<?, ?> members)) {
        throw new InvalidInputException(SCANS, "must be objects");
      }
      ScanFields said = ScanFields.readOfBatch(members);
      require(ScanFields.KEY, said.key());
      require(said.ofOrder() ? ScanFields.ORDER : ScanFields.CODE, said.code());
      return RequestedScan.of(said, ofOrder(said), alone(call, said, waiting));
    } catch (InvalidInputException e) {
      return RequestedScan.refused(e);
    }
  }

  /**
   * Reads how many of each ticket type come in by an order's code, or leave. Returns {@code null}
   * for the entry of one ticket, and for an exit without counts.
   */
  private static RequestedScan.OfOrder ofOrder(ScanFields said) {
    if (said.isExit() && !said.ofOrder() && said.tickets() != null) {
      refuse(ScanFields.PARTY, said.party() != null, "belongs to " + ScanFields.ORDER);
      return new RequestedScan.OfOrder(CheckinParameters.ticketCounts(said.tickets()), false);
    }
    if (!said.ofOrder()) {
      refuse(
          ScanFields.TICKETS,
          said.tickets() != null,
          "belongs to " + ScanFields.ORDER + " or an exit");
      refuse(ScanFields.PARTY, said.party() != null, "belongs to " + ScanFields.ORDER);
      return null;
    }
    require(ScanFields.TICKETS, said.tickets());
    refuse(ScanFields.TYPE, said.isExit(), "must be entry for an order");
    // A device cannot decide about an order, because nobody knows afterwards which of its people
    // came in.
    boolean told = said.online() != null && !said.online() && !said.isWithdrawn();
    refuse(ScanFields.ONLINE, told, "must be true for an order");
    return new RequestedScan.OfOrder(
        CheckinParameters.ticketCounts(said.tickets()), said.party() != null && said.party());
  }

  private static void refuse(String name, boolean wrong, String why) {
    if (wrong) {
      throw new InvalidInputException(name, why);
    }
  }

  private static void require(String name, Object value) {
    if (value == null) {
      throw new InvalidInputException(name, "is missing");
    }
  }

  /**
   * Returns the {@link Scan} of one scan of a batch. It is the same as if the scan had been sent
   * alone with its key.
   */
  private static Scan alone(Call call, ScanFields said, Long waiting) {
    String batch = call.request().resource();
    String list = batch.substring(0, batch.lastIndexOf('/'));
    Map<String, String> path = new TreeMap<>(call.request().pathParameters());
    path.put(said.ofOrder() ? ScanFields.ORDER : ScanFields.CODE, said.code());
    String things =
        said.ofOrder() ? "/orders/{" + ScanFields.ORDER : "/tickets/{" + ScanFields.CODE;
    return CheckinParameters.scan(
        call,
        said,
        list + things + (said.isExit() ? "}/exits" : "}/checkins"),
        path,
        said.tickets() == null ? new TreeMap<>() : said.tickets(),
        waiting);
  }
}
