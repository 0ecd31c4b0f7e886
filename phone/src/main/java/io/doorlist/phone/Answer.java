package io.doorlist.phone;

import java.util.Map;

/**
 * What the service answered to one scan.
 *
 * @param status 0 if there was no answer
 * @param body the check-in, exit or problem; empty if there is none
 * @param whole whether it answers the request as a whole, and so says nothing about the ticket
 */
public record Answer(int status, Map<?, ?> body, boolean whole) {
  /** Returns the problem's word; empty if there is no problem. */
  String code() {
    return Json.text(body.get("code"));
  }

  /** Returns the reason of a refusal, or else its code. */
  String why() {
    String reason = Json.text(body.get("reason"));
    return reason.isEmpty() ? code() : reason;
  }
}
