package io.doorlist.cli.exporting;

import io.doorlist.cli.importing.lines.ImportLine;
import io.doorlist.cli.importing.lines.ImportLines;
import io.doorlist.cli.importing.lines.RefusedLine;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.ingest.evening.ImportWords;
import java.util.Map;

/** The import lines in an export of what happened. */
public final class EveningWords implements ImportWords {
  @Override
  public Map<String, Object> say(Account account) {
    return ExportLines.account(account);
  }

  @Override
  public Map<String, Object> say(Event event) {
    return ExportLines.event(event);
  }

  @Override
  public Map<String, Object> say(Event event, CheckinList list) {
    return ExportLines.checkinList(event, list);
  }

  @Override
  public Map<String, Object> say(Event event, Order order) {
    return ExportLines.order(event, order);
  }

  @Override
  public Account account(Map<String, Object> line) {
    return ((ImportLine.AccountLine) read(line)).account();
  }

  @Override
  public Event event(Map<String, Object> line) {
    return ((ImportLine.EventLine) read(line)).event();
  }

  @Override
  public ListDefinition list(Map<String, Object> line) {
    return ((ImportLine.CheckinListLine) read(line)).list();
  }

  @Override
  public Order order(Map<String, Object> line) {
    return ((ImportLine.OrderLine) read(line)).order();
  }

  private static ImportLine read(Map<String, Object> line) {
    try {
      return ImportLines.read(line);
    } catch (RefusedLine e) {
      throw new IllegalArgumentException(e);
    }
  }
}
