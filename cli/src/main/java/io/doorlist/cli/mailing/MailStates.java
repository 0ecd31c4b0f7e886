package io.doorlist.cli.mailing;

import io.doorlist.cli.mailing.TicketMail.Enclosed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Says which ticket was sent to which address, according to a log of mails. */
public final class MailStates {
  /** Whether a ticket was sent to an address. */
  public enum State {
    /** No mail was tried, or the server did not accept the mail, but may accept it later. */
    OPEN,
    UNSURE,
    SENT,
    REFUSED
  }

  private final Map<String, State> states = new HashMap<>();
  private long mails;

  /** Reads the lines of a log in their order. */
  MailStates(List<Map<String, Object>> lines) {
    Map<Long, List<String>> begun = new HashMap<>();
    for (Map<String, Object> line : lines) {
      long mail = number(line.get("mail"));
      mails = Math.max(mails, mail);
      List<String> keys =
          begun.computeIfAbsent(
              mail, any -> tickets(line).stream().map(each -> (String) each.get("key")).toList());
      State state = State.valueOf((String) line.get("state"));
      keys.forEach(key -> states.put(key, state));
    }
  }

  /** Returns whether a ticket was sent to an address. */
  public State of(Enclosed ticket, String to) {
    return states.getOrDefault(ticket.key(to), State.OPEN);
  }

  /** Returns the number for a new mail. */
  long next() {
    mails++;
    return mails;
  }

  void put(TicketMail mail, State state) {
    mail.tickets().forEach(each -> states.put(each.key(mail.to()), state));
  }

  static List<Map<?, ?>> tickets(Map<String, Object> line) {
    List<Map<?, ?>> tickets = new ArrayList<>();
    if (line.get("tickets") instanceof List<?> all) {
      all.forEach(each -> tickets.add((Map<?, ?>) each));
    }
    return tickets;
  }

  static long number(Object value) {
    return ((Number) value).longValue();
  }
}
