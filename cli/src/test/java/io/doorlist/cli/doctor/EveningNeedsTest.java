package io.doorlist.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EveningNeedsTest {
  private static final Path ROOT = Path.of(System.getProperty("doorlist.root"));

  @Test
  void twentyThousandPeople_needWhatTheDocsSay() throws IOException {
    EveningNeeds needs = EveningNeeds.of(20_000);

    assertEquals(new EveningNeeds(80, 9, 35, 40, 8000, 2629), needs);
    String docs = Files.readString(ROOT.resolve("docs/operations.md"));
    for (Object figure :
        new Object[] {
          needs.phones(),
          needs.checkinsPerSecond(),
          needs.requestsPerSecond(),
          needs.calls(),
          "%,d".formatted(needs.queuedScans()),
          "%,d".formatted(needs.writeUnitsPerSecond())
        }) {
      assertTrue(docs.contains("| " + figure + " |"), String.valueOf(figure));
    }
  }
}
