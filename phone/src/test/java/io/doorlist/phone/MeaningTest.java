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

/** Issue 68: the table "What an answer means" of docs/apps.md, as the test vectors say it. */
class MeaningTest {
  @Test
  void answer_meansWhatEveryVectorSays() throws IOException {
    List<?> vectors;
    try (InputStream file = DoorRule.class.getResourceAsStream("vectors.json")) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      vectors = Json.list(Json.object(text).get("answers"));
    }
    assertFalse(vectors.isEmpty());
    for (Object each : vectors) {
      Map<?, ?> vector = Json.object(each);
      Map<String, Integer> counts = ScanText.readCounts(Json.write(vector.get("counts")));
      DoorScan scan =
          new DoorScan("key", "1", "ada", Json.flag(vector.get("exit")), counts, 0, true);
      KeptScan kept = new KeptScan(scan, stage(vector.get("now")), 1, 0, "");
      int status = (int) Json.number(vector.get("status"));
      Map<?, ?> body = vector.get("code") == null ? Map.of() : Map.of("code", vector.get("code"));
      Answer answer = new Answer(status, body, Json.flag(vector.get("whole")));

      Meaning meaning = Meaning.of(stage(vector.get("sent")), kept, answer);

      String means = meaning.kind().name().toLowerCase(Locale.ROOT);
      assertEquals(vector.get("means"), means, () -> "" + vector.get("name"));
    }
  }

  private static Stage stage(Object word) {
    return Stage.valueOf(Json.text(word).toUpperCase(Locale.ROOT));
  }
}
