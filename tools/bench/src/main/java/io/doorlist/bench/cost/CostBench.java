package io.doorlist.bench.cost;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import io.doorlist.bench.table.LongLists;
import io.doorlist.bench.table.Traffic;
import io.doorlist.bench.table.WriteUnits;
import io.doorlist.checkinlists.CheckinListsFunction;
import io.doorlist.events.EventsFunction;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.orders.OrdersFunction;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Recorded;
import io.doorlist.webhookevents.WebhookEventsFunction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What each operation costs, and that no page of no list costs more than the first. */
@Command(
    name = "cost",
    description = {
      "Counts read and write units, round trips and bytes of every operation, and of polls.",
      "Read units are DynamoDB Local's, write units AWS's published rule. Pages have 50 items."
    })
public final class CostBench extends BenchCommand {
  public static final Path DESIGN = BenchCommand.ROOT.resolve("docs/table-design.md");
  static final String BEGIN = "<!-- tools/bench/run cost: begin -->";
  static final String END = "<!-- tools/bench/run cost: end -->";

  /** A ticket other than that of the recorded inputs. */
  private static final String TICKET = "t-K7QX2-2";

  private static final int ITEMS = 50;
  private static final double MAX_OF_FIRST = 1.1;

  @Option(names = "--rows", split = ",", description = "How long the lists are.")
  private List<Integer> sizes = List.of(1000, 100000, 1000000);

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = {
        "Where DynamoDB Local keeps the long lists; in memory unless given.",
        "Existing rows are used again: a million rows are written only once."
      })
  private Path data;

  @Option(
      names = "--write",
      description = "Write the table, with lists of the first length, into docs/table-design.md.")
  private boolean write;

  /** The cost of one request. */
  public record Cost(String what, double readUnits, long writeUnits, long roundTrips, long bytes) {
    boolean like(Cost other) {
      return readUnits == other.readUnits
          && writeUnits == other.writeUnits
          && roundTrips == other.roundTrips;
    }

    /** Returns the row for the table in the docs. */
    public String line() {
      return String.format(
          Locale.ROOT,
          "| %s | %s | %d | %d | %,d |",
          what,
          Double.toString(readUnits).replaceFirst("\\.0$", ""),
          writeUnits,
          roundTrips,
          bytes);
    }
  }

  private final List<Cost> costs = new ArrayList<>();

  /** Returns the measurements. */
  public List<Cost> costs() {
    return List.copyOf(costs);
  }

  @Override
  public Report measure() throws IOException, InterruptedException, ExecutionException {
    Report report =
        new Report(
            "cost",
            "the cost of each operation, with the event's definition from memory where that is allowed",
            List.of("read units", "write units", "round trips", "bytes"));
    try (LongLists lists = new LongLists(LocalDynamo.inMemory(0))) {
      costs.addAll(new Functions(lists).single(report));
    }
    int documented = costs.size();
    try (LongLists lists =
        new LongLists(data == null ? LocalDynamo.inMemory(0) : LocalDynamo.onDisk(0, data))) {
      Functions functions = new Functions(lists);
      functions.firstRows();
      List<Cost> first = new ArrayList<>();
      for (int size : sizes) {
        say("lists of " + size + " rows");
        lists.fill(size);
        List<Cost> pages = functions.pages(size, report);
        costs.addAll(pages);
        if (first.isEmpty()) {
          first.addAll(pages);
          documented = costs.size();
        }
        report.check(
            String.format(Locale.ROOT, "lists of %,d rows cost what the first ones do", size),
            IntStream.range(0, pages.size()).allMatch(i -> pages.get(i).like(first.get(i))));
      }
    }
    costs.forEach(
        cost ->
            report.row(
                cost.what(),
                List.of(cost.readUnits(), cost.writeUnits(), cost.roundTrips(), cost.bytes())));
    if (write) {
      write(costs.subList(0, documented));
    }
    return report;
  }

  private static void write(List<Cost> costs) throws IOException {
    String text = Files.readString(DESIGN);
    StringBuilder table = new StringBuilder(BEGIN);
    table.append("\n| request | read units | write units | round trips | bytes of the body |");
    table.append("\n|---|---|---|---|---|\n");
    costs.forEach(cost -> table.append(cost.line()).append('\n'));
    int from = text.indexOf(BEGIN);
    int to = text.indexOf(END);
    if (from < 0 || to < from) {
      throw new IllegalStateException(DESIGN + " has no place for the table");
    }
    Files.writeString(DESIGN, text.substring(0, from) + table + text.substring(to));
  }

  /** The functions as deployed, over one table. */
  private static final class Functions {
    private final RequestStreamHandler doors;
    private final RequestStreamHandler orders;
    private final RequestStreamHandler webhooks;
    private final RequestStreamHandler events;

    private final LongLists lists;

    Functions(LongLists lists) {
      this.lists = lists;
      System.setProperty("TABLE_NAME", LongLists.TABLE);
      System.setProperty("QR_BASE_URL", "https://doorlist.example/t");
      System.setProperty("AWS_ENDPOINT_URL_DYNAMODB", lists.endpoint().toString());
      this.doors = new CheckinListsFunction();
      this.orders = new OrdersFunction();
      this.webhooks = new WebhookEventsFunction();
      this.events = new EventsFunction();
    }

    /** Lets somebody in, so that every list has a row; later calls are replays. */
    void firstRows() throws IOException {
      Input ticket =
          Input.recorded("check-in-ticket").with(TICKET, "pathParameters", "ticket_qr_token");
      require(201, Gateway.call(doors, ticket));
    }

    /** Measures the requests whose cost does not depend on the length of lists. */
    List<Cost> single(Report report) throws IOException {
      Recorded.webhookEvent(Stores.connect(lists.client(), LongLists.TABLE, Clock.systemUTC()));
      List<Cost> costs = new ArrayList<>();
      costs.add(cost("listCheckinLists check-in lists, one shown", doors, "list-checkin-lists"));
      Input withKey = Input.recorded("check-in-ticket");
      Input ticket =
          withKey
              .with(Map.of(), "multiValueHeaders")
              .with(Map.of(), "headers")
              .with(TICKET, "pathParameters", "ticket_qr_token");
      Answer warm = Gateway.call(doors, Input.recorded("list-checkins"));
      require(200, warm);
      Cost in = cost("checkInTicket check in a ticket", doors, ticket, 201);
      Cost twice = cost("checkInTicket a ticket that is in", doors, ticket, 409);
      costs.addAll(List.of(in, twice));
      costs.add(cost("checkInTicket with an idempotency key", doors, withKey, 201));
      costs.add(
          cost("checkInOrder an order, with an idempotency key", doors, "check-in-order", 201));
      costs.add(cost("getOrder an order", orders, "get-order"));
      costs.add(
          cost(
              "listWebhookEvents webhook events of an event, one shown",
              webhooks,
              "list-webhook-events"));
      costs.add(cost("getWebhookEvent a webhook event", webhooks, "get-webhook-event"));
      costs.add(cost("listEvents events, one shown", events, "list-events"));
      costs.add(cost("getEvent an event by its slug", events, "get-event"));
      report.check(
          "a check-in takes at most 5 write units and 3 round trips",
          in.writeUnits() <= 5 && in.roundTrips() <= 3);
      report.check(
          "a duplicate scan takes at most 3 round trips and 2 write units",
          twice.roundTrips() <= 3 && twice.writeUnits() <= 2);
      return costs;
    }

    /** Measures pages and polls of lists of this length. */
    List<Cost> pages(int rows, Report report) throws IOException {
      String of = String.format(Locale.ROOT, " of %,d", rows);
      List<Cost> costs = new ArrayList<>();
      costs.add(cost("getCheckinList a list" + of, doors, "get-checkin-list"));
      costs.add(poll("getCheckinList unchanged" + of, "get-checkin-list", 1));
      List<Cost> polls = new ArrayList<>(List.of(costs.getLast()));
      boolean even = true;
      long mostTrips = 0;
      Map<String, String> lists =
          Map.of(
              "listCheckins check-ins", "list-checkins",
              "listOrdersOfList orders of a list", "list-orders-of-list",
              "listTicketsOfList tickets of a list", "list-tickets-of-list",
              "listOrders orders", "list-orders");
      for (String name : lists.keySet().stream().sorted().toList()) {
        RequestStreamHandler function = lists.get(name).equals("list-orders") ? orders : doors;
        long last = (rows + ITEMS - 1) / ITEMS;
        double first = 0;
        for (Map.Entry<String, Long> page :
            List.of(
                Map.entry("first", 1L), Map.entry("middle", last / 2), Map.entry("last", last))) {
          Cost cost =
              cost(
                  name + ", " + page.getKey() + " page" + of,
                  function,
                  page(lists.get(name), page.getValue()),
                  200);
          costs.add(cost);
          first = first == 0 ? cost.readUnits() : first;
          even &= cost.readUnits() <= first * MAX_OF_FIRST;
          mostTrips = Math.max(mostTrips, cost.roundTrips());
        }
        if (function == doors) {
          costs.add(poll(name + ", unchanged" + of, lists.get(name), last));
          polls.add(costs.getLast());
        }
      }
      report.check("any page" + of + " rows costs at most 1.1 x the units of page 1", even);
      report.check("any page" + of + " rows takes at most 3 round trips", mostTrips <= 3);
      report.check(
          "an unchanged poll" + of + " rows takes at most 1 read unit and 1 round trip",
          polls.stream().allMatch(poll -> poll.readUnits() <= 1 && poll.roundTrips() <= 1));
      return costs;
    }

    private static Input page(String input, long page) throws IOException {
      return Input.recorded(input)
          .with(
              Map.of("page", List.of(Long.toString(page)), "items", List.of("" + ITEMS)),
              "multiValueQueryStringParameters");
    }

    private Cost poll(String what, String input, long page) throws IOException {
      Input asked = input.startsWith("get") ? Input.recorded(input) : page(input, page);
      Answer known = Gateway.call(doors, asked);
      require(200, known);
      return cost(
          what,
          doors,
          asked.with(List.of(known.headers().get("ETag")), "multiValueHeaders", "If-None-Match"),
          304);
    }

    private static Cost cost(String what, RequestStreamHandler function, String input)
        throws IOException {
      return cost(what, function, input, 200);
    }

    private static Cost cost(String what, RequestStreamHandler function, String input, int status)
        throws IOException {
      return cost(what, function, Input.recorded(input), status);
    }

    /**
     * Measures one request; a retrieval is made once before, so that definitions are remembered.
     */
    private static Cost cost(String what, RequestStreamHandler function, Input input, int status)
        throws IOException {
      if (status == 200) {
        require(status, Gateway.call(function, input));
      }
      double readUnits = Traffic.readUnits();
      long writeUnits = WriteUnits.units();
      long roundTrips = Traffic.roundTrips();
      Answer answer = Gateway.call(function, input);
      require(status, answer);
      return new Cost(
          what,
          Traffic.readUnits() - readUnits,
          WriteUnits.units() - writeUnits,
          Traffic.roundTrips() - roundTrips,
          answer.body().getBytes(StandardCharsets.UTF_8).length);
    }

    private static void require(int status, Answer answer) {
      if (answer.status() != status) {
        throw new IllegalStateException(answer.status() + " instead of " + status + ": " + answer);
      }
    }
  }
}
