package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.console.Console;
import io.doorlist.cli.mailing.ScriptedSmtp;
import io.doorlist.cli.tokens.Tokens;
import io.doorlist.domain.Mode;
import io.doorlist.domain.token.Role;
import io.doorlist.ingest.EventRemoval;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever ends the program while something goes on is asked first (issue 71). */
class EndingTest extends OfficeFixture {
  private static final String STATE = "XDG_STATE_HOME";

  @AfterEach
  void noLog() {
    System.clearProperty(STATE);
  }

  private Answer end(boolean sure) {
    return ask("POST", "end", "{\"sure\":" + sure + "}");
  }

  private void pair(String name) {
    event("Gala");
    new Tokens(table.stores().forCommand(), ACCOUNT)
        .create(name, List.of(), Mode.LIVE, Role.SCANNER, Instant.EPOCH);
  }

  /** What goes on, and nothing else. */
  private static Map<String, Object> only(String name, Object value) {
    Map<String, Object> all = new TreeMap<>();
    List.of("phones", "imports", "leaving").forEach(each -> all.put(each, List.of()));
    all.put("mails", null);
    all.put("ended", false);
    all.put(name, value);
    return all;
  }

  @Test
  void program_endsAtOnce_ifNothingGoesOn() {
    String event = event("Gala");
    assertEquals(201, ask("POST", "events/" + event + "/pages", "{\"role\":\"full\"}").status());

    assertEquals(true, end(false).members().get("ended"), "a page of this machine is no phone");

    assertEquals(1, ends.get());
    assertEquals(404, ask("GET", "end", "").status());
  }

  @Test
  void pairedPhones_areNamed_andItEndsAllTheSameIfAskedAgain() {
    pair("Gate 1");

    Answer asked = end(false);

    assertEquals(only("phones", List.of("Gate 1")), asked.members());
    assertEquals(0, ends.get());
    assertEquals(true, end(true).members().get("ended"));
    assertEquals(1, ends.get());
  }

  @Test
  void importThatRuns_isNamed() throws IOException {
    String event = event("Gala");
    imported(event, "Name\nAda\n");
    Path note;
    try (Stream<Path> files = Files.list(folder.resolve("imports/doorlist"))) {
      note = files.filter(each -> each.toString().endsWith(".json")).findFirst().orElseThrow();
    }
    Files.writeString(note, Files.readString(note).replace("\"done\"", "\"running\""));
    office = office(table.stores());

    assertEquals(only("imports", List.of("guests.csv")), end(false).members());
  }

  @Test
  void eventThatIsBeingTakenAway_isNamed() {
    String event = event("Gala");
    new EventRemoval(table.stores().table(), ACCOUNT).begin(event);

    assertEquals(only("leaving", List.of("Gala")), end(false).members());
  }

  @Test
  void mailsThatAreBeingSent_areNamed() throws Exception {
    System.setProperty(STATE, folder.resolve("state").toString());
    String event = event("Gala");
    imported(event, "Name,E-Mail\nAda,ada@example.org\n");
    try (ScriptedSmtp server = new ScriptedSmtp(null).on("END", ScriptedSmtp.HANG)) {
      ask(
          "POST",
          "events/" + event + "/mail",
          "{\"host\":\"127.0.0.1\",\"port\":%d,\"from\":\"a@example.org\"}"
              .formatted(server.port()));
      assertTrue(server.awaitMail());

      assertEquals(only("mails", "Gala"), end(false).members());
    }
    office.close();
    assertEquals(true, end(false).members().get("ended"));
  }

  private String typed(String lines) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
    Console console =
        new Console(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)), err, err, 80);
    new ClosingQuestion(console, office::unfinished, ends::incrementAndGet).untilTheEnd();
    return said.toString(StandardCharsets.UTF_8);
  }

  @Test
  void enterInTheWindow_endsTheProgram_andAsksFirstIfPhonesArePaired() {
    assertEquals("", typed("\n"));
    assertEquals(1, ends.get());
    pair("Gate 1");

    String no = typed("\nn\n");

    assertEquals(1, ends.get());
    assertTrue(no.contains("decide alone after that: Gate 1"), no);
    assertTrue(no.contains("Doorlist goes on."), no);
    assertFalse(typed("\ny\n").contains("goes on"));
    assertEquals(2, ends.get());
    typed("\r\n");
    assertEquals(2, ends.get(), "the end of what is typed is no answer");
  }
}
