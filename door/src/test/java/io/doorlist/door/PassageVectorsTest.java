package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.jr.ob.JSON;
import io.doorlist.door.EveningByRule.Guest;
import io.doorlist.testing.EveningText;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The test vectors of passages are what the evenings of {@code evenings.txt} leave on record of
 * each ticket in each area. So one row of text is what the server, phones and apps agree on. If a
 * row changes, the new vectors are what this test expects.
 */
class PassageVectorsTest {
  private static final JSON ALL = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);

  @Test
  void vectors_areWhatTheEveningsLeaveOnRecord() throws IOException {
    List<String> made = new ArrayList<>();
    for (EveningText evening : EveningText.all()) {
      for (Map.Entry<Guest, List<Passage>> each : EveningByRule.play(evening).entrySet()) {
        made.add(ALL.asString(vector(evening.name(), each.getKey(), each.getValue())));
      }
    }

    assertEquals(String.join("\n", made), String.join("\n", published()));
  }

  private static List<String> published() throws IOException {
    List<String> vectors = new ArrayList<>();
    try (InputStream file = DoorRule.class.getResourceAsStream("vectors.json")) {
      for (Object vector : (List<?>) JSON.std.mapFrom(file).get("passages")) {
        vectors.add(ALL.asString(vector));
      }
    }
    return vectors;
  }

  private static Map<String, Object> vector(String evening, Guest guest, List<Passage> passages) {
    Emptying emptying = guest.emptying();
    PassageFold fold = PassageFold.of(passages, emptying);
    Presence presence = fold.presence().at(EveningByRule.NOW, emptying);
    Tally tally = fold.tally();
    long minute = Tally.minute(EveningByRule.NOW);
    assertEquals(presence.inside() ? 1 : 0, tally.inside(minute, emptying), "curve and state");
    Tally.Peak peak = tally.peak(minute, emptying);

    Map<String, Object> vector = new LinkedHashMap<>();
    vector.put("name", evening + ": " + guest.ticket() + ", " + guest.area());
    vector.put("empties_at", emptying.moments());
    vector.put("passages", passages.stream().map(PassageVectorsTest::members).toList());
    vector.put("now", EveningByRule.NOW);
    vector.put("inside", presence.inside());
    vector.put("since", presence.since() == Presence.NEVER ? null : presence.since());
    vector.put("entries", tally.entries());
    vector.put("exits", tally.exits());
    vector.put("unexplained_entries", tally.unexplainedEntries());
    vector.put("unexplained_exits", tally.unexplainedExits());
    vector.put("peak", peak.inside());
    vector.put("peak_minute", peak.inside() == 0 ? null : peak.minute());
    Map<String, Object> admits = new LinkedHashMap<>();
    for (Reentry reentry : Reentry.values()) {
      admits.put(reentry.word(), presence.admits(reentry, EveningByRule.NOW, emptying));
    }
    vector.put("admits", admits);
    return vector;
  }

  private static Map<String, Object> members(Passage passage) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("at", passage.at());
    members.put("tie", passage.tie());
    members.put("type", passage.exit() ? "exit" : "entry");
    members.put("reentry", passage.reentry().word());
    return members;
  }
}
