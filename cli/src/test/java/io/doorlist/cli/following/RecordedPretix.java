package io.doorlist.cli.following;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.doorlist.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/**
 * Answers as pretix's API does, from recorded events, products and lists and from orders that a
 * test changes: it filters and sorts them by their last change, page by page.
 */
final class RecordedPretix implements AutoCloseable {
  static final String TOKEN = "kf2h9dtoken5gab5966k";
  private static final String ROOT = "/api/v1/organizers/acme";
  private static final String LOST = "X-Lost";
  private static final Path FILES =
      Path.of(System.getProperty("doorlist.root"), "cli/src/test/resources/pretix");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Map<String, Object>> orders = new LinkedHashMap<>();
  private final ConcurrentLinkedDeque<Behaviour> next = new ConcurrentLinkedDeque<>();
  final Map<String, Checkin> checkins = new LinkedHashMap<>();
  final List<String> order = new ArrayList<>();
  final Set<Long> goneLists = new HashSet<>();
  final Set<Long> gonePositions = new HashSet<>();

  /**
   * The position whose check-ins fail in the shop, whenever they are sent. If it is 0, none fail.
   */
  volatile long broken;

  final List<String> asked = new ArrayList<>();
  final List<String> events = new ArrayList<>(List.of("gala", "tour", "yen", "dinar"));

  /** Changes the answer of an event's lists. */
  volatile UnaryOperator<Map<String, Object>> lists = list -> list;

  /** Changes what an order says of a ticket's check-ins. */
  volatile UnaryOperator<Object> shown = checkins -> checkins;

  volatile Instant now = Instant.parse("2026-03-01T20:00:00Z");
  int pageSize = 50;

  RecordedPretix() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Answers a request instead of the record; returns whether it did. */
  interface Behaviour {
    boolean answer(HttpExchange exchange) throws IOException;
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Answers with this status, body and header. */
  static Behaviour answer(int status, String body, String... header) {
    return exchange -> {
      if (header.length > 0) {
        exchange.getResponseHeaders().set(header[0], header[1]);
      }
      send(exchange, status, body);
      return true;
    };
  }

  /** Begins an answer and cuts the connection. */
  static boolean cut(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 1_000);
    exchange.getResponseBody().write("{\"results\":[".getBytes(StandardCharsets.UTF_8));
    exchange.getResponseBody().flush();
    throw new IOException("cut");
  }

  /** Does what it is asked, and closes the connection without an answer. */
  static boolean loseAnswer(HttpExchange exchange) {
    exchange.getResponseHeaders().set(LOST, "");
    return false;
  }

  /** Answers with what there was before something happens. */
  Behaviour before(Runnable meanwhile) {
    return exchange -> {
      Map<String, Object> body = body(path(exchange), parameters(exchange));
      meanwhile.run();
      send(exchange, 200, Json.writeValue(body));
      return true;
    };
  }

  /** Answers the next requests like this, one after the other. */
  void next(Behaviour... behaviours) {
    next.addAll(List.of(behaviours));
  }

  /** Answers the next requests from the record. */
  void asRecorded() {
    next.clear();
  }

  /** Removes all orders but these, such as {@code gala/N1}. */
  synchronized void keep(String... kept) {
    orders.keySet().retainAll(Set.of(kept));
  }

  /** Adds or changes the orders of a file. */
  synchronized void sell(String file) {
    for (Object order : (List<?>) read(file).get("results")) {
      @SuppressWarnings("unchecked")
      Map<String, Object> members = (Map<String, Object>) order;
      orders.put(members.get("event") + "/" + members.get("code"), members);
    }
  }

  /** Changes members of an order; its last change is at this time. */
  synchronized void change(String order, Instant at, Map<String, Object> members) {
    Map<String, Object> changed = new LinkedHashMap<>(orders.get(order));
    changed.putAll(members);
    changed.put("last_modified", at.toString());
    orders.put(order, changed);
  }

