package io.doorlist.admin.importing.foreign;

import io.doorlist.admin.console.Failure;
import io.doorlist.admin.importing.lines.ImportLine;
import io.doorlist.admin.importing.lines.ImportLines;
import io.doorlist.admin.importing.lines.ImportSource;
import io.doorlist.admin.importing.lines.Importer;
import io.doorlist.admin.importing.lines.InputFile;
import io.doorlist.admin.importing.lines.RefusedLine;
import io.doorlist.domain.Event;
import io.doorlist.domain.TicketType;
import io.doorlist.json.Json;
import io.doorlist.store.event.EventStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files that other ticketing systems export, brought into an event that is here already. Ticket
 * types that the event lacks are added to it. Such a file is read as a whole.
 */
public final class ForeignSource implements ImportSource {
  private static final int MOST_BYTES = 256 << 20;

  private final ForeignOrders.Format format;
  private final EventStore events;
  private final String account;
  private final String event;

  public ForeignSource(
      ForeignOrders.Format format, EventStore events, String account, String event) {
    this.format = format;
    this.events = events;
    this.account = account;
    this.event = event;
  }

  @Override
  public boolean read(InputFile file, Importer importer, Step step) throws IOException {
    ForeignOrders orders = format.read(text(file));
    importer.add(
        new Importer.SourceLine(file.name(), "ticket type", 0, null),
        new ImportLine.EventLine(withTypes(orders.ticketTypes())));
    for (ForeignOrders.ForeignOrder order : orders.orders()) {
      add(file.name(), order, importer);
      if (!step.goOn()) {
        return false;
      }
    }
    return true;
  }

  private void add(String file, ForeignOrders.ForeignOrder order, Importer importer) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("kind", "order");
    line.put("account", account);
    line.put("event", event);
    if (order.members() != null) {
      line.putAll(order.members());
    }
    Importer.SourceLine source =
        new Importer.SourceLine(file, order.unit(), order.number(), Json.writeValue(line));
    try {
      if (order.refusal() != null) {
        throw order.refusal();
      }
      importer.add(source, ImportLines.read(line));
    } catch (RefusedLine e) {
      importer.refuse(source, e);
    }
  }

  private Event withTypes(Map<String, String> named) {
    Event stored =
        events
            .find(account, event)
            .orElseThrow(
                () ->
                    new Failure(
                        "account '"
                            + account
                            + "' has no event '"
                            + event
                            + "'; import its line first"));
    List<TicketType> types = new ArrayList<>(stored.ticketTypes());
    long id = types.stream().mapToLong(TicketType::id).max().orElse(0);
    for (Map.Entry<String, String> type : named.entrySet()) {
      if (stored.ticketType(type.getKey()).isEmpty()) {
        types.add(new TicketType(++id, type.getKey(), type.getValue()));
      }
    }
    return new Event(account, stored.id(), event, stored.title(), types);
  }

  private static String text(InputFile file) throws IOException {
    byte[] bytes = file.content().readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new Failure(file.name() + " is longer than " + (MOST_BYTES >> 20) + " MB");
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new Failure(file.name() + " is not UTF-8");
    }
  }
}
