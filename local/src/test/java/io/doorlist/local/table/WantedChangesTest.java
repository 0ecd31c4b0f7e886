package io.doorlist.local.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.local.template.Template;
import io.doorlist.local.template.Trigger;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.sqlite.ChangeFeed;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The table keeps what the functions of the template would get from its stream. */
class WantedChangesTest {
  private static final Template TEMPLATE =
      Template.read(Path.of(System.getProperty("doorlist.root"), "template.yaml"));
  private static final List<String> NAMES = List.of("id", "asked_at", "at", "by", "name", "lines");

  private final WantedChanges wanted = WantedChanges.of(TEMPLATE);
  private final List<Trigger.Stream> streams =
      TEMPLATE.deployment(Map.of(), "things", URI.create("http://127.0.0.1:9")).streams();

  @Test
  void ofACheckin_onlyTheLogsRowIsWanted() {
    assertEquals(
        List.of(true, false, false),
        List.of(
            wanted.test(added("ROW", "at", 7L, "by", "token")),
            wanted.test(added("QR", "id", 7L, "at", "text")),
            wanted.test(added("HEAD", "next", 7L, "settled", 6L))));
  }

  private static ItemChange added(String sk, Object... attributes) {
    Item item = new Item(new Key("a", sk));
    for (int i = 0; i < attributes.length; i += 2) {
      item.put((String) attributes[i], attributes[i + 1]);
    }
    return new ItemChange(item.key(), new Item(), item);
  }

  @Test
  void anyChange_isWanted_ifItsWholeRecordIs() {
    Random random = new Random(5);
    int both = 0;
    for (int i = 0; i < 5_000; i++) {
      Key key = new Key("a", random.nextBoolean() ? "ORDER" : "ROW");
      ItemChange change = new ItemChange(key, image(key, random), image(key, random));
      Map<String, Object> record =
          StreamRecord.of(new ChangeFeed.Numbered(i, Instant.EPOCH, change), "arn:stream");
      boolean expected = streams.stream().anyMatch(stream -> stream.wants(record));

      assertEquals(expected, wanted.test(change), change::toString);
      both += expected ? 1 : 0;
    }
    assertEquals(true, both > 500 && both < 4_500, "neither all nor none: " + both);
  }

  private static Item image(Key key, Random random) {
    if (random.nextInt(4) == 0) {
      return new Item();
    }
    Item image = new Item(key);
    for (String name : NAMES) {
      switch (random.nextInt(5)) {
        case 0 -> image.put(name, random.nextLong());
        case 1 -> image.put(name, "text");
        case 2 -> image.put(name, Map.of("S", "nested"));
        default -> {
          // It is not there.
        }
      }
    }
    return image;
  }
}
