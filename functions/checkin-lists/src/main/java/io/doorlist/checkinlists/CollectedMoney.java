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
 * <p>Implementation notes. It is taken first, and then the scan goes on as any other. The payment's
 * key follows from the scan's: a repeat finds the payment, and lets in whom a crash in between left
 * at the door. If the scan is refused, the payment stays, as the money is in the till. See ADR
 * 0071. Thread-safe.
 */
record CollectedMoney(CheckinListStores stores) {
  /**
   * Takes the money; returns the answer if it takes none, and then nobody comes in. It leaves a
   * code that nobody has to the scan.
   *
   * @param requested as it is now: what a payment changes goes by the lists
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

  /** Returns a UUID, as every payment has one: the same for each attempt of a scan. */
  private static String key(Scan scan) {
    String name = "payment\n" + scan.keyOwner() + "\n" + scan.key().digest();
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
