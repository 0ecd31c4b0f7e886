package io.doorlist.http;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.desk.PaymentOutcome;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Payment;
import io.doorlist.domain.token.Role;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Reads payments at a desk from requests, and answers requests whose payment is refused. */
public final class DeskMoney {
  private DeskMoney() {}

  /** Returns the answer to a caller who may take no money at an event; empty if the caller may. */
  public static Optional<Response> refusal(Call call, Event event) {
    Role role = call.caller().role();
    if (!role.includes(Role.DESK)) {
      return Optional.of(Response.of(Problem.FORBIDDEN));
    }
    boolean may = event.deskTerms().takeMoney() || role.includes(Role.FULL);
    return may && event.hasCurrency()
        ? Optional.empty()
        : Optional.of(Response.of(Problem.of(ProblemType.DESK_NOT_ALLOWED)));
  }

  /**
   * Reads the amount of a payment, in cents; below 0 if it is given back.
   *
   * @param value as JSON has it
   */
  public static long amount(String name, Object value) {
    // To JSON, 2.0 is an integer, too.
    BigDecimal cents = new BigDecimal(value instanceof Number any ? any.toString() : "0");
    if (cents.signum() == 0
        || cents.abs().compareTo(BigDecimal.valueOf(Payment.MAX_AMOUNT)) > 0
        || cents.stripTrailingZeros().scale() > 0) {
      throw new InvalidInputException(
          name, "must be an integer of cents but 0, " + Payment.MAX_AMOUNT + " at most");
    }
    return cents.longValueExact();
  }

  /** Returns the payment that a caller asks for, in the currency of the event. */
  public static Payment payment(Call call, Event event, String key, long ticket, long amount) {
    return new Payment(
        key,
        ticket,
        amount,
        event.currency(),
        call.arrived().truncatedTo(ChronoUnit.MILLIS),
        call.caller().tokenId(),
        call.caller().name());
  }

  /**
   * Returns the answer to a request whose payment was not taken.
   *
   * @param name of the amount in the request
   */
  public static Response notTaken(String name, PaymentOutcome.NotTaken outcome) {
    return switch (outcome) {
      case PaymentOutcome.NoGuest none -> Response.of(Problem.NOT_FOUND);
      case PaymentOutcome.KeyReused reused ->
          Response.of(Problem.of(ProblemType.IDEMPOTENCY_KEY_REUSED));
      case PaymentOutcome.OtherCurrency other ->
          Response.of(Problem.of(ProblemType.DESK_NOT_ALLOWED));
      case PaymentOutcome.TooMuchBack much ->
          throw new InvalidInputException(
              name, "must give back no more than was collected: " + much.collected());
      case PaymentOutcome.TooMany many ->
          throw new InvalidInputException(name, "is one payment more than an order can have");
    };
  }
}
