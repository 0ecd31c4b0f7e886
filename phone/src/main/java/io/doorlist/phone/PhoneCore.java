package io.doorlist.phone;

import io.doorlist.phone.DoorVerdict.Guest;
import io.doorlist.phone.DoorVerdict.Kind;
import io.doorlist.phone.KeptScan.Stage;
import io.doorlist.phone.PhoneState.Connection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A phone at a door without its surroundings: it decides what to keep, what to send and what to
 * tell a guest, and does none of it. Whoever drives it writes what {@link #changes} returns, says
 * so by {@link #written}, sends what {@link #requests} returns, and gives back each answer. Both
 * hold back what depends on a change that is not written yet. Times are epoch milliseconds by a
 * clock that nobody can set. Not thread-safe.
 */
public final class PhoneCore {
  /** Less than the second and a half that a guest waits, as what is told is written first. */
  private static final long PATIENCE_MILLIS = 1_300;

  private static final int REQUEST_MILLIS = 10_000;
  private static final int BATCH_MILLIS = 25_000;
  private static final int OTHERS_EVERY = 6;
  private static final long EXIT_AFTER_ENTRY_MILLIS = 5_000;

  /** An entry of which a copy knows may be the scan's own, if it is not older than this. */
  private static final long MAY_BE_OWN_MILLIS = 2_000;

  /** A {@code Date} says little if its answer was on the way for longer. */
  private static final long MAX_ROUND_TRIP_MILLIS = 1_000;

  private static final long CLOCK_TOLERANCE_MILLIS = 2_000;
  private static final long CLOCK_EVERY_MILLIS = 60_000;

  private final PairingLink pairing;
  private final Surroundings surroundings;
  private final KeptValues kept;
  private final ScanQueue queue;
  private final Copies copies;

  private final Map<String, Asking> asking = new LinkedHashMap<>();
  private final Map<String, DoorVerdict> verdicts = new HashMap<>();
  private final Map<Integer, Sent> inFlight = new HashMap<>();
  private final Deque<Request> outgoing = new ArrayDeque<>();
  private final Map<String, DoorScan> toKeep = new LinkedHashMap<>();
  private Map<String, DoorScan> keeping = new LinkedHashMap<>();

  private String list;
  private int requests;
  private long correction;
  private long clockKeptAt = Long.MIN_VALUE;
  private boolean reached = true;
  private boolean ended;
  private int unsent;
  private long quietUntil;
  private boolean draining;

  private final Deque<String> toPoll = new ArrayDeque<>();
  private boolean polling;
  private int failures;
  private long pollAt;
  private long activeAt;
  private int round;
  private List<Object> pages = new ArrayList<>();

  /** Somebody who waits for a verdict. */
  private static final class Asking {
    final DoorScan scan;
    final long deadline;

    /** Whether the service is only asked what it would say, and which codes are left to ask for. */
    final boolean looks;

    final Deque<String> codes = new ArrayDeque<>();

    /** Requests that go before the scan's own, and that one. */
    final Deque<List<KeptScan>> batches = new ArrayDeque<>();

    Asking(DoorScan scan, long deadline, boolean looks) {
      this.scan = scan;
      this.deadline = deadline;
      this.looks = looks;
    }
  }

  /** A request on its way. */
  private record Sent(String what, String about, List<KeptScan> scans, long at) {
    boolean is(String kind) {
      return what.equals(kind);
    }
  }

  private static final String ASK = "ask";
  private static final String ASK_ONE = "ask one";
  private static final String DRAIN = "drain";
  private static final String LOOK = "look";
  private static final String POLL = "poll";

  /**
   * Creates a phone.
   *
   * @param pairing with account and event
   * @param values what was kept of the same account, event and mode
   * @param now the time
   */
  public PhoneCore(
      PairingLink pairing, Map<String, String> values, Surroundings surroundings, long now) {
    this.pairing = pairing;
    this.surroundings = surroundings;
    kept = new KeptValues(values);
    copies = new Copies(kept);
    queue = new ScanQueue(kept);
    Map<?, ?> clock = Json.object(kept.get("clock"));
    if (!clock.isEmpty()) {
      correction =
          PhoneClock.restoredMillis(
              now, Json.number(clock.get("correction")), Json.number(clock.get("service")));
    }
    list = pairing.list().isEmpty() ? kept.get("list") : pairing.list();
    standAt(Json.object(kept.get("access")).get("gate"));
    queue.interrupted().forEach(copies::leaveOut);
    pollAt = now;
    activeAt = now;
  }

  private void standAt(Object gate) {
    copies.standAt(gate instanceof Long number ? number : null);
  }

  // ---- What people do

  /** Chooses the list at which this phone scans. */
  public void choose(String id) {
    list = id;
    kept.put("list", id);
    pollAt = 0;
  }

  /** Returns the id of the list at which this phone scans; empty if none is chosen. */
  public String list() {
    return list;
  }

  /** Returns the lists of the event, as far as the phone knows them. */
  public List<DoorList> lists() {
    return Json.list(Json.object(kept.get("lists")).get("lists")).stream()
        .map(Json::object)
        .map(
            each -> {
              String id = String.valueOf(each.get("id"));
              return new DoorList(
                  id,
                  Json.text(each.get("name")),
                  copies.ready(id),
                  copies.admitted(id),
                  copies.checkedIn(id));
            })
        .collect(Collectors.toList());
  }

  /**
   * Begins a scan; {@link #verdict} has what became of it. While a code is asked about, another
   * scan of it is the same scan.
   *
   * @param text what was read or typed
   * @param read whether a camera or a hand scanner read it
   * @return the key of the scan
   */
  public String scan(String text, boolean read, long now) {
    activeAt = now;
    List<String> codes = codes(text, now);
    DoorScan scan = made(codes.get(0), false, Map.of(), read, now);
    for (Asking each : asking.values()) {
      if (!each.looks
          && each.scan.list().equals(list)
          && each.scan.code().equals(scan.code())
          && !each.scan.order()) {
        return each.scan.key();
      }
    }
    if (isAlone()) {
      hurry(now);
      decideAlone(scan, false, now);
    } else if (copies.knows(list, scan.code(), time(now)) || codes.get(0).isEmpty()) {
      ask(scan, now);
    } else {
      // A group's code, a newer ticket's, or none: nothing is written until it is known.
      look(new Asking(scan, now + PATIENCE_MILLIS, false), codes, now);
    }
    return scan.key();
  }

  /** Returns the codes that a text may mean, the likeliest first; never none. */
  private List<String> codes(String text, long now) {
    List<String> all =
        new ArrayList<>(CodeText.all(text, copies.qrBaseUrl(), surroundings::composed));
    if (all.isEmpty()) {
      all.add("");
    }
    for (String code : all) {
      if (copies.knows(list, code, time(now))) {
        return List.of(code);
      }
    }
    return all;
  }

  private DoorScan made(
      String code, boolean exit, Map<String, Integer> counts, boolean read, long now) {
    if (list.isEmpty()) {
      throw new IllegalStateException("choose a list first");
    }
    return new DoorScan(surroundings.uuid(), list, code, exit, counts, time(now), read);
  }

  /** Begins a scan of an order's code, for so many of each ticket type. */
  public String scanOrder(String text, Map<String, Integer> counts, boolean read, long now) {
    activeAt = now;
    DoorScan scan = made(codes(text, now).get(0), false, counts, read, now);
    ask(scan, now);
    return scan.key();
  }

  /** Lets somebody out: nobody is held in, so the service is told. */
  public String exit(String text, boolean read, long now) {
    activeAt = now;
    DoorScan scan = made(codes(text, now).get(0), true, Map.of(), read, now);
    boolean entering =
        asking.values().stream()
            .anyMatch(
                each ->
                    !each.looks
                        && each.scan.code().equals(scan.code())
                        && scan.at() - each.scan.at() < EXIT_AFTER_ENTRY_MILLIS);
    if (entering || scan.code().isEmpty()) {
      verdicts.put(scan.key(), DoorVerdict.of(Kind.NO_ANSWER, nothing(scan)));
      return scan.key();
    }
    boolean inside = copies.inside(scan);
    queue.add(scan, Stage.TOLD, correction);
    copies.note(scan);
    verdicts.put(
        scan.key(),
        new DoorVerdict(
            Kind.OUT,
            inside ? "" : "not_inside",
            "",
            true,
            scan,
            copies.guest(scan),
            0,
            false,
            List.of(),
            Map.of()));
    return scan.key();
  }

  /** Begins to look at a code: nothing is written. */
  public String look(String text, long now) {
    List<String> codes = codes(text, now);
    DoorScan scan = nothing(made(codes.get(0), false, Map.of(), true, now));
    String key = surroundings.uuid();
    Asking looking =
        new Asking(
            new DoorScan(key, scan.list(), scan.code(), false, Map.of(), scan.at(), true),
            now + PATIENCE_MILLIS,
            true);
    boolean waits = queue.all().stream().anyMatch(each -> each.scan().code().equals(scan.code()));
    if (waits && copies.ready(scan.list())) {
      // The service may not know yet what this phone did.
      verdicts.put(key, copies.decide(looking.scan));
    } else {
      look(looking, codes, now);
    }
    return key;
  }

  /** Takes back what a scan did, whatever became of it. */
  public void undo(DoorScan scan, long now) {
    activeAt = now;
    if (scan.key().isEmpty()) {
      return;
    }
    if (asking.remove(scan.key()) != null) {
      verdicts.put(scan.key(), DoorVerdict.of(Kind.TAKEN_BACK, scan));
    }
    withdraw(scan);
  }

  private void withdraw(DoorScan scan) {
    toKeep.remove(scan.key());
    if (queue.find(scan.key()).isPresent()) {
      queue.become(scan.key(), Stage.WITHDRAWN);
    } else {
      queue.add(scan, Stage.WITHDRAWN, correction);
    }
    copies.leaveOut(scan);
  }

  /** Returns what became of a scan, once it may be told; null before, and once it was returned. */
  public DoorVerdict verdict(String key) {
    return kept.settled() ? verdicts.remove(key) : null;
  }

  public Collection<KeptScan> queue() {
    return queue.all();
  }

  public List<Notice> notices() {
    List<Notice> notices = new ArrayList<>();
    kept.each(
        "notice/",
        (key, text) -> {
          Map<?, ?> members = Json.object(text);
          DoorScan scan = KeptScan.read(Json.text(members.get("scan"))).scan();
          notices.add(
              new Notice(
                  scan, Json.text(members.get("reason")), Json.text(members.get("reference"))));
        });
    return notices;
  }

  /** Removes a notice, and a scan that was set aside, which staff have seen. */
  public void dismiss(String key) {
    kept.put("notice/" + key, "");
    if (queue.find(key).filter(KeptScan::setAside).isPresent()) {
      queue.remove(key);
    }
  }

  public PhoneState state() {
    int[] notices = {0};
    kept.each("notice/", (key, text) -> notices[0]++);
    Collection<KeptScan> all = queue.all();
    return new PhoneState(
        ended ? Connection.ENDED : reached ? Connection.ONLINE : Connection.OFFLINE,
        all.size(),
        (int) all.stream().filter(KeptScan::setAside).count(),
        notices[0],
        !kept.broken());
  }

  // ---- What is written

  /** Returns values to write now, in one step; empty texts are to be removed. */
  public Map<String, String> changes(long now) {
    Map<String, String> changes = kept.take(now);
    if (!changes.isEmpty()) {
      keeping = new LinkedHashMap<>(toKeep);
      toKeep.clear();
    }
    return changes;
  }

  /** Says whether the values are written and will be there whatever happens. */
  public void written(boolean done, long now) {
    kept.written(done, now);
    if (!done) {
      for (DoorScan scan : keeping.values()) {
        // It would be let in without anybody knowing tomorrow.
        verdicts.put(scan.key(), DoorVerdict.of(Kind.NOT_KEPT, nothing(scan)));
        withdraw(scan);
      }
    }
    keeping = new LinkedHashMap<>();
  }

  // ---- What is sent

  /** Returns the requests to send now. */
  public List<Request> requests(long now) {
    expire(now);
    if (!ended) {
      drain(now);
      poll(now);
    }
    if (!kept.settled()) {
      return List.of();
    }
    List<Request> all = new ArrayList<>(outgoing);
    outgoing.clear();
    return all;
  }

  /** Returns when to call {@link #requests} again, if nothing happens before. */
  public long wakeAt() {
    long wake = kept.retryAt();
    for (Asking each : asking.values()) {
      wake = Math.min(wake, each.deadline);
    }
    if (!ended) {
      wake = Math.min(wake, polling ? Long.MAX_VALUE : pollAt);
      wake = Math.min(wake, draining ? Long.MAX_VALUE : Math.max(quietUntil, queue.dueAt()));
    }
    return wake;
  }

  private void expire(long now) {
    for (Asking each : new ArrayList<>(asking.values())) {
      if (each.deadline <= now) {
        noAnswer(each, now);
      }
    }
  }

  /** Somebody has waited long enough, or waits in vain. */
  private void noAnswer(Asking each, long now) {
    asking.remove(each.scan.key());
    if (each.looks) {
      verdicts.put(
          each.scan.key(),
          copies.ready(each.scan.list())
              ? copies.decide(each.scan)
              : DoorVerdict.of(Kind.NO_ANSWER, nothing(each.scan)));
    } else {
      decideAlone(each.scan, queue.find(each.scan.key()).isPresent(), now);
    }
  }

  /** Returns whether the copy decides at once. */
  private boolean isAlone() {
    return (ended || !reached) && copies.ready(list);
  }

  /** Decides by the copy. @param asked whether the service may know of the scan */
  private void decideAlone(DoorScan scan, boolean asked, long now) {
    DoorVerdict verdict =
        copies.ready(scan.list()) && !scan.order()
            ? copies.decide(scan)
            : DoorVerdict.of(Kind.NO_ANSWER, scan);
    if (verdict.kind() == Kind.IN) {
      if (asked) {
        queue.become(scan.key(), Stage.TOLD);
      } else {
        queue.add(scan, Stage.TOLD, correction);
      }
      copies.note(scan);
      toKeep.put(scan.key(), scan);
      verdicts.put(scan.key(), verdict);
      return;
    }
    boolean mayBeThis =
        asked
            && verdict.kind() == Kind.ALREADY_IN
            && !copies.mine(scan)
            && verdict.since() >= scan.at() - MAY_BE_OWN_MILLIS;
    if (asked) {
      withdraw(scan);
    }
    verdicts.put(
        scan.key(), mayBeThis ? DoorVerdict.of(Kind.NO_ANSWER, scan) : without(verdict, scan));
  }

  /** Returns a verdict that leaves nothing to take back. */
  private static DoorVerdict without(DoorVerdict said, DoorScan scan) {
    return new DoorVerdict(
        said.kind(),
        said.reason(),
        said.detail(),
        said.byCopy(),
        nothing(scan),
        said.guest(),
        said.since(),
        said.again(),
        said.doors(),
        said.counts());
  }

  private static DoorScan nothing(DoorScan scan) {
    return new DoorScan(
        "", scan.list(), scan.code(), scan.exit(), scan.counts(), scan.at(), scan.read());
  }

  private void ask(DoorScan scan, long now) {
    Asking waiting = new Asking(scan, now + PATIENCE_MILLIS, false);
    asking.put(scan.key(), waiting);
    askFor(waiting, now);
  }

  private void askFor(Asking waiting, long now) {
    KeptScan asked = queue.add(waiting.scan, Stage.ASKED, correction);
    waiting.batches.addAll(queue.upTo(asked, copies::areaOf));
    askNext(waiting, now);
  }

  /** Sends the next request of a scan: on its own it is a check-in, of which a stack takes more. */
  private void askNext(Asking waiting, long now) {
    List<KeptScan> scans = waiting.batches.poll();
    DoorScan scan = waiting.scan;
    boolean alone = scans.size() == 1 && scans.get(0).stage() == Stage.ASKED;
    if (!alone || scan.order() || scan.code().contains("://")) {
      send(ASK, scan.key(), scans, REQUEST_MILLIS, now);
      return;
    }
    String path =
        listPath(scan.list())
            + "/tickets/"
            + CodePath.of(scan.code())
            + "/checkins?scanned_at="
            + Percent.encoded(Timestamps.text(scan.at()))
            + (scan.read() ? "" : "&qr_code_scanned=false");
    Map<String, String> headers = new TreeMap<>();
    headers.put("Idempotency-Key", scan.key());
    headers.put("X-Device-Time", Timestamps.text(now + correction));
    send(new Sent(ASK_ONE, scan.key(), scans, now), "POST", path, headers, "", REQUEST_MILLIS);
  }

  private void look(Asking looking, List<String> codes, long now) {
    asking.put(looking.scan.key(), looking);
    looking.codes.addAll(codes);
    lookFor(looking, now);
  }

  private void lookFor(Asking looking, long now) {
    String code = looking.codes.poll();
    String path = listPath(looking.scan.list()) + "/tickets/" + CodePath.of(code);
    send(new Sent(LOOK, looking.scan.key(), List.of(), now), "GET", path, Map.of(), "", 5_000);
  }

  private String eventPath() {
    return "/" + Percent.encoded(pairing.account()) + "/" + Percent.encoded(pairing.event());
  }

  private String listPath(String id) {
    return eventPath() + "/checkin_lists/" + Percent.encoded(id);
  }

  private void send(String what, String about, List<KeptScan> scans, int millis, long now) {
    String to = scans.get(0).scan().list();
    long clock = correction;
    List<Object> items = new ArrayList<>();
    int told = 0;
    for (KeptScan each : scans) {
      items.add(item(each));
      if (each.stage() == Stage.TOLD) {
        clock = each.clock();
        told++;
      }
    }
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("scans", items);
    int waiting = queue.waiting(to) - told;
    if (waiting > 0) {
      body.put("waiting", (long) waiting);
    }
    Map<String, String> headers = new TreeMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("X-Device-Time", Timestamps.text(now + clock));
    send(
        new Sent(what, about, scans, now),
        "POST",
        listPath(to) + "/checkins",
        headers,
        Json.write(body),
        millis);
  }

  private static Map<String, Object> item(KeptScan each) {
    DoorScan scan = each.scan();
    Map<String, Object> item = new LinkedHashMap<>();
    if (scan.order()) {
      item.put("order_qr_token", scan.code());
      Map<String, Object> counts = new TreeMap<>();
      scan.counts().forEach((type, count) -> counts.put(type, (long) count));
      item.put("tickets", counts);
      item.put("party", true);
    } else {
      item.put("ticket_qr_token", scan.code());
    }
    if (scan.exit()) {
      item.put("type", "exit");
    }
    item.put("idempotency_key", scan.key());
    item.put("scanned_at", Timestamps.text(scan.at()));
    if (!scan.read()) {
      item.put("qr_code_scanned", false);
    }
    if (each.stage() == Stage.TOLD) {
      item.put("online", false);
    } else if (each.stage() == Stage.WITHDRAWN) {
      item.put("withdrawn", true);
    }
    return item;
  }

  private void send(
      Sent sent, String method, String path, Map<String, String> headers, String body, int millis) {
    int id = ++requests;
    inFlight.put(id, sent);
    outgoing.add(new Request(id, method, path, headers, body, millis));
  }

  private void drain(long now) {
    if (draining || now < quietUntil) {
      return;
    }
    List<KeptScan> due = queue.due(now, copies::areaOf);
    if (!due.isEmpty()) {
      draining = true;
      send(DRAIN, "", due, BATCH_MILLIS, now);
    }
  }

  // ---- What is asked for every few seconds

  private void poll(long now) {
    if (polling || now < pollAt) {
      return;
    }
    if (toPoll.isEmpty()) {
      plan();
    }
    polling = true;
    String what = toPoll.peek();
    Sent sent = new Sent(POLL, what, List.of(), now);
    if (what.equals("access")) {
      send(sent, "GET", "/", Map.of(), "", REQUEST_MILLIS);
    } else if (what.startsWith("lists")) {
      String path = eventPath() + "/checkin_lists?items=250&page=" + what.substring(5);
      send(sent, "GET", path, Map.of(), "", REQUEST_MILLIS);
    } else {
      String id = what.substring(5);
      String etag = copies.etag(id);
      Map<String, String> headers = etag.isEmpty() ? Map.of() : Map.of("If-None-Match", etag);
      String path = listPath(id) + "/door" + copies.query(id);
      send(sent, "GET", path, headers, "", BATCH_MILLIS);
    }
  }

  private void plan() {
    boolean all = round++ % OTHERS_EVERY == 0;
    if (all) {
      toPoll.add("access");
      toPoll.add("lists1");
    }
    addCopies(all);
    if (toPoll.isEmpty()) {
      toPoll.add("lists1");
    }
  }

  private void addCopies(boolean all) {
    String area = copies.areaOf(list);
    for (DoorList each : lists()) {
      if (all || copies.areaOf(each.id()).equals(area)) {
        toPoll.add("copy:" + each.id());
      }
    }
  }

  // ---- What comes back

  /**
   * Takes an answer.
   *
   * @param response null if there was none
   */
  public void received(int id, Response response, long now) {
    Sent sent = inFlight.remove(id);
    if (sent == null) {
      return;
    }
    Map<?, ?> body = response == null ? Map.of() : Json.object(response.body());
    boolean ours = response != null && isOurs(response, body);
    heard(sent, ours ? response : null, now);
    int status = ours ? response.status() : 0;
    if (status == 401) {
      ended = true;
    }
    if (sent.is(POLL)) {
      polled(sent, ours ? response : null, body, now);
    } else if (sent.is(LOOK)) {
      looked(sent.about, status, body, now);
    } else {
      long retryAfter = ours ? response.retryAfterSeconds() : 0;
      answered(sent, status, body, retryAfter, now);
    }
    if (ended) {
      for (Asking each : new ArrayList<>(asking.values())) {
        noAnswer(each, now);
      }
    }
  }

  /** What a firewall, a captive portal or a gateway says of itself says nothing about a ticket. */
  private static boolean isOurs(Response response, Map<?, ?> body) {
    return response.status() < 400
        ? !response.requestId().isEmpty() && (response.status() == 304 || !body.isEmpty())
        : !Json.text(body.get("code")).isEmpty() && body.containsKey("request_id");
  }

  private void heard(Sent sent, Response response, long now) {
    if (response == null) {
      reached = false;
      return;
    }
    if (!reached) {
      queue.hurry();
    }
    reached = true;
    quietUntil = 0;
    if (response.date() > 0 && now - sent.at <= MAX_ROUND_TRIP_MILLIS) {
      long found = PhoneClock.correctionMillis(sent.at, now, response.date());
      boolean moved = Math.abs(found - correction) > CLOCK_TOLERANCE_MILLIS;
      if (moved || clockKeptAt == Long.MIN_VALUE || now - clockKeptAt >= CLOCK_EVERY_MILLIS) {
        correction = moved ? found : correction;
        clockKeptAt = now;
        Map<String, Object> clock = new LinkedHashMap<>();
        clock.put("correction", correction);
        clock.put("service", response.date());
        kept.put("clock", Json.write(clock));
      }
    }
  }

  private long time(long now) {
    return now + correction;
  }

  /** Tries the network again soon: somebody is here. */
  private void hurry(long now) {
    pollAt = Math.min(pollAt, now + 1_000);
    quietUntil = Math.min(quietUntil, now + 1_000);
  }

  private void polled(Sent sent, Response response, Map<?, ?> body, long now) {
    polling = false;
    if (response == null || response.status() >= 500 || response.status() == 429) {
      pollLater(response == null ? 0 : response.retryAfterSeconds(), now);
      return;
    }
    try {
      learned(sent, response, body, now);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // What cannot be read, as of a later version, must not end the evening: it decides without.
      if (sent.about.startsWith("copy:")) {
        copies.forget(sent.about.substring(5));
      }
      pollLater(0, now);
    }
  }

  private void pollLater(long retryAfterSeconds, long now) {
    failures++;
    toPoll.clear();
    long wait = Polling.waitMillis(now - activeAt, failures);
    pollAt =
        now + Math.max(retryAfterSeconds * 1_000, (long) (wait * (0.5 + surroundings.random())));
  }

  private void learned(Sent sent, Response response, Map<?, ?> body, long now) {
    failures = 0;
    toPoll.poll();
    if (response.status() == 200 || response.status() == 304) {
      if (sent.about.equals("access")) {
        kept.put("access", Json.write(body));
        standAt(body.get("gate"));
      } else if (sent.about.startsWith("lists")) {
        listed(sent.about, body);
      } else {
        copied(sent, response, body);
      }
    } else if (response.status() == 404 && sent.about.startsWith("copy:")) {
      copies.forget(sent.about.substring(5));
    }
    pollAt = toPoll.isEmpty() ? now + Polling.waitMillis(now - activeAt, 0) : now;
  }

  private void listed(String what, Map<?, ?> body) {
    if (what.equals("lists1")) {
      pages = new ArrayList<>();
    }
    for (Object each : Json.list(body.get("checkin_lists"))) {
      Map<String, Object> known = new LinkedHashMap<>();
      known.put("id", Json.object(each).get("id"));
      known.put("name", Json.object(each).get("name"));
      pages.add(known);
    }
    Object next = Json.object(body.get("meta")).get("next_page");
    if (next instanceof Long page) {
      toPoll.addFirst("lists" + page);
      return;
    }
    kept.put("lists", Json.write(Map.of("lists", pages)));
    if (list.isEmpty() && pages.size() == 1) {
      choose(lists().get(0).id());
    }
    toPoll.clear();
    addCopies(true);
  }

  private void copied(Sent sent, Response response, Map<?, ?> body) {
    String id = sent.about.substring(5);
    boolean more = false;
    if (response.status() == 200) {
      boolean first = !copies.has(id);
      more = copies.apply(id, body, response.etag());
      if (first) {
        // What was let in before there was a copy counts at once.
        for (KeptScan each : queue.all()) {
          if (each.scan().list().equals(id) && each.stage() == Stage.TOLD) {
            copies.note(each.scan());
          }
        }
      }
    }
    if (more) {
      toPoll.addFirst(sent.about);
    } else {
      copies.upToDate(id, response.etag(), sent.at);
    }
  }

  private void looked(String key, int status, Map<?, ?> body, long now) {
    Asking looking = asking.get(key);
    if (looking == null) {
      return;
    }
    String said = Json.text(body.get("verdict"));
    Map<?, ?> order = Json.object(body.get("order"));
    if (status == 404 && !looking.codes.isEmpty()) {
      lookFor(looking, now);
    } else if (status == 404) {
      asking.remove(key);
      verdicts.put(key, refused(Kind.UNKNOWN, looking.scan, body));
    } else if (status == 200 && !order.isEmpty() && !said.equals("not_admissible")) {
      asking.remove(key);
      verdicts.put(
          key,
          new DoorVerdict(
              Kind.ORDER,
              "",
              "",
              false,
              nothing(looking.scan),
              Guest.UNKNOWN,
              0,
              false,
              List.of(),
              counts(order.get("remaining"))));
    } else if (status == 200 && (looking.looks || !order.isEmpty())) {
      asking.remove(key);
      verdicts.put(key, seen(looking.scan, said, body));
    } else if (status == 200) {
      askFor(looking, now);
    } else {
      noAnswer(looking, now);
    }
  }

  private static DoorVerdict seen(DoorScan scan, String said, Map<?, ?> body) {
    if (said.equals("admissible")) {
      return new DoorVerdict(
          Kind.IN,
          "",
          "",
          false,
          nothing(scan),
          guest(body),
          0,
          Json.number(body.get("entries")) > 0,
          List.of(),
          Map.of());
    }
    return refused(said.equals("already_checked_in") ? Kind.ALREADY_IN : Kind.REFUSED, scan, body);
  }

  private void answered(Sent sent, int status, Map<?, ?> body, long retryAfter, long now) {
    List<?> results = Json.list(body.get("results"));
    boolean each = status == 200 && results.size() == sent.scans.size();
    if (sent.is(DRAIN)) {
      draining = false;
      if (status == 0) {
        quietUntil = now + BackOff.millis(++unsent, 0, surroundings.random());
      } else {
        unsent = 0;
      }
    }
    boolean unread = status == 400 || status == 413 || status == 415;
    double spread = surroundings.random();
    boolean all = true;
    for (int i = 0; i < sent.scans.size(); i++) {
      KeptScan scan = sent.scans.get(i);
      if (unread && sent.scans.size() > 1) {
        queue.sendAlone(scan.scan().key());
        all = false;
        continue;
      }
      Map<?, ?> result = each ? Json.object(results.get(i)) : body;
      int its = each ? (int) Json.number(result.get("status")) : status == 200 ? 0 : status;
      Map<?, ?> about = each ? inner(result) : body;
      long wait = each ? Json.number(result.get("retry_after")) : retryAfter;
      boolean whole = sent.is(ASK_ONE) ? isOfList(scan.scan(), status, now) : !each;
      all &= settle(scan, new Answer(its, about, whole), wait, spread, now);
    }
    if (sent.is(ASK) || sent.is(ASK_ONE)) {
      Asking waiting = asking.get(sent.about);
      if (waiting != null && all && !waiting.batches.isEmpty()) {
        askNext(waiting, now);
      } else if (waiting != null) {
        noAnswer(waiting, now);
      }
    }
  }

  /** Returns what the result of a scan is about; the answer to a single one has it without. */
  private static Map<?, ?> inner(Map<?, ?> result) {
    Map<?, ?> about = result;
    for (String member : List.of("checkin", "exit", "order", "problem")) {
      about = result.get(member) instanceof Map<?, ?> inner ? inner : about;
    }
    return about;
  }

  /** Of a code that the copy has, "not found" means the list. */
  private boolean isOfList(DoorScan scan, int status, long now) {
    return status == 404 && copies.knows(scan.list(), scan.code(), time(now));
  }

  /** Does what an answer means for a scan; returns whether it has come to an end. */
  private boolean settle(KeptScan sent, Answer answer, long retryAfter, double spread, long now) {
    String key = sent.scan().key();
    KeptScan scan = queue.find(key).orElse(null);
    if (scan == null) {
      return true;
    }
    Meaning meaning = Meaning.of(sent.stage(), scan, answer);
    switch (meaning.kind()) {
      case NOTHING -> {
        return false;
      }
      case DONE -> done(scan, answer, now);
      case REFUSED -> refuse(scan, answer);
      case NOTICE -> {
        notice(scan, meaning.detail(), answer);
        queue.remove(key);
        copies.confirm(key, now);
      }
      case LATER -> {
        if (scan.stage() != Stage.ASKED) {
          queue.later(key, answer.status(), retryAfter, now, spread);
        }
        return false;
      }
      case ENDED -> {
        ended = true;
        return false;
      }
      case SET_ASIDE -> queue.setAside(key, meaning.detail());
    }
    return true;
  }

  private void done(KeptScan scan, Answer answer, long now) {
    DoorScan about = scan.scan();
    queue.remove(about.key());
    if (scan.stage() == Stage.ASKED) {
      copies.note(about);
      asking.remove(about.key());
      verdicts.put(about.key(), letIn(about, answer.body()));
    }
    copies.confirm(about.key(), now);
  }

  private DoorVerdict letIn(DoorScan scan, Map<?, ?> body) {
    Map<?, ?> first =
        scan.order() && !Json.list(body.get("checkins")).isEmpty()
            ? Json.object(Json.list(body.get("checkins")).get(0))
            : body;
    return new DoorVerdict(
        Kind.IN,
        "",
        "",
        false,
        scan,
        withType(guest(first), scan),
        0,
        body.get("passage") != null,
        List.of(),
        Map.of());
  }

  private Guest withType(Guest guest, DoorScan scan) {
    Guest copied = copies.guest(scan);
    return new Guest(
        guest.name(),
        guest.reference(),
        guest.type().isEmpty() ? copied.type() : guest.type(),
        guest.note().isEmpty() ? copied.note() : guest.note(),
        guest.attention() || copied.attention());
  }

  private static Guest guest(Map<?, ?> body) {
    Map<?, ?> ticket = Json.object(body.get("ticket"));
    return new Guest(
        Json.text(ticket.get("name")),
        Json.text(ticket.get("reference")),
        Json.text(ticket.get("ticket_type")),
        Json.text(body.containsKey("note") ? body.get("note") : ticket.get("note")),
        Json.flag(body.containsKey("attention") ? body.get("attention") : ticket.get("attention")));
  }

  /** The service refuses: a second copy of the request must not let them in behind our back. */
  private void refuse(KeptScan scan, Answer answer) {
    DoorScan about = scan.scan();
    queue.become(about.key(), Stage.WITHDRAWN);
    asking.remove(about.key());
    Kind kind =
        switch (answer.code()) {
          case "already_checked_in" -> Kind.ALREADY_IN;
          case "withdrawn" -> Kind.TAKEN_BACK;
          default -> answer.status() == 404 ? Kind.UNKNOWN : Kind.REFUSED;
        };
    verdicts.put(about.key(), refused(kind, about, answer.body()));
  }

  private static DoorVerdict refused(Kind kind, DoorScan scan, Map<?, ?> body) {
    Map<?, ?> checkin = Json.object(body.get("checkin"));
    String since = Json.text(body.get("inside_since"));
    String reason = Json.text(body.get("reason"));
    String explanation = Json.text(body.get("explanation"));
    return new DoorVerdict(
        kind,
        reason.isEmpty() ? Json.text(body.get("code")) : reason,
        explanation.isEmpty() ? Json.text(body.get("detail")) : explanation,
        false,
        nothing(scan),
        guest(checkin.isEmpty() ? body : checkin),
        Timestamps.millis(since.isEmpty() ? Json.text(checkin.get("created_at")) : since),
        false,
        Json.list(body.get("admitted_on")).stream()
            .map(each -> Json.text(Json.object(each).get("name")))
            .collect(Collectors.toList()),
        counts(body.containsKey("remaining") ? body.get("remaining") : body.get("at_once")));
  }

  private static Map<String, Integer> counts(Object member) {
    Map<String, Integer> counts = new TreeMap<>();
    Json.object(member)
        .forEach((type, count) -> counts.put((String) type, (int) Json.number(count)));
    return counts;
  }

  private void notice(KeptScan scan, String reason, Answer answer) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("scan", scan.text());
    members.put("reason", reason);
    members.put("reference", guest(Json.object(answer.body().get("checkin"))).reference());
    kept.put("notice/" + scan.scan().key(), Json.write(members));
  }
}
