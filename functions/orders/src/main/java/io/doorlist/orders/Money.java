package io.doorlist.orders;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.desk.PaymentOutcome;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Payment;
import io.doorlist.domain.token.Role;
import io.doorlist.http.Call;
import io.doorlist.http.Problem;
import io.doorlist.http.ProblemType;
import io.doorlist.http.Response;
import io.doorlist.ingest.Payments;
import io.doorlist.json.GuestJson;
import java.time.temporal.ChronoUnit;

/** Answers the requests by which a desk takes money from guests or gives it back. Thread-safe. */
public record Money(Payments payments) {
  static final String TICKET = "ticket_id";

  Response takeMoney(Call call) {
    PaymentReader.Requested requested = PaymentReader.read(call);
    Event event = call.definition().event();
    boolean may = event.deskTerms().takeMoney() || call.caller().role().includes(Role.FULL);
    if (!may || !event.hasCurrency()) {
      return Response.of(Problem.of(ProblemType.DESK_NOT_ALLOWED));
    }
    Payment payment =
        new Payment(
            requested.key(),
            call.id(TICKET),
            requested.amount(),
            event.currency(),
            call.arrived().truncatedTo(ChronoUnit.MILLIS),
            call.caller().tokenId(),
            call.caller().name());

    PaymentOutcome outcome =
        payments.take(call.definition(), payment, call.mode(), call.deadline());

    return switch (outcome) {
      case PaymentOutcome.Taken taken -> Response.created(GuestJson.of(taken));
      case PaymentOutcome.NoGuest none -> Response.of(Problem.NOT_FOUND);
      case PaymentOutcome.KeyReused reused ->
          Response.of(Problem.of(ProblemType.IDEMPOTENCY_KEY_REUSED));
      case PaymentOutcome.OtherCurrency other ->
          Response.of(Problem.of(ProblemType.DESK_NOT_ALLOWED));
      case PaymentOutcome.TooMuchBack much ->
          throw new InvalidInputException(
              PaymentReader.AMOUNT,
              "must give back no more than was collected: " + much.collected());
      case PaymentOutcome.TooMany many ->
          throw new InvalidInputException(
              PaymentReader.AMOUNT, "is one payment more than an order can have");
    };
  }
}
