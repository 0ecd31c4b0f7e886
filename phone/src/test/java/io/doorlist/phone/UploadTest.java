package io.doorlist.phone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.doorlist.door.DoorRule;
import io.doorlist.phone.KeptScan.Stage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What goes to the service of each kind of scan, as the test vectors say. */
class UploadTest {
  @Test
  void item_isThatOfEveryVector() throws IOException {
    List<?> vectors;
    try (InputStream file = DoorRule.class.getResourceAsStream("vectors.json")) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      vectors = Json.list(Json.object(text).get("scans"));
    }
    assertFalse(vectors.isEmpty());
    for (Object each : vectors) {
      Map<?, ?> vector = Json.object(each);
      Stage stage = Stage.valueOf(Json.text(vector.get("stage")).toUpperCase(Locale.ROOT));
      DoorScan said = ScanText.read(Json.write(vector.get("scan")));
      DoorScan scan =
          new DoorScan(
              said.key(), "1", said.code(), said.exit(), said.counts(), said.at(), said.read());
      KeptScan kept = new KeptScan(scan, stage, 0, 0, "");

      Object body = Json.read(new Upload(List.of(kept)).body(List.of(kept)));

      assertEquals(Map.of("scans", List.of(vector.get("item"))), body, "" + vector.get("name"));
    }
  }
}
