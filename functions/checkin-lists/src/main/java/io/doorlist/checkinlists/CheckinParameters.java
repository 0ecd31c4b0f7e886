package io.doorlist.checkinlists;

import io.doorlist.domain.Decimal;
import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.Rfc3339;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.http.Call;
import io.doorlist.http.Caller;
import io.doorlist.http.Form;
import io.doorlist.http.Headers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the parameters of the operations that check tickets in or look at them (checkInTicket,
 * checkInOrder, createCheckins, getAdmission).
 */
final class CheckinParameters {
  private static final int MAX_TICKETS = 10_000;

  private CheckinParameters() {}

  /**
   * Reads {@code online}, {@code qr_code_scanned}, {@code scanned_at} and the {@code
   * Idempotency-Key} of a check-in of an order.
   *
   * @throws InvalidInputException if one of them cannot be read
   */
  static CheckinCommand command(Call call) {
    return command(
        call,
        SaidScan.of(call, null, null),
        call.request().resource(),
        call.request().pathParameters());
  }

  /**
   * Returns the command of a scan.
   *
   * @param resource of a request for this scan alone
   * @param path its path parameters
   */
  static CheckinCommand command(
      Call call, SaidScan said, String resource, Map<String, String> path) {
    boolean online = said.online() == null || said.online();
    boolean qrCodeScanned = said.qrCodeScanned() == null || said.qrCodeScanned();
    IdempotencyKey key =
        said.key() == null
            ? null
            : digest(
                said.key(), resource, path, online, qrCodeScanned, said.scannedAt(), call.form());
    return command(call, online, qrCodeScanned, said.scannedAt(), key);
  }

  /** Returns the command of a request that only looks at a ticket. */
  static CheckinCommand look(Call call) {
    return command(call, true, true, null, null);
  }

  private static CheckinCommand command(
      Call call, boolean online, boolean qrCodeScanned, Instant scannedAt, IdempotencyKey key) {
    return new CheckinCommand(
        call.mode(),
        call.caller().tokenId(),
        call.caller().name(),
        online,
        qrCodeScanned,
        scannedAt,
        key,
        call.deadline(),
        call.caller().gate(),
        CheckinCommand.clockBehind(deviceTime(call), call.arrived()),
        call.language());
  }

  /**
   * Reads the device's clock. It is no part of what distinguishes requests: it moves on between
   * attempts.
   */
  private static Instant deviceTime(Call call) {
    List<String> times = call.request().headers().all(Headers.DEVICE_TIME);
    if (times.isEmpty()) {
      return null;
    }
    return times.stream()
        .filter(text -> times.size() == 1)
        .flatMap(text -> Rfc3339.read(text).stream())
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    Headers.DEVICE_TIME, "must be one RFC 3339 timestamp with its offset"));
  }

  /** Returns the command of a request that undoes a check-in. */
  static UndoCommand undo(Call call) {
    Caller caller = call.caller();
    return new UndoCommand(
        call.mode(), caller.tokenId(), caller.name(), caller.role(), call.deadline());
  }

  /**
   * Reads the form or JSON: ticket type slug to how many tickets to check in, 0 to 10,000; whether
   * these types exist is not checked.
   *
   * @throws InvalidInputException if a number cannot be read, or all are 0
   */
  static SortedMap<String, Integer> ticketCounts(Call call) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    call.form().fields().forEach((type, count) -> counts.put(type, count(type, count)));
    if (counts.values().stream().allMatch(count -> count == 0)) {
      throw new InvalidInputException(Form.BODY, "must request at least one ticket");
    }
    return counts;
  }

  /**
   * Reads a QR code, or its digest in the form that may replace it, from the path.
   *
   * @throws NotFoundException if nothing can have this code
   */
  static String qrToken(Call call, String name) {
    String token = call.pathParameter(name);
    if (!QrCode.canBeAsked(token)) {
      throw new NotFoundException("QR code");
    }
    return token;
  }

  private static int count(String type, String text) {
    return (int)
        Decimal.read(text, 0, MAX_TICKETS)
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        Form.parameter(type), "must be an integer from 0 to " + MAX_TICKETS));
  }

  /**
   * Returns a digest of all that distinguishes requests; parameters count by their meaning, not by
   * their spelling.
   */
  private static IdempotencyKey digest(
      String key,
      String resource,
      Map<String, String> pathParameters,
      boolean online,
      boolean qrCodeScanned,
      Instant scannedAt,
      Form form) {
    String asked =
        new RequestDigest()
            .add("POST")
            .add(resource)
            .add(named(pathParameters))
            .add(Boolean.toString(online))
            .add(Boolean.toString(qrCodeScanned))
            .add(scannedAt == null ? "" : scannedAt.toString())
            .add(form.fields())
            .hex();
    return new IdempotencyKey(new RequestDigest().add(key).hex(), asked);
  }

  /** Returns the path parameters, with codes as digests: either form identifies the same ticket. */
  private static SortedMap<String, String> named(Map<String, String> pathParameters) {
    SortedMap<String, String> named = new TreeMap<>(pathParameters);
    named.replaceAll((name, value) -> name.endsWith("_qr_token") ? QrCode.digest(value) : value);
    return named;
  }
}
