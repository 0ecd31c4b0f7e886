package io.doorlist.phone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.door.Reentry;
import io.doorlist.phone.DoorVerdict.Kind;
import io.doorlist.phone.KeptScan.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PhoneCoreTest {
  private ModelService service =
      new ModelService(List.of("ada", "bob"), Reentry.NEVER, () -> false);
  private final Map<String, String> journal = new TreeMap<>();
  private final List<Request> sent = new ArrayList<>();
  private final PairingLink link =
      new PairingLink("", "acme", "gala", ModelService.LIST, "dl_live_x");
  private PhoneCore core;
  private long now = ModelService.BEGIN;
  private int keys;
  private boolean writable = true;
  private boolean network = true;
  private boolean damage;
  private boolean busy;
  private boolean copies = true;
  private boolean scans = true;

  /** What the service says to every request; null if it serves them. */
  private Response problem;

  /** By how much the phone's clock is behind. */
  private long behind;

  private void start() {
    core =
        new PhoneCore(
            link,
            journal,
            new Surroundings() {
              @Override
              public String uuid() {
                return "key-" + ++keys;
              }

              @Override
              public double random() {
                return 0.5;
              }

              @Override
              public String composed(String text) {
                return text;
              }
            },
            now);
  }

  /** Lets the phone do what it wants to do now. */
  private void run() {
    for (boolean more = true; more; ) {
      List<Request> requests = core.requests(now);
      sent.addAll(requests);
      Map<String, String> changes = core.changes(now);
      if (!changes.isEmpty()) {
        if (writable) {
          changes.forEach((name, value) -> journal.put(name, value));
          journal.values().removeIf(String::isEmpty);
        }
        core.written(writable, now);
      }
      for (Request request : requests) {
        boolean reaches =
            network
                && (copies || !request.path().contains("/door"))
                && (scans || !request.path().contains("/checkins"));
        Response response = reaches ? service.answer(request, now + behind, List.of()) : null;
        if (damage && request.path().contains("/door")) {
          String body = response.body().replaceFirst("\"columns\":\"A", "\"columns\":\"//");
          response = new Response(200, body, now, "", 0, "request");
        }
        core.received(request.id(), problem == null ? response : problem, now);
      }
      more = !requests.isEmpty() || !changes.isEmpty();
    }
  }

  private void pass(long millis) {
    now += millis;
    run();
  }

  private DoorVerdict scan(String code) {
    String key = core.scan(code, true, now);
    run();
    return core.verdict(key);
  }

  private List<Stage> stages() {
    return core.queue().stream().map(KeptScan::stage).toList();
  }

  @Test
  void scan_isKeptBeforeItIsSent_andBeforeItIsShown() {
    start();
    run();
    sent.clear();

    String key = core.scan("ada", true, now);

    assertEquals(List.of(), core.requests(now));
    Map<String, String> asked = core.changes(now);
    assertTrue(asked.containsKey("scan/" + key), asked::toString);
    assertEquals(List.of(), core.requests(now));
    core.written(true, now);
    List<Request> requests = core.requests(now);
    assertEquals(1, requests.size());
    core.received(requests.get(0).id(), service.answer(requests.get(0), now, List.of()), now);
    assertNull(core.verdict(key));
    assertEquals("", core.changes(now).get("scan/" + key));
    assertNull(core.verdict(key));
    core.written(true, now);
    assertEquals(Kind.IN, core.verdict(key).kind());
  }

  /** What was taken back and a look at the same code are on their way at the same time. */
  @Test
  void look_knowsWhatThePhoneTookBack_beforeTheServiceDoes() {
    start();
    run();
    DoorVerdict in = scan("ada");
    core.undo(in.scan(), now);

    String look = core.look("ada", now);
    journal.putAll(core.changes(now));
    core.written(true, now);

    assertEquals(Kind.IN, core.verdict(look).kind());
    run();
    assertEquals(Kind.IN, scan("ada").kind());
  }

  @Test
  void look_waitsUntilTheServiceKnowsWhatWasTakenBack_whileThereIsNoCopy() {
    copies = false;
    start();
    run();
    DoorVerdict in = scan("ada");
    core.undo(in.scan(), now);

    String look = core.look("ada", now);
    run();

    assertEquals(Kind.IN, core.verdict(look).kind());
  }

  /** The first copy may have been made before the service heard that a scan was taken back. */
  @Test
  void look_knowsWhatThePhoneTookBack_beforeItHadACopy() {
    copies = false;
    start();
    run();
    DoorVerdict in = scan("ada");
    scans = false;
    core.undo(in.scan(), now);
    copies = true;
    pass(120_000);
    assertEquals(List.of(Stage.WITHDRAWN), stages());

    String look = core.look("ada", now);
    run();

    DoorVerdict verdict = core.verdict(look);
    assertEquals(List.of(Kind.IN, true), List.of(verdict.kind(), verdict.byCopy()));
  }

  @Test
  void scan_letsNobodyInByTheCopy_whileNothingCanBeKept() {
    start();
    run();
    network = false;
    writable = false;
    pass(5_000);

    DoorVerdict verdict = scan("ada");

    assertEquals(Kind.NOT_KEPT, verdict.kind());
    assertFalse(core.state().keeps());
    network = true;
    pass(60_000);
    assertEquals(Kind.IN, scan("ada").kind());
    writable = true;
    pass(2_000);
    assertTrue(core.state().keeps());
  }

  /** Without a network the copy still shows the entry that was taken back. */
  @Test
  void scan_letsInByTheCopy_whomThisPhoneTookBack() {
    start();
    run();
    DoorVerdict first = scan("ada");
    pass(25_000);
    network = false;
    core.undo(first.scan(), now);
    run();
    pass(60_000);

    DoorVerdict again = scan("ada");

    assertEquals(List.of(Kind.IN, true), List.of(again.kind(), again.byCopy()));
    assertEquals(List.of(Stage.WITHDRAWN, Stage.TOLD), stages());
    network = true;
    pass(120_000);
    assertEquals(List.of(), stages());
    assertFalse(service.counts(first.scan().key()));
    assertTrue(service.counts(again.scan().key()));
    assertEquals(List.of(), core.notices());
  }

  /** The same offline, of an entry that another phone made long before. */
  @Test
  void scan_isRefusedByTheCopy_whomAnotherPhoneLetIn() {
    start();
    service.rows.add(new ModelService.Row("other", "ada", false, now - 60_000));
    run();
    network = false;
    pass(5_000);

    assertEquals(Kind.ALREADY_IN, scan("ada").kind());
    assertEquals(Kind.IN, scan("bob").kind());
    assertEquals(Kind.ALREADY_IN, scan("bob").kind());
    assertEquals(List.of(Stage.TOLD), stages());
  }

  /** The phone's clock may be ahead by two seconds, and a copy has whole seconds (issue 73). */
  @Test
  void scan_withoutAnAnswer_isNotRefusedForAnEntryThatMayBeItsOwn() {
    for (long before : List.of(0L, 1_900L, 3_000L)) {
      service = new ModelService(List.of("ada"), Reentry.NEVER, () -> false);
      journal.clear();
      scans = true;
      now = ModelService.BEGIN + 500;
      service.rows.add(new ModelService.Row("entry", "ada", false, now - before));
      start();
      run();
      scans = false;

      DoorVerdict verdict = scan("ada");

      Kind expected = before > 2_000 ? Kind.ALREADY_IN : Kind.NO_ANSWER;
      assertEquals(expected, verdict.kind(), () -> before + " ms before");
      assertEquals(List.of(Stage.WITHDRAWN), stages());
    }
  }

  @Test
  void scan_hasNoVerdict_andSaysWhatTheServiceSaysInstead() {
    for (String code : List.of("forbidden", "unauthorized")) {
      start();
      String body =
          "{\"code\":\"%s\",\"detail\":\"No access.\",\"request_id\":\"1\"}".formatted(code);
      problem = new Response(code.equals("forbidden") ? 403 : 401, body, now, "", 0, "1");

      DoorVerdict verdict = scan("ada");

      assertEquals(Kind.NO_ANSWER, verdict.kind());
      assertEquals(code, verdict.reason());
      assertEquals("No access.", verdict.detail());
    }
  }

  @Test
  void scan_saysWhatTheServiceSays_toACodeThatTheCopyHas() {
    start();
    run();
    String body = "{\"code\":\"unavailable\",\"detail\":\"Busy.\",\"request_id\":\"1\"}";
    problem = new Response(503, body, now, "", 1, "1");

    String key = core.scanOrder("bob", Map.of("adult", 1), true, now);
    run();
    DoorVerdict verdict = core.verdict(key);

    assertEquals(Kind.NO_ANSWER, verdict.kind());
    assertEquals("unavailable Busy.", verdict.reason() + " " + verdict.detail());
  }

  @Test
  void scan_saysNothingOfWhy_withoutAnAnswer() {
    for (boolean portal : List.of(false, true)) {
      start();
      network = false;
      // Of a captive portal, which has an opinion, too.
      String body = "{\"code\":\"forbidden\",\"detail\":\"Buy our Wi-Fi.\"}";
      problem = portal ? new Response(403, body, now, "", 0, "") : null;

      DoorVerdict verdict = scan("ada");
      String key = core.scanOrder("bob", Map.of("adult", 1), true, now);
      run();
      DoorVerdict order = core.verdict(key);

      assertEquals(List.of(Kind.NO_ANSWER, Kind.NO_ANSWER), List.of(verdict.kind(), order.kind()));
      assertEquals("", verdict.reason() + verdict.detail() + order.reason() + order.detail());
    }
  }

  @Test
  void death_withdrawsWhatWasAsked_andTellsWhatWasShown() {
    start();
    run();
    network = false;
    pass(5_000);
    DoorVerdict told = scan("bob");
    network = true;
    core.requests(now);
    String asked = core.scanOrder("ada", Map.of("adult", 1), true, now);
    journal.putAll(core.changes(now));
    network = false;

    start();

    assertEquals(
        Map.of(told.scan().key(), Stage.TOLD, asked, Stage.WITHDRAWN),
        core.queue().stream()
            .collect(
                java.util.stream.Collectors.toMap(each -> each.scan().key(), KeptScan::stage)));
  }

  /** Issue 66: the journal outlives the app, and the counts with it. */
  @Test
  void exitOfSomeOfAnOrder_isToldAndWithdrawn_withItsCounts() {
    service.orders.put("family", List.of("ada", "bob"));
    start();
    run();
    network = false;
    String key = core.exit("family", Map.of("adult", 1), true, now);
    run();
    DoorVerdict out = core.verdict(key);
    assertEquals(List.of(Kind.OUT, ""), List.of(out.kind(), out.reason()));

    start();
    network = true;
    run();
    core.undo(out.scan(), now);
    run();

    List<String> bodies =
        sent.stream().map(Request::body).filter(each -> each.contains(key)).toList();
    String told = bodies.stream().filter(each -> each.contains("online")).findAny().orElseThrow();
    for (String body : List.of(told, bodies.get(bodies.size() - 1))) {
      assertTrue(body.contains("\"ticket_qr_token\":\"family\""), body);
      assertTrue(body.contains("\"type\":\"exit\""), body);
      assertTrue(body.contains("\"tickets\":{\"adult\":1}"), body);
      assertFalse(body.contains("party"), body);
    }
    assertTrue(bodies.get(bodies.size() - 1).contains("\"withdrawn\":true"), bodies::toString);
    assertEquals(List.of(), stages());
  }

  /**
   * Of a group whose scan got no answer, one scans their own ticket before the phone gives it up.
   */
  @Test
  void scan_isAskedAgain_whenTheServiceDidNotKnowWhatWasWithdrawn() {
    service.orders.put("family", List.of("ada", "bob"));
    start();
    run();
    core.scanOrder("family", Map.of("adult", 2), true, now);
    // The service lets them in, and its answer is lost.
    service.answer(asked(), now, List.of());
    now += 1_000;
    String key = core.scan("ada", true, now);
    Request alone = asked();
    Response refusal = service.answer(alone, now, List.of());
    assertEquals(409, refusal.status());

    // The phone has given the group up and the service knows of it when the refusal arrives.
    pass(500);
    assertEquals(List.of(Stage.ASKED), stages());
    core.received(alone.id(), refusal, now);
    run();

    assertEquals(Kind.IN, core.verdict(key).kind());
    assertEquals(List.of(), stages());
    assertEquals(
        List.of("ada"),
        service.rows.stream().filter(row -> !row.undone).map(row -> row.ticket).toList());
  }

  /** Returns the only request that is sent once what it depends on is kept. */
  private Request asked() {
    journal.putAll(core.changes(now));
    core.written(true, now);
    List<Request> requests = core.requests(now);
    assertEquals(1, requests.size());
    return requests.get(0);
  }

  /** A phone at an exit asks how many of a group leave. */
  @Test
  void look_saysHowManyOfAnOrderAreInside() {
    service.orders.put("family", List.of("ada", "bob"));
    start();
    run();
    scan("ada");

    String look = core.look("family", now);
    run();

    DoorVerdict seen = core.verdict(look);
    assertEquals(Kind.ORDER, seen.kind());
    assertEquals(Map.of("adult", 1), seen.counts());
    assertEquals(Map.of("adult", 1), seen.inside());
    assertTrue(PhoneText.verdict(seen).contains("\"inside\":{\"adult\":1}"));
  }

  /**
   * Issue 66: without counts nobody can tell the code of an order from one that no copy has. The
   * service lets out all of its people, so nobody of them may be asked about before.
   */
  @Test
  void exitOfAnOrder_withoutCounts_goesBeforeWhoeverMayBeOfIt() {
    walkers();
    busy = true;
    DoorVerdict out = exit("family");
    assertEquals(List.of(Kind.OUT, ""), List.of(out.kind(), out.reason()));
    assertEquals(List.of(Stage.TOLD), stages());
    busy = false;

    DoorVerdict back = scan("ada");

    assertEquals(Kind.IN, back.kind(), back::toString);
    assertEquals(List.of(), stages());
    // Nobody is inside of whom the copy knows.
    assertEquals(List.of(Kind.OUT, ""), List.of(exit("ada").kind(), exit("nobody").reason()));
    assertEquals("not_inside", exit("bob").reason());
  }

  /** Issue 66: nobody had left, and nobody was told. */
  @Test
  void exitOfMoreThanAnOrderHas_isSetAsideForStaff() {
    walkers();
    String key = core.exit("family", Map.of("adult", 3), true, now);
    run();

    assertEquals(Kind.OUT, core.verdict(key).kind());
    assertEquals(
        List.of("not_enough_tickets"), core.queue().stream().map(KeptScan::problem).toList());
    assertEquals(1, core.state().setAside());
    core.dismiss(key);
    assertEquals(List.of(), stages());
  }

  /** Copies know no orders, so they cannot say who is out since then. */
  @Test
  void copy_saysThatSomebodyMayHaveLeft_whileAGroupsExitIsNotSent() {
    walkers();
    busy = true;
    DoorVerdict out = exit("family");

    String look = core.look("ada", now);
    run();
    assertNull(core.verdict(look), "the service does not know that the group left");
    pass(2_000);
    DoorVerdict seen = core.verdict(look);
    network = false;
    pass(5_000);
    DoorVerdict alone = scan("ada");

    for (DoorVerdict each : List.of(seen, alone)) {
      assertEquals(List.of(Kind.ALREADY_IN, true), List.of(each.kind(), each.byCopy()));
      assertTrue(each.detail().contains("group"), each::toString);
    }
    core.undo(out.scan(), now);
    run();
    assertEquals("", scan("ada").detail());
  }

  /** Ada came in a minute ago, at a list that people may leave; bob did not come. */
  private void walkers() {
    service = new ModelService(List.of("ada", "bob"), Reentry.AFTER_EXIT, () -> busy);
    service.orders.put("family", List.of("ada", "bob"));
    start();
    run();
    assertEquals(Kind.IN, scan("ada").kind());
    pass(60_000);
  }

  private DoorVerdict exit(String code) {
    String key = core.exit(code, true, now);
    run();
    return core.verdict(key);
  }

  /** A time that was kept stays as it is; the clock by which it was goes beside it. */
  @Test
  void scannedAt_staysAsItWas_whenTheClockIsCorrected() {
    behind = 3_600_000;
    network = false;
    start();
    String exit = core.exit("ada", true, now);
    long at = now;
    run();
    network = true;
    pass(60_000);
    pass(60_000);

    Request upload =
        sent.stream().filter(each -> each.body().contains(exit)).reduce((a, b) -> b).orElseThrow();
    assertTrue(upload.body().contains("\"" + Timestamps.text(at) + "\""), upload::body);
    long device = Timestamps.millis(upload.headers().get("X-Device-Time"));
    assertTrue(Math.abs(device - now) <= 120_000, "by the clock as it was");
    DoorVerdict later = scan("bob");
    assertTrue(Math.abs(later.scan().at() - now - behind) <= 2_000, "by the service's clock");
  }

  /** A copy of a later version, or one that was damaged, is as if there were none. */
  @Test
  void copy_thatCannotBeRead_endsNothing() {
    damage = true;
    start();
    run();
    pass(300_000);
    assertEquals(Kind.IN, scan("ada").kind());
    assertFalse(core.lists().get(0).ready());

    damage = false;
    pass(300_000);
    assertTrue(core.lists().get(0).ready());
  }

  @Test
  void timestamps_areThoseOfTheCalendar() {
    for (long millis = -3_000_000_000_000L;
        millis < 8_000_000_000_000L;
        millis += 86_399_999_011L) {
      String text = Timestamps.text(millis);
      assertEquals(millis, Instant.parse(text).toEpochMilli());
      assertEquals(millis, Timestamps.millis(text));
    }
    assertEquals(0, Timestamps.millis("yesterday"));
  }

  @Test
  void json_readsWhatItWrites() {
    String text =
        "{\"a\":[1,-2.50e+3,true,null,\"\\u00e4\\n\\\"\\\\\\ud83d\\ude00\"],\"b\":{},\"c\":[]}";

    assertEquals(Json.read(text), Json.read(Json.write(Json.read(text))));
    assertTrue(Json.write(Json.read(text)).contains("-2.50e+3"));
    for (int length = 0; length < text.length(); length++) {
      assertEquals(Map.of(), Json.object(text.substring(0, length)));
    }
  }
}
