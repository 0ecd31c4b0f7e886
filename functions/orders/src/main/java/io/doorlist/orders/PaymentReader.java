package io.doorlist.orders;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.http.Call;
import io.doorlist.http.DeskMoney;
import io.doorlist.http.Form;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.util.Map;
import java.util.Set;

/** Reads the body of a request to take money from a guest, or to give it back. */
final class PaymentReader {
  static final String AMOUNT = "amount";

  private static final Set<String> MEMBERS = Set.of(GuestReader.KEY, AMOUNT);

  private PaymentReader() {}

  /**
   * The request.
   *
   * @param amount in cents; negative if it is given back
   */
  record Requested(String key, long amount) {}

  static Requested read(Call call) {
    Map<String, Object> body;
    try {
      body = Json.readObject(call.request().bodyBytes());
    } catch (MalformedJsonException e) {
      throw new InvalidInputException(Form.BODY, "must be a payment as JSON");
    }
    for (String name : body.keySet()) {
      if (!MEMBERS.contains(name)) {
        throw new InvalidInputException(Form.parameter(name), "is not a member of a payment");
      }
    }
    return new Requested(
        GuestReader.key(body.get(GuestReader.KEY)), DeskMoney.amount(AMOUNT, body.get(AMOUNT)));
  }
}
