package io.doorlist.checkinlists;

import io.doorlist.domain.Digests;
import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.Rfc3339;
import io.doorlist.domain.WholeNumber;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.http.Call;
import io.doorlist.http.Form;
import io.doorlist.http.Headers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the parameters of the operations that check tickets in or look at them. */
final class CheckinParameters {
  private static final int MAX_TICKETS = 10_000;

  private CheckinParameters() {}

  /**
   * Returns the scan of an order's check-in. The form in the body says how many tickets come in.
   */
  static Scan scan(Call call, ScanFields said) {
    return scan(
        call,
        said,
        call.request().resource(),
        call.request().pathParameters(),
        call.form().fields(),
        null);
  }

  /**
   * Returns the domain's {@link Scan}. {@code resource} is the path template that a request for
   * this scan alone has.
   */
  static Scan scan(
      Call call,
      ScanFields said,
      String resource,
      Map<String, String> path,
      SortedMap<String, String> counts,
      Long waiting) {
    boolean online = said.online() == null || said.online();
    boolean qrCodeScanned = said.qrCodeScanned() == null || said.qrCodeScanned();
    return new Scan(
        call.mode(),
        call.caller().tokenId(),
        call.caller().name(),
        online,
        qrCodeScanned,
        said.scannedAt(),
        said.key() == null ? null : key(said, resource, path, counts),
        call.deadline(),
        call.caller().gate(),
        Scan.clockBehind(deviceTime(call), call.arrived()),
        waiting);
  }

  static Scan look(Call call) {
    return scan(call, ScanFields.ofLook(call), "", Map.of(), new TreeMap<>(), null);
  }

  /**
   * Reads when the device sent the request, by its own clock. This differs between attempts, so the
   * digest of a request leaves it out. A header that cannot be read counts as missing. If it were
   * refused, a phone would set all of its scans aside, although they can be recorded without the
   * header.
   */
  private static Instant deviceTime(Call call) {
    return call.request().headers().single(Headers.DEVICE_TIME).flatMap(Rfc3339::read).orElse(null);
  }

  /**
   * Reads how many tickets of each type to check in, by the type's slug. Whether the event has
   * these types is not checked.
   */
  static SortedMap<String, Integer> ticketCounts(SortedMap<String, String> fields) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    fields.forEach((type, count) -> counts.put(type, count(type, count)));
    if (counts.values().stream().allMatch(count -> count == 0)) {
      throw new InvalidInputException(Form.BODY, "must request at least one ticket");
    }
    return counts;
  }

  /** Reads a QR code from the path, or the digest that may be sent instead. */
  static String qrToken(Call call, String name) {
    String token = call.pathParameter(name);
    if (!QrCode.canBeAsked(token)) {
      throw new NotFoundException("QR code");
    }
    return token;
  }

  private static int count(String type, String text) {
    if (type.isEmpty()) {
      throw new InvalidInputException(Form.BODY, "must name the type of each count");
    }
    return (int)
        WholeNumber.read(text, 0, MAX_TICKETS)
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        Form.parameter(type), "must be an integer from 0 to " + MAX_TICKETS));
  }

  /**
   * Returns digests of the key and of what identifies a scan: list, code, type and time, and for an
   * order also its counts. The key's spelling makes no difference, nor does it matter whether the
   * code or its digest was sent. Whether the device has decided, and how the code was found, may
   * change between attempts, so it is left out. If the key is a UUID and the scan has a time, these
   * two identify the scan, whichever token sends it.
   *
   * <p>Versions before 0.3.0 included more in these digests, and their keys must still be found.
   * Those versions took the same UUID with capitals or braces for another key.
   */
  private static IdempotencyKey key(
      ScanFields said,
      String resource,
      Map<String, String> pathParameters,
      SortedMap<String, String> counts) {
    String spelled = said.key();
    String key = UuidKey.plain(spelled);
    IdempotencyKey now = key(key, said.scannedAt(), resource, pathParameters, counts);
    return key.equals(spelled)
        ? now
        : new IdempotencyKey(
            now.digest(),
            now.request(),
            now.earlier(),
            now.ofScan(),
            key(spelled, said.scannedAt(), resource, pathParameters, counts));
  }

  private static IdempotencyKey key(
      String key,
      Instant scannedAt,
      String resource,
      Map<String, String> pathParameters,
      SortedMap<String, String> counts) {
    SortedMap<String, String> path = new TreeMap<>(pathParameters);
    path.replaceAll((name, value) -> name.endsWith("_qr_token") ? QrCode.digest(value) : value);
    boolean ofScan = scannedAt != null && UuidKey.isUuid(key);
    SortedMap<String, String> some = new TreeMap<>(counts);
    some.values().removeIf("0"::equals);
    String time = scannedAt == null ? "" : scannedAt.toString();
    String milliseconds =
        scannedAt == null ? "" : scannedAt.truncatedTo(ChronoUnit.MILLIS).toString();
    List<String> requests = new ArrayList<>();
    for (SortedMap<String, String> wanted : new LinkedHashSet<>(List.of(some, counts))) {
      for (String at : new LinkedHashSet<>(List.of(milliseconds, time))) {
        for (boolean online : ofScan ? new boolean[] {true} : new boolean[] {true, false}) {
          for (boolean scanned : new boolean[] {true, false}) {
            requests.add(request(resource, path, online, scanned, at, wanted));
          }
        }
      }
    }
    return new IdempotencyKey(
        digest(List.of(key)), requests.removeFirst(), Set.copyOf(requests), ofScan);
  }

  private static String request(
      String resource,
      SortedMap<String, String> path,
      boolean online,
      boolean scanned,
      String time,
      SortedMap<String, String> wanted) {
    List<String> asked = new ArrayList<>(List.of("POST", resource));
    addTo(asked, path);
    asked.add(Boolean.toString(online));
    asked.add(Boolean.toString(scanned));
    asked.add(time);
    addTo(asked, wanted);
    return digest(asked);
  }

  private static void addTo(List<String> asked, SortedMap<String, String> texts) {
    asked.add(Integer.toString(texts.size()));
    texts.forEach((name, text) -> asked.addAll(List.of(name, text)));
  }

  /**
   * Returns the SHA-256 of texts. Each is preceded by its length, so that different lists never
   * have the same bytes.
   */
  private static String digest(List<String> texts) {
    MessageDigest digest = Digests.sha256();
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
      digest.update(bytes);
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
