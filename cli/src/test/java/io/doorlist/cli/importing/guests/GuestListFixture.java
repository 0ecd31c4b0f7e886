package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Guest lists of acme's gala, imported by the command, and the tickets that come of them. */
abstract class GuestListFixture {
  final CommandTable table = new CommandTable();

  CommandResult run(String text, String... more) {
    List<String> words = new ArrayList<>(List.of("import", "-", "--account=acme", "--event=gala"));
    words.addAll(List.of(more));
    return table.runWith(text.getBytes(StandardCharsets.UTF_8), words.toArray(String[]::new));
  }

  /** Imports a list that must be taken. */
  CommandResult imported(String text, String... more) {
    CommandResult result = run(text, more);
    assertEquals(0, result.status(), result.err());
    return result;
  }

  Map<String, String> items() {
    return butRows(table);
  }

  /** Returns the items of a table, but for those that say where guests stood in their lists. */
  static Map<String, String> butRows(CommandTable table) {
    return table.items().entrySet().stream()
        .filter(it -> !it.getKey().contains("#@lists"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  List<Ticket> tickets() {
    return new AccountReader(table.stores().forCommand(), "acme")
        .orders("gala", id -> true)
        .map(Order::tickets)
        .flatMap(List::stream)
        .toList();
  }

  Ticket named(String name) {
    return tickets().stream().filter(it -> name.equals(it.name())).findFirst().orElseThrow();
  }

  Ticket only(String code) {
    return tickets().stream()
        .filter(it -> it.qrCodeIdentifier().equals(code))
        .findFirst()
        .orElseThrow();
  }

  CheckinOutcome checkIn(String code) {
    EventDefinition gala = table.stores().events().readDefinition("acme", "gala").orElseThrow();
    Instant soon = Instant.now().plusSeconds(60);
    Scan scan = new Scan(Mode.LIVE, "phone", true, true, null, null, soon);
    return table.stores().checkins().checkInTicket(gala, gala.lists().getFirst(), code, scan);
  }
}
