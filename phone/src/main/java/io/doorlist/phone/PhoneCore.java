package io.doorlist.phone;

import io.doorlist.phone.DoorVerdict.Kind;
import io.doorlist.phone.KeptScan.Stage;
import io.doorlist.phone.Outgoing.Purpose;
import io.doorlist.phone.Outgoing.Sent;
import io.doorlist.phone.PhoneState.Connection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The decisions of a phone at a door, without file, network or threads. The core decides what to
 * keep, what to send and what to tell a guest. Its driver does the input and output. The driver
 * writes what {@link #changes} returns and reports that by {@link #written}. It sends what {@link
 * #requests} returns and passes each answer to {@link #received}. Verdicts and requests that depend
 * on a change are held back until it is written. Times are epoch milliseconds by a clock that
 * nobody can set. Not thread-safe.
 */
public final class PhoneCore {
  private static final long EXIT_AFTER_ENTRY_MILLIS = 5_000;

  private final Surroundings surroundings;
  private final KeptValues kept;
  private final ServiceClock clock;
  private final Copies copies;
  private final KnownLists lists;
  private final ScanQueue queue;
  private final ToldScans told;
  private final Notices notices;
  private final WaitingGuests guests;
  private final ScanSettlement settlement;
  private final ScanRequests scanRequests;
  private final Outgoing outgoing = new Outgoing();

  private boolean reached = true;
  private boolean ended;
  private boolean draining;

  /**
   * Creates a phone.
   *
   * @param pairing must name account and event
   * @param values what was stored for the same account, event and mode
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
    notices = new Notices(kept);
    scanRequests = new ScanRequests(outgoing, lists, clock, queue);
    guests = new WaitingGuests(copies, queue, told, clock, scanRequests);
    settlement = new ScanSettlement(queue, copies, notices, guests);
    queue.interrupted().forEach(copies::leaveOut);
  }

  // ---- What people do

  /** Chooses the list at which this phone scans. */
  public void choose(String id) {
    lists.choose(id);
  }

  /** Returns the id of the list at which this phone scans. It is empty if none is chosen. */
  public String list() {
    return lists.chosen();
  }

  /** Returns the lists of the event, as far as the phone knows them. */
  public List<DoorList> lists() {
    return lists.all();
  }

  /**
   * Begins a scan. {@link #verdict} returns its result. While the service is asked about a code,
   * scanning it again does not begin another scan.
   *
   * @param text what was read or typed
   * @param read whether a camera or a hand scanner read it
   * @return the key of the scan
   */
  public String scan(String text, boolean read, long now) {
    lists.active(now);
    List<String> codes = codes(text, now);
    DoorScan scan = made(codes.get(0), false, Map.of(), read, now);
    String underway = guests.underway(scan);
    if (!underway.isEmpty()) {
      return underway;
    }
    if (isAlone()) {
      hurry(now);
      guests.decideAlone(scan);
    } else if (copies.knows(list(), scan.code(), clock.time(now)) || codes.get(0).isEmpty()) {
      guests.ask(scan, now);
    } else {
      // The code may be an order's, that of a ticket newer than the copy, or nobody's. Nothing is
      // written until the service has told which.
      guests.lookFirst(scan, codes, now);
    }
    return scan.key();
  }

  /**
   * Returns the codes that a text may mean, the likeliest first. There is at least one, which may
   * be empty.
   */
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

  /**
   * Begins a scan of an order's code, to let in as many of each ticket type as {@code counts} says.
   */
  public String scanOrder(String text, Map<String, Integer> counts, boolean read, long now) {
    lists.active(now);
    DoorScan scan = made(codes(text, now).get(0), false, counts, read, now);
    guests.ask(scan, now);
    return scan.key();
  }

  /**
   * Lets somebody out. Everybody may leave, so the service is told and not asked. If the code is an
   * order's, all its guests leave.
   */
  public String exit(String text, boolean read, long now) {
    return exit(text, Map.of(), read, now);
  }

  /**
   * Lets guests out by an order's code. {@code counts} says how many of each ticket type leave; if
   * it is empty, all leave.
   */
  public String exit(String text, Map<String, Integer> counts, boolean read, long now) {
    lists.active(now);
    DoorScan scan = made(codes(text, now).get(0), true, counts, read, now);
    if (guests.isEntering(scan, EXIT_AFTER_ENTRY_MILLIS) || scan.code().isEmpty()) {
      guests.tell(scan.key(), DoorVerdict.of(Kind.NO_ANSWER, scan.undone()));
      return scan.key();
    }
    // Copies have no orders, so they cannot tell whether an order's guests are inside.
    boolean inside = queue.mayBeOrder(scan) || copies.inside(scan);
    told.tell(scan, clock.correction());
    guests.tell(
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

  /**
   * Begins to find out what the verdict on a code would be. Nothing is written, and nobody comes
   * in.
   */
  public String look(String text, long now) {
    List<String> codes = codes(text, now);
    DoorScan scan = made(codes.get(0), false, Map.of(), true, now);
    guests.look(scan, codes, now);
    return scan.key();
  }

  /** Takes a scan back, whatever its result was. */
  public void undo(DoorScan scan, long now) {
    lists.active(now);
    if (scan.key().isEmpty()) {
      return;
    }
    guests.takeBack(scan);
  }

  /**
   * Returns the verdict on a scan, once the guest may be told. The result is null before that, and
   * also after the verdict was returned once.
   */
  public DoorVerdict verdict(String key) {
    return kept.settled() ? guests.take(key) : null;
  }

  public Collection<KeptScan> queue() {
    return queue.all();
  }

  public List<Notice> notices() {
    return notices.all();
  }

  /** Removes a notice, or a scan that was set aside, because staff have seen it. */
  public void dismiss(String key) {
    notices.remove(key);
    if (queue.find(key).filter(KeptScan::setAside).isPresent()) {
      queue.remove(key);
    }
  }

  public PhoneState state() {
    Collection<KeptScan> all = queue.all();
    return new PhoneState(
        ended ? Connection.ENDED : reached ? Connection.ONLINE : Connection.OFFLINE,
        all.size(),
        (int) all.stream().filter(KeptScan::setAside).count(),
        notices.count(),
        !kept.broken());
  }

  // ---- What is written

  /**
   * Returns values to write now, all in one step. An empty text means that the value is removed.
   */
  public Map<String, String> changes(long now) {
    Map<String, String> changes = kept.take(now);
    if (!changes.isEmpty()) {
      told.writing();
    }
    return changes;
  }

  /** Takes the report whether the values of the last {@link #changes} are stored for good. */
  public void written(boolean done, long now) {
    kept.written(done, now);
    for (DoorScan scan : told.written(done, clock.correction())) {
      guests.tell(scan.key(), DoorVerdict.of(Kind.NOT_KEPT, scan.undone()));
    }
  }

  // ---- What is sent

  /** Returns the requests to send now. */
  public List<Request> requests(long now) {
    guests.expire(now);
    if (!ended) {
      drain(now);
      guests.lookOn(now);
      lists.poll(outgoing, now);
    }
    return kept.settled() ? outgoing.take() : List.of();
  }

  /** Returns when to call {@link #requests} again if nothing happens earlier. */
  public long wakeAt() {
    long wake = Math.min(kept.retryAt(), guests.deadline());
    if (!ended) {
      long due = Math.max(queue.retries().quietUntil(), queue.dueAt());
      wake = Math.min(wake, Math.min(lists.pollAt(), draining ? Long.MAX_VALUE : due));
    }
    return wake;
  }

  /** Returns whether the copy decides at once, because the service is not there to be asked. */
  private boolean isAlone() {
    return (ended || !reached) && copies.ready(list());
  }

  private void drain(long now) {
    if (draining || now < queue.retries().quietUntil()) {
      return;
    }
    List<KeptScan> due = queue.due(now, copies::areaOf);
    if (!due.isEmpty()) {
      draining = true;
      scanRequests.drain(due, now);
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
      case LOOK -> guests.looked(sent.about(), status, body, now);
      case ASK_ONE -> answeredOne(sent, own, body, now);
      case ASK, DRAIN -> answered(sent, own, body, now);
    }
    if (ended) {
      guests.giveUp();
    }
  }

  /**
   * Returns whether an answer is the service's. A firewall, a captive portal or a gateway may
   * answer instead. Such an answer says nothing about a ticket.
   */
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

  /** Tries the network again soon, because somebody uses the phone. */
  private void hurry(long now) {
    lists.pollAtMost(now + 1_000);
    queue.retries().quietUntilAtMost(now + 1_000);
  }

  private void polled(Sent sent, Response response, Map<?, ?> body, long now) {
    String first = lists.answered(sent, response, body, now);
    // What this phone did before it had the copy must count at once.
    for (KeptScan each : queue.all()) {
      if (!each.scan().list().equals(first)) {
        continue;
      }
      if (each.stage() == Stage.TOLD) {
        copies.note(each.scan());
      } else if (each.stage() == Stage.WITHDRAWN) {
        copies.leaveOut(each.scan());
      }
    }
  }

  /** Takes the answer to a request with only one check-in. */
  private void answeredOne(Sent sent, Response response, Map<?, ?> body, long now) {
    KeptScan scan = sent.scans().get(0);
    int status = response == null ? 0 : response.status();
    long wait = response == null ? 0 : response.retryAfterSeconds();
    Answer answer =
        new Answer(status == 200 ? 0 : status, body, isOfList(scan.scan(), status, now));
    boolean ends = settle(scan, answer, wait, surroundings.random(), now);
    guests.goOn(sent.about(), ends, now);
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
      guests.goOn(sent.about(), all, now);
    }
  }

  /**
   * Returns whether "not found" is about the list and not about the ticket, because a copy has the
   * code.
   */
  private boolean isOfList(DoorScan scan, int status, long now) {
    return status == 404 && copies.knows(scan.list(), scan.code(), clock.time(now));
  }

  /** Applies an answer to a scan. Returns whether the answer ends the scan. */
  private boolean settle(KeptScan sent, Answer answer, long retryAfter, double spread, long now) {
    Meaning.Kind meant = settlement.settle(sent, answer, retryAfter, spread, now);
    ended |= meant == Meaning.Kind.ENDED;
    return ScanSettlement.ends(meant);
  }
}
