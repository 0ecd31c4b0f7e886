package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.Engine;
import io.doorlist.testing.Call;
import io.doorlist.testing.RelayingEngine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/** What the preview of a guest list says before anything is written (issue 71). */
class PreviewContentTest extends ImportingFixture {
  private static final byte[] OLD_WORKBOOK = {
    (byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, (byte) 0xA1, (byte) 0xB1, 0x1A, (byte) 0xE1, 0
  };

  private static final byte[] BROKEN_WORKBOOK = {'P', 'K', 3, 4, 0, 0, 0, 0, 0};

  @Test
  void preview_writesNothing_andSaysWhoComes() {
    String event = event("Gala");
    Map<String, String> before = table.items();

    Answer preview = read(event, LIST);

    assertEquals(201, preview.status(), preview.text());
    assertEquals(before, table.items());
    assertEquals(3L, preview.members().get("tickets"));
    List<Map<String, Object>> out = preview.all("kept_out");
    assertEquals(List.of("Cleo"), out.stream().map(each -> each.get("name")).toList());
    assertEquals("void", out.getFirst().get("state"));
    assertEquals("4", out.getFirst().get("row"));
    Map<String, Object> sheet = preview.all("sheets").getFirst();
    assertEquals(
        List.of(
            Map.of(
                "title",
                "Coming",
                "kept_out",
                1L,
                "refused",
                0L,
                "words",
                List.of(
                    Map.of("word", "no", "rows", 1L, "state", "void"),
                    Map.of("word", "yes", "rows", 2L, "state", "valid")))),
        sheet.get("deciding"));
    assertTrue(sheet.toString().contains("{title=E-Mail, kind=email}"), sheet.toString());
    assertTrue(sheet.toString().contains("[Ada, ada@example.org, VIP, yes]"), sheet.toString());
  }

  /** Issue 71: an organiser decides by names, and each language says them from data. */
  @Test
  void preview_namesWhoIsNewCorrectedRefusedAndWithoutATicket() {
    String event = event("Gala");
    imported(event, LIST);
    String next =
        "Name,E-Mail,Category,Coming\nAda King,ada@example.org,VIP,yes\n"
            + "Ben,ben@example.org,Guest,no\nDora,dora@example.org,Guest,yes\n"
            + "Eve,eve@example.org,Guest,perhaps not\n";

    Answer preview = read(event, next);

    assertEquals(1L, preview.members().get("added"));
    assertEquals(List.of("Dora"), names(preview, "added_first"));
    assertEquals(List.of("Eve"), names(preview, "refused"));
    Map<String, Object> stops = preview.all("stops").getFirst();
    assertEquals("no_longer_comes", stops.get("what"));
    assertEquals(List.of("3"), stops.get("rows"));
    assertEquals("Ben", ((Map<?, ?>) values(stops).get("ticket")).get("name"));
    Map<String, Object> refused = preview.all("refused").getFirst();
    assertEquals("answer_not_understood", refused.get("why"));
    assertEquals("Coming", refused.get("column"));
    Map<String, Object> corrected = preview.all("corrected").getFirst();
    assertEquals("corrected", corrected.get("what"));
    assertEquals(Map.of("before", "Ada", "name", "Ada King"), values(corrected));
  }

  /** A page that shows all of many is slow, and nobody reads it. */
  @Test
  void firstOfMany_areNamed_andTheOthersCounted() {
    String event = event("Gala");
    StringBuilder list = new StringBuilder("Name,E-Mail,Coming\n");
    for (int i = 0; i < 700; i++) {
      list.append("Guest Number%d,guest%d@example.org,no\n".formatted(i, i));
    }
    for (int i = 0; i < 600; i++) {
      list.append("Other Number%d,other%d@example.org,who knows\n".formatted(i, i));
    }

    Answer preview = read(event, list.toString());

    assertEquals(500, preview.all("kept_out").size());
    assertEquals(500, preview.all("refused").size());
    Map<?, ?> all = (Map<?, ?>) preview.members().get("all");
    assertEquals(700L, all.get("kept_out"));
    assertEquals(600L, all.get("refused"));
  }

  /** How far a preview is can be asked while it is made. */
  @Test
  void progress_isSaidWhileAPreviewIsMade() {
    String event = event("Gala");
    String codes = "Name,Code\nAda,C0DE-AAAA-0001\nBen,C0DE-BBBB-0002\nCleo,C0DE-CCCC-0003\n";
    imported(event, codes);
    Set<String> said = new LinkedHashSet<>();
    Engine asking =
        new RelayingEngine(table.engine()) {
          @Override
          protected <A> A relay(Call<A> call) {
            A answer = super.relay(call);
            Answer progress = ask("GET", "progress/mine", "");
            if (!progress.text("step").isEmpty()) {
              said.add(
                  "%s %s of %s"
                      .formatted(
                          progress.text("step"),
                          progress.members().get("done"),
                          progress.members().get("of")));
            }
            return answer;
          }
        };
    office = office(table.stores(asking, Clock.systemUTC()));

    Answer preview =
        ask(
            "POST",
            "events/" + event + "/previews",
            (codes + "Dora,C0DE-DDDD-0004\n").getBytes(StandardCharsets.UTF_8),
            Map.of("name", List.of("guests.csv"), "progress", List.of("mine")));

    assertEquals(201, preview.status(), preview.text());
    assertTrue(said.contains("before 0 of 0"), said.toString());
    assertTrue(said.contains("before 3 of 0"), said.toString());
    assertTrue(said.contains("rows 3 of 4"), said.toString());
    assertEquals("", ask("GET", "progress/mine", "").text("step"), "it is over");
  }

  @Test
  void files_thatAreNoLists_areRefused() {
    String event = event("Gala");
    assertRefused("no_list", read(event, "{\"no\":\"list\"}"));
    assertRefused("empty_list", read(event, ""));
    assertRefused("no_titles", read(event, "Ada\nBen\n"));
    assertRefused("web_page", read(event, "<html><table>"));
    assertRefused("save_as_xlsx", read(event, "guests.xls", OLD_WORKBOOK));
    assertRefused("broken_workbook", read(event, "guests.xlsx", BROKEN_WORKBOOK));
    assertEquals(422, read("nothing", LIST).status());
    assertEquals(404, begin(new Answer(0, "", Map.of("id", "none", "stamp", "x"))).status());
  }

  /** Some kilobytes, of which each part unpacks to more than a workbook may have: 128 MB. */
  @Test
  void zipBomb_isRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
      for (String part : List.of("[Content_Types].xml", "xl/workbook.xml")) {
        zip.putNextEntry(new ZipEntry(part));
        for (int i = 0; i < 160; i++) {
          zip.write(blanks);
        }
        zip.closeEntry();
      }
    }
    assertTrue(bytes.size() < 1 << 20, "it is short");
    String event = event("Gala");

    Answer refused =
        ask(
            "POST",
            "events/" + event + "/previews",
            bytes.toByteArray(),
            Map.of("name", List.of("guests.xlsx")));

    assertEquals(422, refused.status(), refused.text());
  }
}
