package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandTable;
import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.lines.Importer;
import io.doorlist.cli.lines.InputFile;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.testing.Stores;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What the import asks on a terminal before it writes, and what becomes of the answers. */
class QuestionsTest {
  private final CommandTable table = new CommandTable();
  private final List<String> asked = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  @Test
  void whoHasNotAnswered_isAskedFor() throws IOException {
    String list = "Name;RSVP\nAnn Lee;yes\nBen Oh;\nCid Ng;maybe";

    read(list, new GuestListOptions(), question -> true);

    assertEquals(List.of("2 rows without an answer. Let them in?"), asked);
    assertTrue(comesIn("Ben Oh") && comesIn("Cid Ng"));
  }

  @Test
  void whoHasNotAnswered_waits_ifTheAnswerIsNo_orNobodyIsThere() throws IOException {
    String list = "Name;RSVP\nAnn Lee;yes\nBen Oh;";

    read(list, new GuestListOptions(), question -> false);
    assertEquals(1, asked.size());
    assertFalse(comesIn("Ben Oh"));
    read(list, new GuestListOptions(), null);
    assertFalse(comesIn("Ben Oh"));
    assertTrue(notes.getLast().contains("--unanswered"), notes.toString());
  }

  @Test
  void whatIsSaidAlready_isNotAsked() throws IOException {
    GuestListOptions options = new GuestListOptions();
    options.unanswered = GuestListOptions.Unanswered.IN;

    read("Name;RSVP\nAnn Lee;yes\nBen Oh;", options, question -> false);

    assertEquals(List.of(), asked);
    assertTrue(comesIn("Ben Oh"));
  }

  @Test
  void aColumnThatLooksLikeAnswers_decidesIfTheUserSaysSo() throws IOException {
    String list = "Name;Dabei am 5.\nAnn Lee;ja\nBen Oh;nein";

    read(list, new GuestListOptions(), question -> true);

    assertEquals(
        List.of("'Dabei am 5.' says yes in 1 row, no in 1 row. Does it say who comes?"), asked);
    assertTrue(comesIn("Ann Lee"));
    assertFalse(comesIn("Ben Oh"));
  }

  @Test
  void aColumnThatLooksLikeAnswers_decidesNothingOtherwise() throws IOException {
    String list = "Name;Vegetarian\nAnn Lee;yes\nBen Oh;no";

    read(list, new GuestListOptions(), question -> false);

    assertTrue(comesIn("Ann Lee") && comesIn("Ben Oh"));
    assertTrue(notes.toString().contains("'Vegetarian' says"), notes.toString());
  }

  @Test
  void aConsole_takesYesAndNo() {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(shown, true, StandardCharsets.UTF_8);
    Console console =
        new Console(
            new ByteArrayInputStream("Y\r\nno\n\n".getBytes(StandardCharsets.UTF_8)), err, err, 0);

    assertTrue(console.ask("In?"));
    assertFalse(console.ask("In?"));
    assertFalse(console.ask("In?"));
    assertFalse(console.ask("In?"));
    assertTrue(shown.toString(StandardCharsets.UTF_8).startsWith("In? [y/N] In? [y/N] "));
    assertFalse(console.asks());
  }

  private void read(String text, GuestListOptions options, Predicate<String> answer)
      throws IOException {
    Predicate<String> question =
        answer == null
            ? null
            : asking -> {
              asked.add(asking);
              return answer.test(asking);
            };
    Importer.Listener report =
        new Importer.Listener() {
          @Override
          public void done(Importer.SourceLine line, ImportOutcome outcome) {}

          @Override
          public void noted(String note) {
            notes.add(note);
          }
        };
    Stores stores = table.stores(Clock.systemUTC());
    Importer importer = new Importer(new ImportStore(stores.forCommand(), false, () -> {}), report);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (InputFile file = InputFile.open("-", new ByteArrayInputStream(bytes))) {
      GuestListSource source =
          new GuestListSource(stores.forCommand(), "acme", "gala", null, options, null, question);
      source.read(file, importer, () -> true);
      source.finish(importer, () -> true);
    }
    importer.finish();
  }

  private boolean comesIn(String name) {
    Order order =
        new AccountReader(table.stores().forCommand(), "acme")
            .orders("gala", id -> true)
            .filter(each -> each.tickets().stream().anyMatch(it -> name.equals(it.name())))
            .findFirst()
            .orElseThrow();
    Ticket ticket = order.tickets().getFirst();
    return order.state() == OrderState.CONFIRMED && ticket.state() == TicketState.VALID;
  }
}
