package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.cli.CommandTable;
import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.json.Json;
import io.doorlist.local.gateway.GatewayServer.Reachable;
import io.doorlist.local.office.Office;
import io.doorlist.table.Engine;
import io.doorlist.table.Time;
import io.doorlist.testing.Stores;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An office over a table in memory, asked as its page asks it. */
abstract class OfficeFixture {
  static final String ACCOUNT = "doorlist";

  @TempDir Path folder;
  final CommandTable table = new CommandTable();

  /** How often the program was asked to end. */
  final AtomicInteger ends = new AtomicInteger();

  OfficePage office;

  @BeforeEach
  void open() {
    office = office(table.stores());
  }

  /** An answer, and its members if it is JSON. */
  record Answer(int status, String text, Map<String, Object> members) {
    String text(String name) {
      return (String) members.get(name);
    }

    @SuppressWarnings("unchecked")
    List<Map<String, Object>> all(String name) {
      return (List<Map<String, Object>>) members.get(name);
    }
  }

  OfficePage office(Stores stores) {
    return office(stores, ACCOUNT);
  }

  /** Returns an office of another account over the same table, with the same folder. */
  OfficePage office(String account) {
    return office(table.stores(), account);
  }

  private OfficePage office(Stores stores, String account) {
    return office(stores, account, Optional.empty());
  }

  /** Returns an office that phones reach, or none does. */
  OfficePage office(Stores stores, String account, Optional<Reachable> reachable) {
    return new OfficePage(
        stores.forCommand(),
        account,
        new OfficeHost(
            folder,
            false,
            () -> reachable,
            () -> URI.create("http://127.0.0.1:1"),
            false,
            ends::incrementAndGet));
  }

  /** Returns the stores of the table over an engine, which wait for nothing. */
  Stores quick(Engine engine) {
    Time time = new Time(Clock.systemUTC(), new Random(1), pause -> {});
    return Stores.connect(engine, table.name(), time);
  }

  Answer ask(String method, String path, String body) {
    return ask(method, path, body.getBytes(StandardCharsets.UTF_8), Map.of());
  }

  Answer ask(String method, String path, byte[] body, Map<String, List<String>> query) {
    try {
      Office.Reply reply =
          office.answer(
              new Office.Call(
                  method, List.of(path.split("/")), query, new ByteArrayInputStream(body)));
      String text = new String(reply.body(), StandardCharsets.UTF_8);
      boolean json = reply.type().equals("application/json");
      return new Answer(reply.status(), text, json ? Json.readObject(text) : Map.of());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  String event(String title) {
    Answer made = ask("POST", "events", "{\"title\":\"" + title + "\",\"types\":[]}");
    assertEquals(201, made.status(), made.text());
    return made.text("slug");
  }

  Answer read(String event, String list) {
    return read(event, "guests.csv", list.getBytes(StandardCharsets.UTF_8));
  }

  Answer read(String event, String file, byte[] bytes) {
    return ask("POST", "events/" + event + "/previews", bytes, Map.of("name", List.of(file)));
  }

  /** Drops several files at once. */
  Answer read(String event, Map<String, byte[]> files) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    files.values().forEach(body::writeBytes);
    return ask(
        "POST",
        "events/" + event + "/previews",
        body.toByteArray(),
        Map.of(
            "name",
            files.keySet().stream().map(name -> name.substring(name.indexOf('/') + 1)).toList(),
            "size",
            files.values().stream().map(bytes -> String.valueOf(bytes.length)).toList()));
  }

  Answer begin(Answer preview) {
    return ask(
        "POST",
        "previews/" + preview.text("id") + "/import",
        "{\"stamp\":\"" + preview.text("stamp") + "\"}");
  }

  /** Imports a list, and waits for the end of it; returns what is said of it then. */
  Map<String, Object> imported(String event, String list) {
    Answer begun = begin(read(event, list));
    assertEquals(201, begun.status(), begun.text());
    return awaited(event);
  }

  /** Waits until nothing is imported any more. */
  Map<String, Object> awaited(String event) {
    Map<String, Object> last;
    do {
      Thread.yield();
      last = ask("GET", "events/" + event + "/imports", "").all("imports").getFirst();
    } while (List.of("running", "taking_back").contains(last.get("state")));
    return last;
  }

  /** Returns the files that are kept of imports. */
  List<Path> kept() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("imports/doorlist"))) {
      return files.toList();
    }
  }

  Stream<Order> orders(String event) {
    return new AccountReader(table.stores().forCommand(), ACCOUNT).orders(event, id -> true);
  }

  /** Returns the names of those whose tickets let them in, with the types. */
  Map<String, String> guests(String event) {
    return orders(event)
        .flatMap(order -> order.tickets().stream())
        .filter(ticket -> ticket.state() == TicketState.VALID && !ticket.terms().isBlocked())
        .collect(
            Collectors.toMap(
                Ticket::name, Ticket::ticketType, (one, other) -> one, LinkedHashMap::new));
  }
}
