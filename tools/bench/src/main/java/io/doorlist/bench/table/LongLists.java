package io.doorlist.bench.table;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.cli.Doorlist;
import io.doorlist.domain.Mode;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.template.Template;
import io.doorlist.store.Stores;
import io.doorlist.store.table.DynamoClients;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A table with the account of the inputs in events/, whose lists can be made long: the first row of
 * a list, written by an import or a request, is copied to every later ordinal. The cost of a page
 * depends on the sizes and ordinals of rows, not on their contents.
 *
 * <p>A list is made shorter again by changing its HEAD, as nothing reads rows beyond it. So a table
 * on disk is filled once and then has lists of any smaller length.
 */
public final class LongLists implements AutoCloseable {
  /** The name of the table. */
  public static final String TABLE = "doorlist";

  private static final String EVENT = "acme#spring-gala";
  private static final Path LINES =
      BenchCommand.ROOT.resolve("tools/runtime/src/test/resources/sample.ndjson");

  /** The sequences that are made long, by their keys in the table. */
  static final List<String> SEQUENCES =
      List.of(
          EVENT + "#list#3#checkins#live",
          EVENT + "#list#3#orders#live",
          EVENT + "#list#3#tickets#live",
          EVENT + "#orders#live");

  /** How many rows are written before the note of them; a run that was cut off repeats these. */
  private static final int STEP = 50_000;

  private static final String CHECKINS = SEQUENCES.get(0);
  private static final String TICKETS = SEQUENCES.get(2);
  private static final int FIRST_ID = 1_000_000;
  private static final long MILLIS_APART = 97;

  /** The sort key of the note of how many rows a sequence has; nothing else reads it. */
  private static final String NOTE = "BENCH";

  private static final String WRITTEN = "written";

  private final LocalDynamo dynamo;
  private final DynamoDbClient client;
  private final TableWriter writer;
  private final Map<String, Integer> written = new HashMap<>();

  /** Creates the table and imports its data, unless it exists. */
  public LongLists(LocalDynamo dynamo) {
    this.dynamo = dynamo;
    dynamo.createTableWithoutStream(
        Template.read(BenchCommand.ROOT.resolve("template.yaml")), TABLE);
    this.client = DynamoClients.connect(dynamo.endpoint(), null);
    this.writer = new TableWriter(client, TABLE);
    int status =
        Doorlist.run(
            InputStream.nullInputStream(),
            new PrintStream(PrintStream.nullOutputStream()),
            System.err,
            "import",
            LINES.toString(),
            "--endpoint",
            dynamo.endpoint().toString(),
            "--table",
            TABLE);
    if (status != 0) {
      throw new IllegalStateException(LINES + " is refused");
    }
  }

  public URI endpoint() {
    return dynamo.endpoint();
  }

  /** Returns a client of the table. */
  public DynamoDbClient client() {
    return client;
  }

  /** Lets one ticket in: a list of check-ins needs a first row before it can be made long. */
  public void checkIn(Stores stores) {
    EventDefinition gala = stores.events().readDefinition("acme", "spring-gala").orElseThrow();
    CheckinList list = gala.list(3).orElseThrow();
    CheckinCommand command =
        new CheckinCommand(
            Mode.LIVE, "bench", true, true, null, null, Instant.now().plusSeconds(60));
    CheckinOutcome outcome = stores.checkins().checkInTicket(gala, list, "t-K7QX2-2", command);
    if (!(outcome instanceof CheckinOutcome.CheckedIn)) {
      throw new IllegalStateException(outcome.toString());
    }
  }

  /** Makes every list this long, and marks everything as settled. */
  public void fill(int rows) throws InterruptedException, ExecutionException {
    for (String sequence : SEQUENCES) {
      fill(sequence, rows);
    }
  }

  /**
   * Makes a list that admits this many tickets, each with an id, a code and a reference of its own.
   */
  public void admit(int tickets) throws InterruptedException, ExecutionException {
    distinct(
        TICKETS,
        tickets,
        (row, number) -> {
          row.put("id", number(FIRST_ID + number));
          row.put("qr", AttributeValue.fromS(code(number)));
          row.put("reference", AttributeValue.fromS("K" + Integer.toString(number, 36) + "-1"));
        });
  }

