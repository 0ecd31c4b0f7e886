package io.doorlist.cli.forgetting;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.guests.Sheet;
import io.doorlist.cli.importing.guests.SheetReader;
import io.doorlist.cli.lines.ExportLines;
import io.doorlist.cli.mailing.MailLog;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.ingest.ErasureStore.Forgotten;
import io.doorlist.ingest.Forgetting;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.checkin.history.HistoryStore;
import io.doorlist.table.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Reports everything that is kept of a person. This is what {@code forget} would erase, without the
 * data of others. Each part is a JSON object with its kind.
 *
 * @param kept the guest lists that the office (the organiser's page) kept; {@code null} if they are
 *     on another machine
 * @param out gets the parts
 * @param unread gets a message about each list that cannot be read, as such a list may name the
 *     person, too
 */
public record PersonReport(
    Table table,
    String account,
    KeptLists kept,
    Consumer<Map<String, Object>> out,
    Consumer<String> unread) {
  /** Writes what is kept of the person with an e-mail address. */
  public void write(String email) {
    AddressOwner owner = new AddressOwner(email);
    AccountReader reader = new AccountReader(table, account);
    reader.account();
    List<EventDefinition> definitions = reader.definitions(null);
    Map<String, Set<Long>> tickets = new TreeMap<>();
    Forgetting forgetting =
        Forgetting.showing(
            table,
            account,
            AccountReader::checkComplete,
            new Forgetting.Found() {
              @Override
              public void order(Erasure erasure, Forgotten forgotten) {
                tickets
                    .computeIfAbsent(erasure.event(), any -> new TreeSet<>())
                    .addAll(forgotten.tickets());
                names(erasure, forgotten);
              }

              @Override
              public void webhookEvent(WebhookEvent event) {
                show(event, owner);
              }
            });
    definitions.forEach(definition -> orders(reader, definition, owner, forgetting));
    forgetting.run(definitions, owner.email());
    definitions.forEach(definition -> happenings(table, definition, tickets));
    List<String> events = definitions.stream().map(each -> each.event().slug()).toList();
    MailLog.show(account, events, owner::isIn).forEach(line -> show("mail", line));
    if (kept != null) {
      kept.all().forEach(list -> show(list, owner));
    }
  }

  private void show(String kind, Map<String, Object> members) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("kind", kind);
    line.putAll(members);
    out.accept(line);
  }

  private void orders(
      AccountReader reader, EventDefinition definition, AddressOwner owner, Forgetting forgetting) {
    String slug = definition.event().slug();
    reader
        .orders(slug, id -> true)
        .forEach(
            order -> {
              Optional<Set<Long>> theirs = owner.tickets(order);
              if (theirs.isPresent()) {
                owner.found(slug, order.id(), theirs.get());
                forgetting.ask(slug, order.id(), theirs.get());
                show(definition, order, theirs.get());
              }
            });
  }

  private void show(EventDefinition definition, Order order, Set<Long> theirs) {
    Map<String, Object> line = ExportLines.order(definition.event(), order);
    if (!theirs.isEmpty()) {
      Stream.of("customer", "invoice", "responses", "qr_code_identifier", "corrections")
          .forEach(line::remove);
      line.put("tickets", those(line.get("tickets"), theirs));
    }
    show("order", line);
  }

  /** Returns the tickets with these ids, so that the report shows nothing of others. */
  private static List<?> those(Object tickets, Set<Long> wanted) {
    return ((List<?>) tickets)
        .stream().filter(each -> wanted.contains(((Map<?, ?>) each).get("id"))).toList();
  }

  private void names(Erasure erasure, Forgotten forgotten) {
    if (!forgotten.names().isEmpty()) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("event", erasure.event());
      line.put("order", erasure.order());
      line.put("names", forgotten.names());
      show("checkin_names", line);
    }
  }

  private void show(WebhookEvent event, AddressOwner owner) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", event.event());
    line.put("id", event.id());
    line.put("type", event.type().word());
    line.put("created_at", event.createdAt().toString());
    line.put("object", theirs(event, owner));
    show("webhook_event", line);
  }

  /**
   * Returns what a webhook event says of the person. If another person ordered, only the tickets of
   * this person are left of the order.
   */
  private static Map<String, Object> theirs(WebhookEvent event, AddressOwner owner) {
    Map<String, Object> members;
    try {
      members = new LinkedHashMap<>(Json.readObject(event.object().text()));
    } catch (MalformedJsonException e) {
      // Nobody can say whose data this is, so the report leaves it out.
      return Map.of();
    }
    if (event.type().objectType().equals("order")) {
      keepTheirs(members, owner);
    }
    return members;
  }

  /**
   * Leaves only the person's tickets in another customer's order. Returns whether the order has
   * anything of the person.
   */
  private static boolean keepTheirs(Map<String, Object> order, AddressOwner owner) {
    if (order.get("customer") instanceof Map<?, ?> customer
        && customer.get("email") instanceof String text
        && owner.has(text)) {
      return true;
    }
    List<?> theirs =
        order.get("tickets") instanceof List<?> all
            ? all.stream().filter(each -> isTheirs(each, owner)).toList()
            : List.of();
    order.keySet().retainAll(Set.of("id", "reference"));
    order.put("tickets", theirs);
    return !theirs.isEmpty();
  }

  /** Writes what a guest list of the office says of the person. */
  private void show(KeptLists.KeptList list, AddressOwner owner) {
    try {
      for (Map.Entry<String, byte[]> file : list.files().entrySet()) {
        for (Sheet sheet : SheetReader.readAll(file.getKey(), file.getValue())) {
          sheet.rows().stream()
              .filter(row -> row.cells().stream().anyMatch(owner::isIn))
              .forEach(row -> show("guest_list_row", members(list, sheet, row)));
        }
      }
      for (String order : list.orders()) {
        Map<String, Object> members = new LinkedHashMap<>(Json.readObject(order));
        if (keepTheirs(members, owner)) {
          Map<String, Object> line = members(list, list.named());
          line.put("order", members);
          show("guest_list_order", line);
        }
      }
    } catch (Failure | MalformedJsonException e) {
      unread.accept(
          "cannot be read, and may have something of theirs: the guest list %s of %s"
              .formatted(list.named(), list.event()));
    }
  }

  private static Map<String, Object> members(KeptLists.KeptList list, String file) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", list.event());
    line.put("file", file);
    return line;
  }

  private static Map<String, Object> members(KeptLists.KeptList list, Sheet sheet, Sheet.Row row) {
    Map<String, Object> line = members(list, sheet.file());
    if (sheet.tabs().size() > 1) {
      line.put("sheet", sheet.tab());
    }
    line.put("row", row.number());
    line.put("cells", row.cells());
    return line;
  }

  private static boolean isTheirs(Object ticket, AddressOwner owner) {
    return ticket instanceof Map<?, ?> members
        && members.get("email") instanceof String text
        && owner.has(text);
  }

  private void happenings(Table table, EventDefinition definition, Map<String, Set<Long>> tickets) {
    Set<Long> theirs = tickets.getOrDefault(definition.event().slug(), Set.of());
    if (!theirs.isEmpty()) {
      for (Mode mode : Mode.values()) {
        new HistoryStore(table)
            .read(definition, null, mode).happenings().stream()
                .filter(each -> each.ticketId() != null && theirs.contains(each.ticketId()))
                .forEach(each -> show("happening", members(definition, each)));
      }
    }
  }

  private static Map<String, Object> members(EventDefinition definition, Happening happening) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", definition.event().slug());
    line.put("list", happening.list().name());
    line.put("what", happening.type().word());
    line.put("at", happening.at().toString());
    line.put("ticket", happening.ticketId());
    line.put("reference", happening.reference());
    line.put("scanned_by", happening.scannedBy());
    line.put("undone", happening.undone());
    return line;
  }
}
