package io.doorlist.bench.table;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.cli.Doorlist;
import io.doorlist.domain.Mode;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.table.conformance.DynamoServer;
import io.doorlist.testing.Stores;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

/**
 * A table with the account that the inputs in events/ use. Its lists can be made long. An import or
 * a request writes the first row of a list, and this class copies it to every later place. A row's
 * place is its ordinal. The cost of a page depends on the sizes and ordinals of rows, not on their
 * content.
 */
public final class LongLists implements AutoCloseable {
  public static final String TABLE = "doorlist";

  private static final String EVENT = "acme#spring-gala";
  private static final Path LINES = BenchCommand.ROOT.resolve("tools/bench/sample.ndjson");

  /** The partition keys of the lists that are made long, which the table keeps as sequences. */
  private static final List<String> SEQUENCES =
      List.of(
          EVENT + "#list#3#checkins#live",
          EVENT + "#list#3#orders#live",
          EVENT + "#list#3#tickets#live",
          EVENT + "#orders#live");

  private static final int BATCH = 25;
  private static final int WRITERS = 4;

  private final DynamoServer dynamo;
  private final Engine engine;

  /**
   * Asks again if DynamoDB Local has no answer, which happens when it waits too long for a lock.
   */
  private final Table table;

  private int written = 1;

  public LongLists(DynamoServer dynamo) {
    this.dynamo = dynamo;
    this.engine = dynamo.table(TABLE, false);
    this.table = Stores.connectForCommand(engine, TABLE, Clock.systemUTC()).table();
    int status =
        Doorlist.run(
            InputStream.nullInputStream(),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
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

  public Engine engine() {
    return engine;
  }

  /**
   * Lets one ticket in, because a list of check-ins needs a first row before it can be made long.
   */
  public void checkIn(Stores stores) {
    EventDefinition gala = stores.events().readDefinition("acme", "spring-gala").orElseThrow();
    CheckinList list = gala.list(3).orElseThrow();
    Scan scan = new Scan(Mode.LIVE, "bench", true, true, null, null, Instant.now().plusSeconds(60));
    CheckinOutcome outcome = stores.checkins().checkInTicket(gala, list, "t-K7QX2-2", scan);
    if (!(outcome instanceof CheckinOutcome.CheckedIn)) {
      throw new IllegalStateException(outcome.toString());
    }
  }

  /**
   * Makes every list this long, unless it is longer. Its HEAD item then says that all its rows are
   * settled, so none of their places is still open.
   */
  public void fill(int rows) {
    for (String sequence : SEQUENCES) {
      Item first = read(sequence, place(1));
      put(
          IntStream.rangeClosed(written + 1, rows),
          first,
          (row, ordinal) -> row.put(Key.SK, place(ordinal)));
      settle(sequence, rows);
    }
    written = rows;
  }

  /** Creates tickets that can be checked in. They are copies of one ticket with other codes. */
  public void tickets(int count) {
    put(
        IntStream.range(0, count),
        read(EVENT + "#qr#" + QrCode.digest("t-K7QX2-1"), "QR"),
        (ticket, number) -> ticket.put(Key.PK, EVENT + "#qr#" + QrCode.digest(ticket(number))));
  }

  private void put(IntStream numbers, Item first, ObjIntConsumer<Item> change) {
    numbers
        .mapToObj(
            number -> {
              Item item = first.without();
              change.accept(item, number);
              return Write.put(item);
            })
        .gather(Gatherers.windowFixed(BATCH))
        .gather(Gatherers.mapConcurrent(WRITERS, this::write))
        .forEach(left -> {});
  }

  private boolean write(List<Write> batch) {
    return table.transact(batch).written();
  }

  private void settle(String sequence, int rows) {
    table.update(
        Update.of(new Key(sequence, "HEAD"))
            .set("next", rows)
            .set("settled", rows)
            .set("surplus", 0));
  }

  private Item read(String pk, String sk) {
    return table
        .get(new Key(pk, sk))
        .orElseThrow(() -> new IllegalStateException(pk + " has no row to copy"));
  }

  /**
   * Returns the code of one of the tickets that {@link #tickets} creates. It is as long as the
   * codes that the import generates.
   */
  public static String ticket(int number) {
    return "t-copy-%020d".formatted(number);
  }

  private static String place(int ordinal) {
    return "%016d".formatted(ordinal);
  }

  @Override
  public void close() {
    engine.close();
    dynamo.close();
  }
}
