package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.Engine;
import io.doorlist.testing.Call;
import io.doorlist.testing.RelayingEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A guest list from its preview to the end of its import (issue 71). */
class GuestImportsTest extends ImportingFixture {
  @Test
  void import_writesThePreview_andNothingElse() {
    String event = event("Gala");

    Map<String, Object> done = imported(event, LIST);

    assertEquals("done", done.get("state"), done.toString());
    assertEquals(
        Map.of("created", 3L, "changed", 0L, "unchanged", 0L, "refused", 0L), done.get("counts"));
    assertEquals(Set.of("Ada", "Ben"), guests(event).keySet());
  }

  @Test
  void tableThatChangedMeanwhile_showsAnotherPreview_andWritesNothing() {
    String event = event("Gala");
    imported(event, LIST);
    Answer one = read(event, LIST.replace("Ada,", "Adah,"));
    Answer other = read(event, LIST.replace("Ben,", "Benn,"));
    assertEquals(201, begin(one).status());
    awaited(event);
    Map<String, String> before = table.items();

    Answer refused = begin(other);

    assertEquals(409, refused.status());
    assertEquals(before, table.items());
    assertTrue(refused.text().contains("Ada"), "it says now that Adah is called Ada again");
    assertEquals(201, begin(refused).status());
    awaited(event);
    assertEquals(Set.of("Ada", "Benn"), guests(event).keySet());
  }

  @Test
  void objections_keepAListOut_untilSomebodyIsSure() {
    String event = event("Gala");
    imported(event, LIST);
    Answer preview = read(event, "Name,E-Mail\nAda,ada@example.org\n");
    String whole = "{\"replace\":true}";
    Answer replacing = ask("POST", "previews/" + preview.text("id"), whole);
    assertEquals(1, replacing.all("objections").size(), replacing.text());

    assertEquals(422, begin(replacing).status());
    assertEquals(Set.of("Ada", "Ben"), guests(event).keySet());
    Answer sure = ask("POST", "previews/" + preview.text("id"), "{\"replace\":true,\"sure\":true}");
    assertEquals(201, begin(sure).status(), sure.text());
    awaited(event);
    assertEquals(Set.of("Ada"), guests(event).keySet());
  }

  /** Two tabs that import at the same time: one does, and the other is told. */
  @Test
  void secondTab_isToldOfTheImportThatRuns() throws InterruptedException {
    String event = event("Gala");
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Engine waiting =
        new RelayingEngine(table.engine()) {
          @Override
          protected <A> A relay(Call<A> call) {
            if (!call.writes().isEmpty()) {
              writing.countDown();
              try {
                goOn.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            }
            return super.relay(call);
          }
        };
    office = office(table.stores(waiting, Clock.systemUTC()));
    Answer one = read(event, LIST);
    Answer other = read(event, LIST);
    assertEquals(201, begin(one).status());
    writing.await();

    Answer refused = begin(other);

    assertEquals(422, refused.status());
    assertTrue(refused.text().contains("another import runs"), refused.text());
    assertEquals("running", last(event).get("state"), "a reload shows it");
    goOn.countDown();
    assertEquals("done", awaited(event).get("state"));
    Answer again = begin(other);
    assertEquals(409, again.status(), "it shows what it would do now");
    assertEquals(0L, again.members().get("added"));
    assertEquals(3, orders(event).count());
  }

  /** Before its note is there an import was not begun, whatever else is kept of it. */
  @Test
  void importWithoutItsNote_wasNotBegun() throws IOException {
    String event = event("Gala");
    Path imports = Files.createDirectories(folder.resolve("imports/doorlist"));
    Files.writeString(imports.resolve("x.file"), LIST);
    Files.writeString(imports.resolve("x.before"), "");
    Files.writeString(imports.resolve("x.json.new"), "{");

    office.resume();

    assertEquals(List.of(), ask("GET", "events/" + event + "/imports", "").all("imports"));
    assertEquals(Map.of(), guests(event));
  }

  /** Whatever write a kill comes before, the next start goes on, and says so. */
  @Test
  void kill_atAnyWrite_leavesAnImportThatTheNextStartEnds() throws IOException {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, fault) -> {
          if (!(fault instanceof KillingEngine.Kill)) {
            throw new AssertionError(fault);
          }
        });
    try {
      int cutOff = 0;
      boolean whole = false;
      for (int writes = 0; !whole; writes++) {
        String event = event("Gala " + writes);
        Answer preview = read(event, LIST);
        office = office(table.stores(new KillingEngine(table.engine(), writes), Clock.systemUTC()));
        Answer again = read(event, LIST);
        assertEquals(preview.members().get("tickets"), again.members().get("tickets"));
        assertEquals(201, begin(again).status());
        office.close();
        Map<String, Object> left =
            ask("GET", "events/" + event + "/imports", "").all("imports").getFirst();
        whole = left.get("state").equals("done");
        cutOff += whole ? 0 : 1;
        noteNothingOfTheFailure((String) left.get("id"));

        office = office(table.stores());
        office.resume();
        Map<String, Object> done = awaited(event);

        assertEquals("done", done.get("state"), "killed at write " + writes + ": " + done);
        assertEquals(!whole, done.get("resumed"));
        assertEquals(Set.of("Ada", "Ben"), guests(event).keySet(), "killed at write " + writes);
        assertEquals(3, orders(event).count(), "nobody is twice");
      }
      assertTrue(cutOff > 2, "killed " + cutOff + " times");
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  /** A process that is killed says nothing any more; here a thread of it still could. */
  private void noteNothingOfTheFailure(String id) throws IOException {
    Path note = folder.resolve("imports/doorlist").resolve(id + ".json");
    String said = Files.readString(note);
    Files.writeString(note, said.replace("\"state\":\"failed\"", "\"state\":\"running\""));
  }
}
