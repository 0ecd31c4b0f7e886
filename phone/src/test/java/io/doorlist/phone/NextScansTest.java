package io.doorlist.phone;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.phone.KeptScan.Stage;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which scans of a queue go next. Lists 1 and 2 lead into one area, and list 3 elsewhere. */
class NextScansTest {
  private static final long NOW = 1_000_000;

  private final Retries retries = new Retries();
  private final Set<String> copied = new HashSet<>();
  private final NextScans next = new NextScans(retries, scan -> copied.contains(scan.code()));
  private long number;

  private KeptScan scan(String key, String list, String code, Stage stage) {
    return scan(key, list, code, Map.of(), stage);
  }

  private KeptScan scan(
      String key, String list, String code, Map<String, Integer> counts, Stage stage) {
    DoorScan scan = new DoorScan(key, list, code, false, counts, NOW + number, true);
    return new KeptScan(scan, stage, number++, 0, "");
  }

  private KeptScan exit(String key, String list, String code) {
    DoorScan scan = new DoorScan(key, list, code, true, Map.of(), NOW + number, true);
    return new KeptScan(scan, Stage.TOLD, number++, 0, "");
  }

  private KeptScan told(String key, String list, String code) {
    return scan(key, list, code, Stage.TOLD);
  }

  private static String area(String list) {
    return list.equals("3") ? "yard" : "hall";
  }

  private static List<String> keys(List<KeptScan> scans) {
    return scans.stream().map(each -> each.scan().key()).collect(Collectors.toList());
  }

  private List<String> due(long now, KeptScan... queue) {
    return keys(next.due(List.of(queue), now, NextScansTest::area));
  }

  private List<List<String>> upTo(KeptScan asked, KeptScan... queue) {
    return next.upTo(List.of(queue), asked, NextScansTest::area).stream()
        .map(NextScansTest::keys)
        .collect(Collectors.toList());
  }

  /**
   * Found from outside (issue 66): else the answer, or the withdrawal, would be that of the earlier
   * scan.
   */
  @ParameterizedTest
  @EnumSource(Stage.class)
  void laterScanOfACode_waitsForTheEarlierOne_inItsArea(Stage stage) {
    KeptScan earlier = scan("earlier", "1", "x", stage);
    retries.later("earlier", 503, 60, NOW, 0);
    KeptScan again = told("again", "1", "x");
    KeptScan throughAnotherDoor = told("door", "2", "x");
    KeptScan elsewhere = told("elsewhere", "3", "x");
    KeptScan other = told("other", "1", "y");

    assertEquals(List.of("other"), due(NOW, earlier, again, throughAnotherDoor, other));
    assertEquals(List.of(), due(NOW, earlier, again, throughAnotherDoor));
    assertEquals(List.of("elsewhere"), due(NOW, earlier, again, elsewhere));
    assertEquals(List.of("again", "other"), due(NOW, again, other));
  }

  @Test
  void scansOfOneCode_goTogether_onceTheEarlierOneIsDue() {
    KeptScan earlier = scan("earlier", "1", "x", Stage.WITHDRAWN);
    retries.later("earlier", 503, 60, NOW, 0);
    KeptScan again = told("again", "1", "x");

    assertEquals(List.of("earlier", "again"), due(NOW + 60_000, earlier, again));
  }

  /** Nobody knows whose tickets the code of an order stands for. */
  @Test
  void codeOfAnOrder_isOvertakenByNobody_andOvertakesNobody() {
    KeptScan group = scan("group", "1", "o", Map.of("adult", 2), Stage.TOLD);
    KeptScan guest = told("guest", "1", "x");
    retries.later("group", 503, 60, NOW, 0);
    assertEquals(List.of(), due(NOW, group, guest));
    assertEquals(List.of(), due(NOW, group, told("door", "2", "y")));

    retries.forget("group");
    retries.later("guest", 503, 60, NOW, 0);
    assertEquals(List.of(), due(NOW, guest, group));
    assertEquals(List.of("group"), due(NOW, told("elsewhere", "3", "z").aside("wrong"), group));
  }

  /** Without counts all of an order leave: only copies tell its code from that of a ticket. */
  @Test
  void exitOfACodeThatNoCopyHas_isTakenForAnOrders() {
    copied.addAll(List.of("x", "y"));
    KeptScan group = exit("group", "1", "o");
    KeptScan guest = told("guest", "2", "x");
    KeptScan asked = scan("asked", "1", "x", Stage.ASKED);
    retries.later("group", 503, 60, NOW, 0);
    assertEquals(List.of(), due(NOW, group, guest));
    assertEquals(List.of("elsewhere"), due(NOW, group, told("elsewhere", "3", "x")));
    // The service takes tickets of one request beside each other.
    assertEquals(List.of(List.of("group"), List.of("asked")), upTo(asked, group, asked));

    KeptScan ticket = exit("ticket", "1", "y");
    retries.later("ticket", 503, 60, NOW, 0);
    assertEquals(List.of("guest"), due(NOW, ticket, guest));
    assertEquals(List.of(List.of("asked")), upTo(asked, ticket, asked));
    retries.later("guest", 503, 60, NOW, 0);
    retries.forget("group");
    assertEquals(List.of(), due(NOW, guest, group));
    KeptScan here = told("here", "1", "x");
    assertEquals(List.of("group"), due(NOW, group, here));
    assertEquals(List.of("here"), due(NOW, here, group));
  }

  /** What is known of a ticket reaches the service before somebody asks about it. */
  @Test
  void scanThatIsAsked_takesAlongWhatMayConcernIt() {
    KeptScan before = scan("before", "1", "x", Stage.WITHDRAWN);
    KeptScan other = told("other", "1", "y");
    KeptScan elsewhere = told("elsewhere", "3", "x");
    KeptScan group = scan("group", "2", "o", Map.of("adult", 2), Stage.TOLD);
    KeptScan asked = scan("asked", "1", "x", Stage.ASKED);
    KeptScan later = told("later", "1", "x");

    assertEquals(
        List.of(List.of("before"), List.of("group"), List.of("asked")),
        upTo(asked, before, other, elsewhere, group, asked, later));
  }
}
