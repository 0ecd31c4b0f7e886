package io.doorlist.webhookrecorder;

import static io.doorlist.webhookrecorder.Organiser.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.webhookrecorder.RecorderFixture.Hook;
import io.doorlist.webhookrecorder.RecorderFixture.Killed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Issue 31: an area that fills up is told once for each crossing, whatever a recorder suffers. */
class AreaWatchTest {
  private static final String GALA = "gala";
  private static final int CAPACITY = 4;

  private final RecorderFixture world = new RecorderFixture();
  private final Organiser organiser = new Organiser(world.stores, GALA);
  private EventDefinition gala;
  private CheckinList list;

  @BeforeEach
  void putGuests() {
    organiser.put(GALA, order(1, Mode.LIVE, 6));
    organiser.addArea(GALA, new Area("site", "Site", CAPACITY, null), 9);
    gala = organiser.definition(GALA);
    list = gala.list(9).orElseThrow();
  }

  @AfterEach
  void close() {
    world.close();
  }

  private CheckinOutcome scan(int guest, boolean exit) {
    CheckinCommand command = Organiser.scan(Mode.LIVE);
    String code = organiser.get(1).tickets().get(guest).qrCodeIdentifier();
    return exit
        ? world.stores.passages().exit(gala, list, code, command)
        : world.stores.checkins().checkInTicket(gala, list, code, command);
  }

  private void deliver(List<Map<String, Object>> records) throws Exception {
    assertEquals(Optional.empty(), RecorderFixture.call(world.function(), records));
  }

  private List<WebhookEvent> told() {
    return world.log(Mode.LIVE).stream()
        .filter(each -> each.type().objectType().equals("area"))
        .toList();
  }

  private List<String> words() {
    return told().stream().map(each -> each.type().word()).toList();
  }

  @Test
  void crossing_isToldOnce_withListAreaAndPassage() throws Exception {
    for (int guest = 0; guest < CAPACITY - 1; guest++) {
      scan(guest, false);
    }
    deliver(world.stream.read());
    assertEquals(List.of(), words());

    scan(CAPACITY - 1, false);
    deliver(world.stream.read());
    assertEquals(List.of("area.nearly_full", "area.full"), words());

    scan(0, true);
    deliver(world.stream.read());
    CheckinOutcome.Reentered again =
        assertInstanceOf(CheckinOutcome.Reentered.class, scan(0, false));
    deliver(world.stream.read());
    assertEquals(
        List.of("area.nearly_full", "area.full", "area.nearly_full", "area.full"), words());

    WebhookEvent last = told().getLast();
    assertEquals(9, last.objectId());
    String said = last.object().text();
    assertTrue(
        said.startsWith(
            "{\"slug\":\"site\",\"name\":\"Site\",\"capacity\":4,\"inside\":4,"
                + "\"checkin_list\":{\"id\":9,\"name\":\"Smoking door\"},"
                + "\"area\":{\"slug\":\"site\",\"name\":\"Site\"},"
                + "\"passage\":{\"id\":"
                + again.passage().id()
                + ",\"type\":\"entry\","),
        said);
  }

  /** Batches come again, as Lambda repeats them, and shards overtake each other. */
  @Test
  void repeatedAndReorderedRecords_tellNothingAgain() throws Exception {
    Random random = new Random(31);
    List<Map<String, Object>> all = new ArrayList<>();
    int crossings = 0;
    boolean[] inside = new boolean[6];
    int before = 0;
    for (int round = 0; round < 40 || crossings < 3; round++) {
      int guest = random.nextInt(6);
      scan(guest, inside[guest]);
      inside[guest] = !inside[guest];
      int now = 0;
      for (boolean each : inside) {
        now += each ? 1 : 0;
      }
      crossings += before < CAPACITY && now >= CAPACITY ? 1 : 0;
      before = now;
      List<Map<String, Object>> records = world.stream.read();
      Collections.shuffle(all, random);
      List<Map<String, Object>> batch = new ArrayList<>(all.subList(0, Math.min(all.size(), 60)));
      batch.addAll(records);
      Collections.shuffle(batch, random);
      deliver(batch);
      all.addAll(records);
      assertEquals(
          crossings, words().stream().filter("area.full"::equals).count(), "round " + round);
    }
  }

  @Test
  void recorderKilledAnywhere_losesNoCrossing_andDoublesNone() throws Exception {
    assertEquals(List.of(), crossingsNotToldOnce(UnaryOperator.identity()));
  }

  /** The planted fault: crossings are not kept until they are recorded. */
  @Test
  @Tag("long")
  void recorderThatKeepsNoCrossings_losesSome() throws Exception {
    List<Integer> wrong =
        crossingsNotToldOnce(
            request -> {
              if (!(request instanceof PutItemRequest put && put.item().containsKey("open"))) {
                return request;
              }
              Map<String, AttributeValue> item = new HashMap<>(put.item());
              item.put("open", AttributeValue.fromL(List.of()));
              return put.toBuilder().item(item).build();
            });
    assertTrue(!wrong.isEmpty(), "a recorder that died between its writes lost nothing");
  }

  /**
   * Fills the area again and again, kills a recorder at each of its calls in turn, and delivers the
   * records again; returns after how many calls a crossing was not told once.
   */
  private List<Integer> crossingsNotToldOnce(UnaryOperator<Object> fault) throws Exception {
    for (int guest = 0; guest < CAPACITY; guest++) {
      scan(guest, false);
    }
    deliver(world.stream.read());
    List<Integer> wrong = new ArrayList<>();
    boolean alive = false;
    int calls = 0;
    for (; !alive; calls++) {
      scan(0, true);
      deliver(world.stream.read());
      scan(0, false);
      List<Map<String, Object>> records = world.stream.read();
      int before = told().size();
      Hook hook = RecorderFixture.killedAfter(calls);
      try {
        assertEquals(
            Optional.empty(),
            RecorderFixture.call(world.function(hook, fault, UnaryOperator.identity()), records));
        alive = true;
      } catch (Killed e) {
        deliver(records);
      }
      if (told().size() != before + 2) {
        wrong.add(calls);
      }
    }
    assertTrue(calls > 10, calls + " places to die at");
    return wrong;
  }
}
