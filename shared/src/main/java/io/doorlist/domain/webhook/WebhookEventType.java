package io.doorlist.domain.webhook;

import io.doorlist.domain.Worded;

/** The kinds of webhook events. */
public enum WebhookEventType implements Worded {
  ORDER_CREATED("order.created"),
  ORDER_UPDATED("order.updated"),
  ORDER_CANCELLED("order.cancelled"),
  TICKET_UPDATED("ticket.updated"),
  TICKET_VOIDED("ticket.voided"),
  TICKET_CHECKED_IN("ticket.checked_in"),
  TICKET_CHECKIN_DELETED("ticket.checkin_deleted"),
  TICKET_ADMITTED_AGAIN("ticket.admitted_again"),
  TICKET_CHECKED_OUT("ticket.checked_out"),
  TICKET_REENTERED("ticket.reentered");

  private final String word;

  WebhookEventType(String word) {
    this.word = word;
  }

  @Override
  public String word() {
    return word;
  }

  public String objectType() {
    return word.substring(0, word.indexOf('.'));
  }
}