  /** Returns a copy of an order with another code. */
  synchronized Map<String, Object> copy(String order, String code, long position) {
    Map<String, Object> copy = new LinkedHashMap<>(orders.get(order));
    Map<String, Object> ticket = new LinkedHashMap<>();
    ((Map<?, ?>) ((List<?>) copy.get("positions")).getFirst())
        .forEach((name, value) -> ticket.put(name.toString(), value));
    ticket.put("id", position);
    ticket.put("secret", code + "-secret");
    copy.put("code", code);
    copy.put("positions", List.of(ticket));
    return copy;
  }

  synchronized void put(Map<String, Object> order) {
    orders.put(order.get("event") + "/" + order.get("code"), order);
  }

  static Map<String, Object> read(String file) {
    try {
      return Json.readObject(Files.readString(FILES.resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      synchronized (asked) {
        asked.add(exchange.getRequestURI().toString());
      }
      Behaviour behaviour = next.poll();
      if (behaviour != null && behaviour.answer(exchange)) {
        return;
      }
      if (!("Token " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        send(exchange, 401, "{\"detail\":\"Invalid token.\"}");
        return;
      }
      String path = path(exchange);
      if (exchange.getRequestMethod().equals("POST")) {
        take(exchange, path, Json.readObject(exchange.getRequestBody().readAllBytes()));
        return;
      }
      Map<String, Object> body = body(path, parameters(exchange));
      exchange.getResponseHeaders().set("X-Page-Generated", now.toString());
      send(exchange, body == null ? 404 : 200, body == null ? "{}" : Json.writeValue(body));
    }
  }

  /** Takes a check-in or an annulment as pretix does: a nonce of a position once. */
  private synchronized void take(HttpExchange exchange, String path, Map<String, Object> sent)
      throws IOException {
    String nonce = sent.get("nonce").toString();
    Instant at = Instant.parse(sent.get("datetime").toString());
    if (path.equals("/checkinrpc/annul/")) {
      Checkin checkin = checkins.get(nonce);
      if (checkin == null) {
        send(exchange, 404, "{\"detail\":\"No check-in found based on nonce\"}");
      } else if (!checkin.successful()) {
        send(exchange, 400, "[\"Cannot annul an unsuccessful checkin\"]");
      } else if (at.isAfter(checkin.at().plusSeconds(900))) {
        send(
            exchange,
            400,
            "{\"non_field_errors\":[\"Annulment is not allowed more than 15 minutes after"
                + " check-in\"]}");
      } else {
        annul(nonce);
        send(exchange, 200, "{\"status\":\"ok\"}");
      }
      return;
    }
    String[] parts = path.split("/");
    long list = Long.parseLong(parts[4]);
    long position = Long.parseLong(parts[6]);
    if (broken == position) {
      send(exchange, 500, "<h1>Server Error (500)</h1>");
    } else if (goneLists.contains(list)) {
      send(exchange, 404, "{\"detail\":\"No CheckinList matches the given query.\"}");
    } else if (gonePositions.contains(position)) {
      send(exchange, 404, "{\"detail\":\"Not found.\",\"reason\":\"invalid\"}");
    } else {
      String type = sent.get("type").toString();
      if (!checkins.containsKey(nonce)) {
        order.add(parts[2] + " " + list + " " + position + " " + type);
        scan(nonce, list, position, type, at);
      }
      send(exchange, 201, "{\"status\":\"ok\"}");
    }
  }

  /** Does what a door of pretix does; its order has changed by that. */
  synchronized void scan(String nonce, long list, long position, String type, Instant at) {
    checkins.put(nonce, new Checkin(checkins.size() + 1, list, position, type, at, true));
    touch(position);
  }

  /** Annuls what a door did. */
  synchronized void annul(String nonce) {
    Checkin checkin = checkins.computeIfPresent(nonce, (name, old) -> old.annulled());
    touch(checkin.position());
  }

  private void touch(long position) {
    now = now.plusSeconds(1);
    for (Map.Entry<String, Map<String, Object>> each : Map.copyOf(orders).entrySet()) {
      if (((List<?>) each.getValue().get("positions"))
          .stream().anyMatch(one -> ((Map<?, ?>) one).get("id").equals(position))) {
        change(each.getKey(), now, Map.of());
      }
    }
  }

  /** A check-in as pretix keeps it. */
  record Checkin(long id, long list, long position, String type, Instant at, boolean successful) {
    Checkin annulled() {
      return new Checkin(id, list, position, type, at, false);
    }

    private Map<String, Object> shown() {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("id", id);
      members.put("datetime", at.atOffset(ZoneOffset.ofHours(2)).toString());
      members.put("list", list);
      members.put("auto_checked_in", false);
      members.put("gate", null);
      members.put("device", null);
      members.put("device_id", null);
      members.put("type", type);
      return members;
    }
  }

  private Map<String, Object> withCheckins(Map<String, Object> order) {
    List<Object> positions = new ArrayList<>();
    for (Object each : (List<?>) order.get("positions")) {
      Map<String, Object> position = new LinkedHashMap<>();
      ((Map<?, ?>) each).forEach((name, value) -> position.put(name.toString(), value));
      position.put(
          "checkins",
          shown.apply(
              checkins.values().stream()
                  .filter(Checkin::successful)
                  .filter(checkin -> position.get("id").equals(checkin.position()))
                  .map(Checkin::shown)
                  .toList()));
      positions.add(position);
    }
    Map<String, Object> shownOrder = new LinkedHashMap<>(order);
    shownOrder.put("positions", positions);
    return shownOrder;
  }

  private synchronized Map<String, Object> body(String path, Map<String, String> query) {
    if (path.equals("/")) {
      return Map.of("name", "Acme Events", "slug", "acme");
    }
    if (path.equals("/events/")) {
      return page(events.stream().map(slug -> read("event-" + slug + ".json")).toList(), 50, query);
    }
    if (path.equals("/orders/")) {
      return orders("", query);
    }
    String[] parts = path.split("/");
    if (parts.length < 3 || !events.contains(parts[2])) {
      return null;
    }
    return switch (parts.length == 3 ? "" : parts[3]) {
      case "" -> read("event-" + parts[2] + ".json");
      case "items" -> read("items-" + parts[2] + ".json");
      case "subevents" -> read("dates-" + parts[2] + ".json");
      case "checkinlists" -> lists.apply(read("lists-" + parts[2] + ".json"));
      case "orders" -> orders(parts[2] + "/", query);
      default -> null;
    };
  }

  private Map<String, Object> orders(String prefix, Map<String, String> query) {
    Instant since = Instant.parse(query.getOrDefault("modified_since", "1970-01-01T00:00:00Z"));
    if (!"last_modified".equals(query.get("ordering"))) {
      throw new AssertionError("no other order holds still: " + query);
    }
    List<Map<String, Object>> found =
        orders.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(prefix))
            .filter(entry -> events.contains(entry.getKey().split("/")[0]))
            .map(Map.Entry::getValue)
            .filter(order -> !changedAt(order).isBefore(since))
            .filter(
                order ->
                    query.getOrDefault("code", "").isEmpty()
                        || query.get("code").equals(order.get("code")))
            .map(this::withCheckins)
            .sorted(Comparator.comparing(RecordedPretix::changedAt))
            .toList();
    return page(found, pageSize, query);
  }

  private static Instant changedAt(Map<String, Object> order) {
    return Instant.parse(order.get("last_modified").toString());
  }

  private static Map<String, Object> page(
      List<Map<String, Object>> all, int size, Map<String, String> query) {
    int number = Integer.parseInt(query.getOrDefault("page", "1"));
    int from = Math.min(all.size(), (number - 1) * size);
    int to = Math.min(all.size(), from + size);
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("count", all.size());
    page.put("next", to < all.size() ? "http://elsewhere.example/?page=" + (number + 1) : null);
    page.put("previous", null);
    page.put("results", all.subList(from, to));
    return page;
  }

  private static String path(HttpExchange exchange) {
    return exchange.getRequestURI().getPath().replace(ROOT, "");
  }

  private static Map<String, String> parameters(HttpExchange exchange) {
    String query = exchange.getRequestURI().getRawQuery();
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : query == null ? new String[0] : query.split("&")) {
      String[] parts = pair.split("=", 2);
      parameters.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return parameters;
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    if (exchange.getResponseHeaders().containsKey(LOST)) {
      throw new IOException("lost");
    }
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
