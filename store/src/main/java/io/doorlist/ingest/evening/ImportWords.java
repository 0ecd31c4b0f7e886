package io.doorlist.ingest.evening;

import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.ListDefinition;
import java.util.Map;

/**
 * How import lines say what organisers define. Readers throw {@link IllegalArgumentException} if a
 * line is not valid.
 */
public interface ImportWords {
  Map<String, Object> say(Account account);

  Map<String, Object> say(Event event);

  Map<String, Object> say(Event event, CheckinList list);

  Map<String, Object> say(Event event, Order order);

  Account account(Map<String, Object> line);

  Event event(Map<String, Object> line);

  ListDefinition list(Map<String, Object> line);

  Order order(Map<String, Object> line);
}
