package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A guest list in several files (issue 71). */
class SeveralFilesTest extends ImportingFixture {
  /** Issue 71: several files are one list, as with the command line. */
  @Test
  void filesThatAreDroppedTogether_areOneList() throws IOException {
    String event = event("Gala");
    Answer preview = read(event, files());
    assertEquals(201, preview.status(), preview.text());
    assertEquals("guests.xlsx, more=x.csv, more=x.csv (2)", preview.text("file"));
    assertEquals(List.of("guests.xlsx", "more=x.csv", "more=x.csv (2)"), sheetNames(preview));
    assertTrue(((List<?>) preview.members().get("charsets")).contains("windows-1250"));

    Answer chosen =
        choose(preview, "{\"sheets\":[\"guests.xlsx/Guests\",\"guests.xlsx/Crew & Press\"]}");

    assertEquals(
        List.of("guests.xlsx/Guests", "guests.xlsx/Crew & Press", "more=x.csv", "more=x.csv (2)"),
        sheetNames(chosen));
    assertEquals(201, begin(chosen).status());
    assertEquals("guests.xlsx, more=x.csv, more=x.csv (2)", awaited(event).get("file"));
    assertEquals(Set.of("Ann Lee", "Ben Fox", "Cid Ray", "Dora", "Eve"), guests(event).keySet());

    String reference =
        orders(event)
            .flatMap(order -> order.tickets().stream())
            .filter(ticket -> "Dora".equals(ticket.name()))
            .findFirst()
            .orElseThrow()
            .reference();
    Map<String, byte[]> next = new LinkedHashMap<>(files());
    next.put("more=x.csv", "Name\nTheodora\n".getBytes(StandardCharsets.UTF_8));
    Answer same =
        choose(read(event, next), "{\"same\":{\"more=x.csv:2\":\"%s\"}}".formatted(reference));
    assertEquals(200, same.status(), same.text());
    assertEquals(201, begin(same).status());
    awaited(event);
    assertTrue(guests(event).containsKey("Theodora"), guests(event).toString());
    assertFalse(guests(event).containsKey("Dora"), guests(event).toString());
  }

  private static List<Object> sheetNames(Answer preview) {
    return preview.all("sheets").stream().map(each -> each.get("name")).toList();
  }

  /** A workbook and two texts. */
  private static Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("guests.xlsx", workbook("Cid Ray"));
    files.put("more=x.csv", "Name\nDora\n".getBytes(StandardCharsets.UTF_8));
    files.put("folder/more=x.csv", "Name\nEve\n".getBytes(StandardCharsets.UTF_8));
    return files;
  }

  @Test
  void oneOfSeveralFiles_thatIsNoList_isNamed_andNothingIsRead() {
    String event = event("Gala");
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("guests.csv", LIST.getBytes(StandardCharsets.UTF_8));
    files.put("page.csv", "<html><table>".getBytes(StandardCharsets.UTF_8));

    Answer refused = read(event, files);

    assertRefused("web_page", refused);
    assertEquals("page.csv", refused.text("about"));
    files.put("page.csv", "Ada\nBen\n".getBytes(StandardCharsets.UTF_8));
    refused = read(event, files);
    assertRefused("no_titles", refused);
    assertEquals("page.csv", refused.text("about"));
  }

  @Test
  void sizesThatDoNotFit_areRefused() {
    String event = event("Gala");
    byte[] body = "Name\nAda\nName\nBen\n".getBytes(StandardCharsets.UTF_8);
    for (List<String> sizes :
        List.of(List.of("9"), List.of("9", "x"), List.of("9", "-9"), List.of("9", "10"))) {
      Map<String, List<String>> query = Map.of("name", List.of("a.csv", "b.csv"), "size", sizes);
      assertEquals(400, ask("POST", "events/" + event + "/previews", body, query).status());
    }
    Map<String, List<String>> many =
        Map.of("name", Collections.nCopies(21, "a.csv"), "size", Collections.nCopies(21, "0"));
    assertEquals(400, ask("POST", "events/" + event + "/previews", body, many).status());
  }

  /** A kill in the middle, or a reload: the next start reads all files again. */
  @Test
  void kill_leavesAnImportOfSeveralFiles_thatTheNextStartEnds() throws IOException {
    table.keepIn(folder);
    String event = event("Gala");
    assertEquals(201, begin(read(event, files())).status());
    Map<String, Object> done = awaited(event);
    Path note = folder.resolve("imports/doorlist/" + done.get("id") + ".json");
    Files.writeString(note, Files.readString(note).replace("\"done\"", "\"running\""));
    office.close();

    office = office(table.stores());
    office.resume();
    Map<String, Object> resumed = awaited(event);

    assertEquals("done", resumed.get("state"), resumed.toString());
    assertEquals(true, resumed.get("resumed"));
    assertEquals(
        Map.of("created", 0L, "changed", 0L, "unchanged", 4L, "refused", 0L),
        resumed.get("counts"));
    assertEquals(Set.of("Ann Lee", "Ben Fox", "Dora", "Eve"), guests(event).keySet());
    assertEquals(6, kept().size(), "three files, a note, and what was before and after");
    assertEquals(200, ask("POST", "forget", "{\"email\":\"b@x.org\"}").status());
  }
}
