package io.doorlist.checkinlists;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.desk.PaymentOutcome;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Payment;
import io.doorlist.http.Call;
import io.doorlist.http.DeskMoney;
import io.doorlist.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Money that a desk collects with a scan.
 *
 * <p>Implementation notes. The money is taken first, and then the scan is handled as any other. The
 * payment's key is derived from the scan's key. So if a crash comes between the two, a repeated
 * request finds the payment and lets the guest in. If the scan is refused, the payment stays, as
 * the money is in the till. See ADR 0071. Thread-safe.
 */
record CollectedMoney(CheckinListStores stores) {
  /**
   * Takes the money. If the money is refused, this returns the answer to the request, and nobody
   * comes in. If no ticket has the code, no money is taken, and the scan is answered as usual.
   *
   * @param requested the list and its event's definition, just read, because a payment writes the
   *     order by that definition
   */
  Optional<Response> take(Call call, RequestedList requested, RequestedScan scan) {
    Event event = requested.event();
    Optional<Response> refusal = DeskMoney.refusal(call, event);
    if (refusal.isPresent()) {
      return refusal;
    }
    if (scan.scan().key() == null) {
      throw new InvalidInputException(ScanFields.COLLECTED, "must come with an idempotency key");
    }
    OptionalLong payer = payer(requested, scan);
    if (payer.isEmpty()) {
      return Optional.empty();
    }
    Payment payment =
        DeskMoney.payment(call, event, key(scan.scan()), payer.getAsLong(), scan.collected());

    PaymentOutcome outcome =
        stores.payments().take(requested.definition(), payment, call.mode(), call.deadline());

    return switch (outcome) {
      case PaymentOutcome.Taken taken -> Optional.empty();
      case PaymentOutcome.NotTaken not ->
          Optional.of(DeskMoney.notTaken(ScanFields.COLLECTED, not));
    };
  }

  private OptionalLong payer(RequestedList requested, RequestedScan scan) {
    RequestedScan.OfOrder order = scan.order();
    return stores
        .looks()
        .payer(
            requested.definition(),
            requested.list(),
            scan.code(),
            order != null,
            order != null && order.party(),
            scan.scan());
  }

  /** Returns the payment's key, a UUID that is the same for each attempt of a scan. */
  private static String key(Scan scan) {
    String name = "payment\n" + scan.keyOwner() + "\n" + scan.key().digest();
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
