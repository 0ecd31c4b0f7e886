package io.doorlist.phone;

import java.util.Map;

/**
 * What the service answered to one scan.
 *
 * @param status 0 if there was no answer
 * @param body the check-in, exit or problem in the answer; empty if there is none
 * @param whole whether the service answered the request as a whole, so that nothing is said about
 *     the ticket
 */
public record Answer(int status, Map<?, ?> body, boolean whole) {
  /** Returns the code of the problem. It is empty if there is no problem. */
  String code() {
    return Json.text(body.get("code"));
  }

  /** Returns the reason of a refusal, or the problem's code if there is no reason. */
  String why() {
    String reason = Json.text(body.get("reason"));
    return reason.isEmpty() ? code() : reason;
  }
}
