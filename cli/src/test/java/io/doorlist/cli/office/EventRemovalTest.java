package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.tokens.Tokens;
import io.doorlist.domain.Mode;
import io.doorlist.domain.token.Role;
import io.doorlist.ingest.EventRemoval;
import io.doorlist.table.Engine;
import io.doorlist.testing.Call;
import io.doorlist.testing.RelayingEngine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An event is taken away from the office by its name (issue 71). */
class EventRemovalTest extends OfficeFixture {
  private static final String LIST =
      "Name,E-Mail\nAda,ada@example.org\nBen,ben@example.org\nCleo,cleo@example.org\n";

  private String gala() {
    office = office(quick(table.engine()));
    String event = event("Gala");
    imported(event, LIST);
    new Tokens(table.stores().forCommand(), ACCOUNT)
        .create("Gate 1", List.of(event), Mode.LIVE, Role.SCANNER, Instant.EPOCH);
    return event;
  }

  private boolean anythingNames(String word) {
    return table.items().values().stream().anyMatch(item -> item.contains(word));
  }

  @Test
  void name_takesTheEventAway_withItsPhones_andTheListsThatWereKept() throws IOException {
    String event = gala();
    event("Picnic");
    Answer preview = read(event, LIST + "Dora,dora@example.org\n");
    assertEquals(4, kept().size());

    Answer gone = ask("POST", "events/" + event + "/remove", "{\"title\":\" Gala \"}");

    assertEquals(200, gone.status(), gone.text());
    assertEquals(Map.of("title", "Gala", "orders", 3L, "tokens", 1L), gone.members());
    assertEquals(
        List.of("Picnic"),
        ask("GET", "events", "").all("events").stream().map(each -> each.get("title")).toList());
    assertEquals(List.of(), ask("GET", "phones", "").all("phones"));
    assertEquals(List.of(), kept());
    assertFalse(anythingNames("Ada"));
    assertFalse(anythingNames("ada@example.org"));
    assertEquals(404, ask("POST", "previews/" + preview.text("id"), "{}").status());
    assertEquals(422, ask("POST", "events/" + event + "/remove", "{\"title\":\"Gala\"}").status());
    assertEquals(event, event("Gala"), "its address is free");
  }

  @Test
  void anotherName_takesNothingAway() {
    String event = gala();
    Map<String, String> before = table.items();

    assertEquals(422, ask("POST", "events/" + event + "/remove", "{\"title\":\"gala\"}").status());
    assertEquals(400, ask("POST", "events/" + event + "/remove", "{}").status());

    assertEquals(before, table.items());
  }

  @Test
  void importThatRuns_isWaitedFor() throws IOException {
    String event = gala();
    Path note = kept().stream().filter(each -> each.toString().endsWith(".json")).findFirst().get();
    Files.writeString(note, Files.readString(note).replace("\"done\"", "\"running\""));
    Map<String, String> before = table.items();

    Answer refused = ask("POST", "events/" + event + "/remove", "{\"title\":\"Gala\"}");

    assertEquals(422, refused.status());
    assertTrue(refused.text().contains("being imported"), refused.text());
    assertEquals(before, table.items());
  }

  /** A kill leaves no half event: nobody finds it, the page says so, and the next start ends it. */
  @Test
  void eventThatIsLeaving_isSaid_andTheNextStartEndsIt() throws IOException {
    String event = gala();
    new EventRemoval(table.stores().table(), ACCOUNT).begin(event);
    assertTrue(anythingNames("Ada"));

    assertEquals(List.of(), ask("GET", "events", "").all("events"));
    assertEquals(List.of("Gala"), ask("GET", "state", "").members().get("leaving"));
    assertEquals(
        422, ask("POST", "events", "{\"title\":\"Gala\"}").status(), "its address is taken");
    office.resume();
    while (!ask("GET", "state", "").members().get("leaving").equals(List.of())) {
      Thread.yield();
    }

    assertFalse(anythingNames("Ada"));
    assertEquals(List.of(), kept());
  }

  @Test
  void progress_isSaidWhileItIsTakenAway() {
    String event = gala();
    List<String> said = new ArrayList<>();
    Engine asking =
        new RelayingEngine(table.engine()) {
          @Override
          protected <A> A relay(Call<A> call) {
            A answer = super.relay(call);
            Answer progress = ask("GET", "progress/mine", "");
            if (progress.text("step").equals("items")) {
              said.add(progress.members().get("done").toString());
            }
            return answer;
          }
        };
    office = office(quick(asking));

    Answer gone =
        ask(
            "POST",
            "events/" + event + "/remove",
            "{\"title\":\"Gala\"}".getBytes(StandardCharsets.UTF_8),
            Map.of("progress", List.of("mine")));

    assertEquals(200, gone.status(), gone.text());
    assertTrue(said.stream().mapToLong(Long::parseLong).max().orElse(0) > 9, said.toString());
  }
}
