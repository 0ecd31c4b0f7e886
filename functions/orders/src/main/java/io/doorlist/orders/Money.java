package io.doorlist.orders;

import io.doorlist.domain.desk.PaymentOutcome;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Payment;
import io.doorlist.http.Call;
import io.doorlist.http.DeskMoney;
import io.doorlist.http.Response;
import io.doorlist.ingest.Payments;
import io.doorlist.json.GuestJson;
import java.util.Optional;

/** Answers the requests by which a desk takes money from guests or gives it back. Thread-safe. */
public record Money(Payments payments) {
  static final String TICKET = "ticket_id";

  Response takeMoney(Call call) {
    PaymentReader.Requested requested = PaymentReader.read(call);
    Event event = call.definition().event();
    Optional<Response> refusal = DeskMoney.refusal(call, event);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    Payment payment =
        DeskMoney.payment(call, event, requested.key(), call.id(TICKET), requested.amount());

    PaymentOutcome outcome =
        payments.take(call.definition(), payment, call.mode(), call.deadline());

    return switch (outcome) {
      case PaymentOutcome.Taken taken -> Response.created(GuestJson.of(taken));
      case PaymentOutcome.NotTaken not -> DeskMoney.notTaken(PaymentReader.AMOUNT, not);
    };
  }
}
