package io.doorlist.phone;

import io.doorlist.phone.DoorVerdict.Kind;
import io.doorlist.phone.KeptScan.Stage;
import io.doorlist.phone.Outgoing.Purpose;
import io.doorlist.phone.Outgoing.Sent;
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
  private static final int LOOK_MILLIS = 5_000;
  private static final long EXIT_AFTER_ENTRY_MILLIS = 5_000;

  private static final String LEFT_WITH_A_GROUP =
      "A code that may be a group's was scanned at an exit since. They may be of it.";

  /** An entry of which a copy knows may be the scan's own, if it is not older than this. */
  private static final long MAY_BE_OWN_MILLIS = 2_000;

  private final Surroundings surroundings;
  private final KeptValues kept;
  private final ServiceClock clock;
  private final Copies copies;
  private final KnownLists lists;
  private final ScanQueue queue;
  private final ToldScans told;

  private final Outgoing outgoing = new Outgoing();
  private final Map<String, Asking> asking = new LinkedHashMap<>();
  private final Map<String, DoorVerdict> verdicts = new HashMap<>();

  private boolean reached = true;
  private boolean ended;
  private boolean draining;

  /** Somebody who waits for a verdict. */
  private static final class Asking {
    final DoorScan scan;
    final long deadline;

    /** Whether the service is only asked what it would say, and which codes are left to ask for. */
    final boolean looks;

    /** Whether the service is to hear first what this phone did with the code. */
    boolean waits;

    final Deque<String> codes = new ArrayDeque<>();

    /** Requests that go before the scan's own, and that one. */
    final Deque<List<KeptScan>> batches = new ArrayDeque<>();

    Asking(DoorScan scan, long deadline, boolean looks) {
      this.scan = scan;
      this.deadline = deadline;
      this.looks = looks;
    }
  }

  /**
   * Creates a phone.
   *
   * @param pairing with account and event
   * @param values what was kept of the same account, event and mode
   * @param now the time
   */
  public PhoneCore(
      PairingLink pairing, Map<String, String> values, Surroundings surroundings, long now) {
    this.surroundings = surroundings;
    kept = new KeptValues(values);
    clock = new ServiceClock(kept, now);
    copies = new Copies(kept);
    lists = new KnownLists(kept, copies, pairing, surroundings, now);
    queue = new ScanQueue(kept, copies::isTicket);
    told = new ToldScans(queue, copies);
    queue.interrupted().forEach(copies::leaveOut);
  }

  // ---- What people do

  /** Chooses the list at which this phone scans. */
  public void choose(String id) {
    lists.choose(id);
  }

  /** Returns the id of the list at which this phone scans; empty if none is chosen. */
  public String list() {
    return lists.chosen();
  }

  /** Returns the lists of the event, as far as the phone knows them. */
  public List<DoorList> lists() {
    return lists.all();
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
    lists.active(now);
    List<String> codes = codes(text, now);
    DoorScan scan = made(codes.get(0), false, Map.of(), read, now);
    for (Asking each : asking.values()) {
      if (!each.looks
          && each.scan.list().equals(list())
          && each.scan.code().equals(scan.code())
          && !each.scan.order()) {
        return each.scan.key();
      }
    }
    if (isAlone()) {
      hurry(now);
      decideAlone(scan, false, now);
    } else if (copies.knows(list(), scan.code(), clock.time(now)) || codes.get(0).isEmpty()) {
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
      if (copies.knows(list(), code, clock.time(now))) {
        return List.of(code);
      }
    }
    return all;
  }

  private DoorScan made(
      String code, boolean exit, Map<String, Integer> counts, boolean read, long now) {
    if (list().isEmpty()) {
      throw new IllegalStateException("choose a list first");
    }
    return new DoorScan(surroundings.uuid(), list(), code, exit, counts, clock.time(now), read);
  }

  /** Begins a scan of an order's code, for so many of each ticket type. */
  public String scanOrder(String text, Map<String, Integer> counts, boolean read, long now) {
    lists.active(now);
    DoorScan scan = made(codes(text, now).get(0), false, counts, read, now);
    ask(scan, now);
    return scan.key();
  }

  /** Lets somebody out: nobody is held in, so the service is told. By an order's code all leave. */
  public String exit(String text, boolean read, long now) {
    return exit(text, Map.of(), read, now);
  }

  /** Lets so many of each ticket type out by an order's code; all if there are no counts. */
  public String exit(String text, Map<String, Integer> counts, boolean read, long now) {
    lists.active(now);
    DoorScan scan = made(codes(text, now).get(0), true, counts, read, now);
    boolean entering =
        asking.values().stream()
            .anyMatch(
                each ->
                    !each.looks
                        && each.scan.code().equals(scan.code())
                        && scan.at() - each.scan.at() < EXIT_AFTER_ENTRY_MILLIS);
    if (entering || scan.code().isEmpty()) {
      verdicts.put(scan.key(), DoorVerdict.of(Kind.NO_ANSWER, scan.undone()));
      return scan.key();
    }
    // Copies know no orders.
    boolean inside = queue.mayBeOrder(scan) || copies.inside(scan);
    told.tell(scan, clock.correction());
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
            Map.of(),
            Map.of()));
    return scan.key();
  }

  /** Begins to look at a code: nothing is written. */
  public String look(String text, long now) {
    List<String> codes = codes(text, now);
    DoorScan scan = made(codes.get(0), false, Map.of(), true, now).undone();
    String key = surroundings.uuid();
    Asking looking =
        new Asking(
            new DoorScan(key, scan.list(), scan.code(), false, Map.of(), scan.at(), true),
            now + PATIENCE_MILLIS,
            true);
    // The service may not know yet what this phone did.
    List<KeptScan> before = queue.about(scan, copies::areaOf);
    boolean ofCode = before.stream().anyMatch(each -> each.scan().code().equals(scan.code()));
    if (ofCode && copies.ready(scan.list())) {
      verdicts.put(key, byCopy(looking.scan));
    } else if (!before.isEmpty()) {
      looking.waits = true;
      looking.codes.addAll(codes);
      asking.put(key, looking);
    } else {
      look(looking, codes, now);
    }
    return key;
  }

  /** Looks at codes of which the service knows by now what this phone did. */
  private void lookOn(long now) {
    for (Asking each : asking.values()) {
      if (each.waits && queue.about(each.scan, copies::areaOf).isEmpty()) {
        each.waits = false;
        lookFor(each, now);
      }
    }
  }

  /** Takes back what a scan did, whatever became of it. */
  public void undo(DoorScan scan, long now) {
    lists.active(now);
    if (scan.key().isEmpty()) {
      return;
    }
    if (asking.remove(scan.key()) != null) {
      verdicts.put(scan.key(), DoorVerdict.of(Kind.TAKEN_BACK, scan));
    }
    told.withdraw(scan, clock.correction());
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
      told.writing();
    }
    return changes;
  }

  /** Says whether the values are written and will be there whatever happens. */
  public void written(boolean done, long now) {
    kept.written(done, now);
    for (DoorScan scan : told.written(done, clock.correction())) {
      verdicts.put(scan.key(), DoorVerdict.of(Kind.NOT_KEPT, scan.undone()));
    }
  }

  // ---- What is sent

  /** Returns the requests to send now. */
  public List<Request> requests(long now) {
    expire(now);
    if (!ended) {
      drain(now);
      lookOn(now);
      lists.poll(outgoing, now);
    }
    return kept.settled() ? outgoing.take() : List.of();
  }

  /** Returns when to call {@link #requests} again, if nothing happens before. */
  public long wakeAt() {
    long wake = kept.retryAt();
    for (Asking each : asking.values()) {
      wake = Math.min(wake, each.deadline);
    }
    if (!ended) {
      long due = Math.max(queue.retries().quietUntil(), queue.dueAt());
      wake = Math.min(wake, Math.min(lists.pollAt(), draining ? Long.MAX_VALUE : due));
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
              ? byCopy(each.scan)
              : DoorVerdict.of(Kind.NO_ANSWER, each.scan.undone()));
    } else {
      decideAlone(each.scan, queue.find(each.scan.key()).isPresent(), now);
    }
  }

  /** Returns whether the copy decides at once. */
  private boolean isAlone() {
    return (ended || !reached) && copies.ready(list());
  }

  /** Decides by the copy, which knows no orders: it cannot tell who left with one. */
  private DoorVerdict byCopy(DoorScan scan) {
    DoorVerdict verdict = copies.decide(scan);
    boolean mayBeOut =
        verdict.kind() == Kind.ALREADY_IN
            && queue.about(scan, copies::areaOf).stream()
                .filter(each -> each.stage() == Stage.TOLD && each.scan().exit())
                .anyMatch(
                    each -> queue.mayBeOrder(each.scan()) && each.scan().at() >= verdict.since());
    return mayBeOut ? verdict.detailed(LEFT_WITH_A_GROUP) : verdict;
  }

  /** Decides by the copy. @param asked whether the service may know of the scan */
  private void decideAlone(DoorScan scan, boolean asked, long now) {
    DoorVerdict verdict =
        copies.ready(scan.list()) && !scan.order()
            ? byCopy(scan)
            : DoorVerdict.of(Kind.NO_ANSWER, scan);
    if (verdict.kind() == Kind.IN) {
      told.letIn(scan, clock.correction());
      verdicts.put(scan.key(), verdict);
      return;
    }
    boolean mayBeThis =
        asked
            && verdict.kind() == Kind.ALREADY_IN
            && !copies.mine(scan)
            && verdict.since() >= scan.at() - MAY_BE_OWN_MILLIS;
    if (asked) {
      told.withdraw(scan, clock.correction());
    }
    DoorVerdict said = mayBeThis ? DoorVerdict.of(Kind.NO_ANSWER, scan) : verdict;
    verdicts.put(scan.key(), said.undone());
  }

  private void ask(DoorScan scan, long now) {
    Asking waiting = new Asking(scan, now + PATIENCE_MILLIS, false);
    asking.put(scan.key(), waiting);
    askFor(waiting, now);
  }

  private void askFor(Asking waiting, long now) {
    KeptScan asked = queue.add(waiting.scan, Stage.ASKED, clock.correction());
    waiting.batches.addAll(queue.upTo(asked, copies::areaOf));
    askNext(waiting, now);
  }

  /** Sends the next request of a scan: on its own it is a check-in, of which a stack takes more. */
  private void askNext(Asking waiting, long now) {
    List<KeptScan> scans = waiting.batches.poll();
    DoorScan scan = waiting.scan;
    boolean alone = scans.size() == 1 && scans.get(0).stage() == Stage.ASKED;
    if (!alone || scan.order() || scan.code().contains("://")) {
      upload(new Sent(Purpose.ASK, scan.key(), scans, now), REQUEST_MILLIS);
      return;
    }
    String path =
        lists.path(scan.list())
            + "/tickets/"
            + CodePath.of(scan.code())
            + "/checkins?scanned_at="
            + Percent.encoded(Timestamps.text(scan.at()))
            + (scan.read() ? "" : "&qr_code_scanned=false");
    Map<String, String> headers = new TreeMap<>();
    headers.put("Idempotency-Key", scan.key());
    headers.put("X-Device-Time", Timestamps.text(clock.time(now)));
    Sent sent = new Sent(Purpose.ASK_ONE, scan.key(), scans, now);
    outgoing.add(sent, "POST", path, headers, "", REQUEST_MILLIS);
  }

  private void look(Asking looking, List<String> codes, long now) {
    asking.put(looking.scan.key(), looking);
    looking.codes.addAll(codes);
    lookFor(looking, now);
  }

  private void lookFor(Asking looking, long now) {
    String code = looking.codes.poll();
    String path = lists.path(looking.scan.list()) + "/tickets/" + CodePath.of(code);
    Sent sent = new Sent(Purpose.LOOK, looking.scan.key(), List.of(), now);
    outgoing.add(sent, "GET", path, Map.of(), "", LOOK_MILLIS);
  }

  private void upload(Sent sent, int millis) {
    Upload upload = new Upload(sent.scans());
    Map<String, String> headers = new TreeMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("X-Device-Time", Timestamps.text(sent.at() + upload.clock(clock.correction())));
    String path = lists.path(upload.list()) + "/checkins";
    outgoing.add(sent, "POST", path, headers, upload.body(queue.all()), millis);
  }

  private void drain(long now) {
    if (draining || now < queue.retries().quietUntil()) {
      return;
    }
    List<KeptScan> due = queue.due(now, copies::areaOf);
    if (!due.isEmpty()) {
      draining = true;
      upload(new Sent(Purpose.DRAIN, "", due, now), BATCH_MILLIS);
    }
  }

  // ---- What comes back

  /**
   * Takes an answer.
   *
   * @param response null if there was none
   */
  public void received(int id, Response response, long now) {
    Sent sent = outgoing.answered(id);
    if (sent == null) {
      return;
    }
    Map<?, ?> body = response == null ? Map.of() : Json.object(response.body());
    Response own = response != null && isOurs(response, body) ? response : null;
    heard(sent, own, now);
    int status = own == null ? 0 : own.status();
    ended |= status == 401;
    switch (sent.purpose()) {
      case POLL -> polled(sent, own, body, now);
      case LOOK -> looked(sent.about(), status, body, now);
      case ASK_ONE -> answeredOne(sent, own, body, now);
      case ASK, DRAIN -> answered(sent, own, body, now);
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
      queue.retries().hurry();
    }
    reached = true;
    queue.retries().quietUntilAtMost(0);
    clock.heard(response, sent.at(), now);
  }

  /** Tries the network again soon: somebody is here. */
  private void hurry(long now) {
    lists.pollAtMost(now + 1_000);
    queue.retries().quietUntilAtMost(now + 1_000);
  }

  private void polled(Sent sent, Response response, Map<?, ?> body, long now) {
    String first = lists.answered(sent, response, body, now);
    // What was let in before there was a copy counts at once.
    for (KeptScan each : queue.all()) {
      if (each.scan().list().equals(first) && each.stage() == Stage.TOLD) {
        copies.note(each.scan());
      }
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
      verdicts.put(key, ServiceVerdict.refused(Kind.UNKNOWN, looking.scan, body));
    } else if (status == 200 && !order.isEmpty() && !said.equals("not_admissible")) {
      asking.remove(key);
      verdicts.put(key, ServiceVerdict.order(looking.scan, order));
    } else if (status == 200 && (looking.looks || !order.isEmpty())) {
      asking.remove(key);
      verdicts.put(key, ServiceVerdict.seen(looking.scan, body));
    } else if (status == 200) {
      askFor(looking, now);
    } else {
      noAnswer(looking, now);
    }
  }

  /** A check-in on its own: its answer is that of its scan. */
  private void answeredOne(Sent sent, Response response, Map<?, ?> body, long now) {
    KeptScan scan = sent.scans().get(0);
    int status = response == null ? 0 : response.status();
    long wait = response == null ? 0 : response.retryAfterSeconds();
    Answer answer =
        new Answer(status == 200 ? 0 : status, body, isOfList(scan.scan(), status, now));
    boolean ends = settle(scan, answer, wait, surroundings.random(), now);
    goOn(sent.about(), ends, now);
  }

  private void answered(Sent sent, Response response, Map<?, ?> body, long now) {
    int status = response == null ? 0 : response.status();
    long wait = response == null ? 0 : response.retryAfterSeconds();
    UploadAnswer answer = new UploadAnswer(status, body, wait, sent.scans().size());
    double spread = surroundings.random();
    if (sent.purpose() == Purpose.DRAIN) {
      draining = false;
      if (status == 0) {
        queue.retries().silent(now, spread);
      } else {
        queue.retries().answered();
      }
    }
    boolean all = !answer.unread();
    for (int i = 0; i < sent.scans().size(); i++) {
      KeptScan scan = sent.scans().get(i);
      if (answer.unread()) {
        queue.retries().sendAlone(scan.scan().key());
      } else {
        all &= settle(scan, answer.of(i), answer.retryAfterSeconds(i), spread, now);
      }
    }
    if (sent.purpose() == Purpose.ASK) {
      goOn(sent.about(), all, now);
    }
  }

  /** Sends the next request of a scan if the last has come to an end; else the copy decides. */
  private void goOn(String key, boolean ended, long now) {
    Asking waiting = asking.get(key);
    if (waiting != null && ended && !waiting.batches.isEmpty()) {
      askNext(waiting, now);
    } else if (waiting != null) {
      noAnswer(waiting, now);
    }
  }

  /** Of a code that the copy has, "not found" means the list. */
  private boolean isOfList(DoorScan scan, int status, long now) {
    return status == 404 && copies.knows(scan.list(), scan.code(), clock.time(now));
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
          queue.retries().later(key, answer.status(), retryAfter, now, spread);
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
      verdicts.put(about.key(), ServiceVerdict.letIn(about, answer.body(), copies.guest(about)));
    }
    copies.confirm(about.key(), now);
  }

  /** The service refuses: a second copy of the request must not let them in behind our back. */
  private void refuse(KeptScan scan, Answer answer) {
    DoorScan about = scan.scan();
    queue.become(about.key(), Stage.WITHDRAWN);
    asking.remove(about.key());
    verdicts.put(about.key(), ServiceVerdict.refused(about, answer));
  }

  private void notice(KeptScan scan, String reason, Answer answer) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("scan", scan.text());
    members.put("reason", reason);
    members.put(
        "reference", ServiceVerdict.guest(Json.object(answer.body().get("checkin"))).reference());
    kept.put("notice/" + scan.scan().key(), Json.write(members));
  }
}
