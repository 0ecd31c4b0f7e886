package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.forgetting.KeptLists;
import io.doorlist.cli.importing.guests.ListProgress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long a list is kept that nobody imports (issue 71). */
class PreviewsTest extends OfficeFixture {
  private static final byte[] LIST = "Name\nAda\n".getBytes(StandardCharsets.UTF_8);

  private Instant now = Instant.parse("2026-12-05T18:00:00Z");

  private Previews previews() {
    InstantSource time = () -> now;
    Clock clock = time.withZone(ZoneOffset.UTC);
    return new Previews(
        table.stores().forCommand(), ACCOUNT, clock, new KeptLists(folder, ACCOUNT));
  }

  private static String read(Previews previews, String event) {
    return previews
        .read(event, List.of(new ListFile("guests.csv", LIST)), ListChoices.NONE, ListProgress.NONE)
        .id();
  }

  @Test
  void previewThatNobodyImports_isGoneAfterAnHour_fromTheLastLookAtIt() {
    String event = event("Gala");
    Previews previews = previews();
    String id = read(previews, event);

    now = now.plus(Duration.ofMinutes(59));
    assertTrue(previews.choose(id, ListChoices.NONE, ListProgress.NONE).isPresent());
    now = now.plus(Duration.ofMinutes(59));
    assertTrue(previews.find(id).isPresent());
    now = now.plus(Duration.ofMinutes(1));
    assertFalse(previews.find(id).isPresent());
    assertFalse(previews.choose(id, ListChoices.NONE, ListProgress.NONE).isPresent());
  }

  @Test
  void fifthPreview_takesThePlaceOfTheOldest() {
    String event = event("Gala");
    Previews previews = previews();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(read(previews, event));
    }

    assertEquals(
        List.of(false, true, true, true, true),
        ids.stream().map(id -> previews.find(id).isPresent()).toList());
  }
}