  /**
   * Lets tickets in until this many are checked in: about ten a second of event time, in random
   * order.
   */
  public void letIn(int tickets) throws InterruptedException, ExecutionException {
    distinct(
        CHECKINS,
        tickets,
        (row, number) -> {
          Map<String, AttributeValue> ticket = new HashMap<>(row.get("tickets").l().getFirst().m());
          // Not Random: consecutive seeds give similar first numbers.
          SplittableRandom random = new SplittableRandom(number);
          ticket.put("id", number(FIRST_ID + random.nextInt(FIRST_ID)));
          row.put("tickets", AttributeValue.fromL(List.of(AttributeValue.fromM(ticket))));
          long at =
              Long.parseLong(row.get("at").n()) + number * MILLIS_APART + random.nextInt(20_000);
          row.put("at", AttributeValue.fromN(Long.toString(at)));
        });
  }

  /** Returns a code like those that an import generates. */
  private static String code(int number) {
    byte[] bits = new byte[20];
    new Random(number).nextBytes(bits);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
  }

  private void distinct(
      String sequence, int rows, ObjIntConsumer<Map<String, AttributeValue>> change)
      throws InterruptedException, ExecutionException {
    int there = written.getOrDefault(sequence, 1);
    copy(read(sequence, place(1)), there + 1, rows, change);
    written.merge(sequence, rows, Math::max);
    settle(sequence, rows);
  }

  private void fill(String sequence, int rows) throws InterruptedException, ExecutionException {
    Map<String, AttributeValue> first = read(sequence, place(1));
    if (first.isEmpty()) {
      throw new IllegalStateException(sequence + " has no row to copy");
    }
    AttributeValue noted = read(sequence, NOTE).get(WRITTEN);
    int written = noted == null ? 1 : Integer.parseInt(noted.n());
    while (written < rows) {
      int until = Math.min(written + STEP, rows);
      copy(first, written + 1, until, (row, ordinal) -> {});
      set(sequence, NOTE, "SET " + WRITTEN + " = :rows", Map.of(":rows", number(until)));
      written = until;
    }
    settle(sequence, rows);
  }

  private void settle(String sequence, int rows) {
    set(
        sequence,
        "HEAD",
        "SET #next = :rows, settled = :rows, surplus = :none",
        Map.of(":rows", number(rows), ":none", number(0)));
  }

  private Map<String, AttributeValue> read(String pk, String sk) {
    return client.getItem(get -> get.tableName(TABLE).key(key(pk, sk)).consistentRead(true)).item();
  }

  private void set(String pk, String sk, String change, Map<String, AttributeValue> values) {
    client.updateItem(
        update -> {
          update.tableName(TABLE).key(key(pk, sk)).updateExpression(change);
          update.expressionAttributeValues(values);
          if (change.contains("#next")) {
            update.expressionAttributeNames(Map.of("#next", "next"));
          }
        });
  }

  private void copy(
      Map<String, AttributeValue> first,
      int from,
      int to,
      ObjIntConsumer<Map<String, AttributeValue>> change)
      throws InterruptedException, ExecutionException {
    writer.put(
        IntStream.rangeClosed(from, to)
            .mapToObj(
                ordinal -> {
                  Map<String, AttributeValue> row = new HashMap<>(first);
                  row.put("sk", AttributeValue.fromS(place(ordinal)));
                  change.accept(row, ordinal);
                  return row;
                })
            .iterator());
  }

  /** Creates tickets that can be checked in: copies of one, with codes of their own. */
  public void tickets(int count) throws InterruptedException, ExecutionException {
    Map<String, AttributeValue> first = read(EVENT + "#qr#" + QrCode.digest("t-K7QX2-1"), "QR");
    writer.put(
        IntStream.range(0, count)
            .mapToObj(
                number -> {
                  Map<String, AttributeValue> ticket = new HashMap<>(first);
                  ticket.put(
                      "pk", AttributeValue.fromS(EVENT + "#qr#" + QrCode.digest(ticket(number))));
                  return ticket;
                })
            .iterator());
  }

  /** Returns the code of one of these tickets, as long as those that an import generates. */
  public static String ticket(int number) {
    return "t-copy-%020d".formatted(number);
  }

  private static String place(int ordinal) {
    return "%016d".formatted(ordinal);
  }

  private static AttributeValue number(int number) {
    return AttributeValue.fromN(Integer.toString(number));
  }

  private static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromS(sk));
  }

  @Override
  public void close() {
    client.close();
    dynamo.close();
  }
}
