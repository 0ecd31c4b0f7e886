package io.doorlist.phone;

import io.doorlist.phone.DoorVerdict.Kind;
import io.doorlist.phone.KeptScan.Stage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The guests who wait for a verdict. The service decides or, if it does not answer in time, the
 * copy. Not thread-safe.
 */
final class WaitingGuests {
  /**
   * How long to wait for the service. A guest gets a verdict within a second and a half, and the
   * phone must also store it in that time.
   */
  private static final long PATIENCE_MILLIS = 1_300;

  private static final String MAY_BE_OUT =
      "Their group may have left since, with a code that was scanned at an exit.";

  private final Copies copies;
  private final ScanQueue queue;
  private final ToldScans told;
  private final ServiceClock clock;
  private final ScanRequests requests;

  private final Map<String, Guest> guests = new LinkedHashMap<>();
  private final Map<String, DoorVerdict> verdicts = new HashMap<>();

  /** A guest who waits for a verdict. */
  private static final class Guest {
    final DoorScan scan;
    final long deadline;

    /** Whether the service is only asked what the verdict would be. */
    final boolean looks;

    /** Whether the service must first be told what this phone did with the code. */
    boolean waits;

    /**
     * Whether, since it asked, this phone has withdrawn a scan that may be about the same people.
     * The service may then refuse the guest only because it has not heard of that withdrawal.
     */
    boolean overtaken;

    /** What the service answered instead of a verdict; empty if it has not answered. */
    Map<?, ?> said = Map.of();

    /** Codes that the guest's text may mean and about which the service was not asked yet. */
    final Deque<String> codes = new ArrayDeque<>();

    /**
     * The requests that are still to be sent, one after the other. The last one brings the guest's
     * scan.
     */
    final Deque<List<KeptScan>> batches = new ArrayDeque<>();

    Guest(DoorScan scan, boolean looks, long now) {
      this.scan = scan;
      this.deadline = now + PATIENCE_MILLIS;
      this.looks = looks;
    }
  }

  WaitingGuests(
      Copies copies, ScanQueue queue, ToldScans told, ServiceClock clock, ScanRequests requests) {
    this.copies = copies;
    this.queue = queue;
    this.told = told;
    this.clock = clock;
    this.requests = requests;
  }

  /**
   * Returns the key of the scan by which the service is already being asked about the same code at
   * the same list. It is empty if there is none.
   */
  String underway(DoorScan scan) {
    return guests.values().stream()
        .filter(each -> !each.looks && !each.scan.order())
        .map(each -> each.scan)
        .filter(each -> each.list().equals(scan.list()) && each.code().equals(scan.code()))
        .map(DoorScan::key)
        .findFirst()
        .orElse("");
  }

  /**
   * Returns whether somebody with the same code waits to come in, and has waited for less than
   * {@code millis}.
   */
  boolean isEntering(DoorScan scan, long millis) {
    return guests.values().stream()
        .anyMatch(
            each ->
                !each.looks
                    && each.scan.code().equals(scan.code())
                    && scan.at() - each.scan.at() < millis);
  }

  // ---- The verdict

  void tell(String key, DoorVerdict verdict) {
    guests.remove(key);
    verdicts.put(key, verdict);
  }

  /** Takes a scan back, and tells the guest who waits for its verdict. */
  void takeBack(DoorScan scan) {
    if (guests.containsKey(scan.key())) {
      tell(scan.key(), DoorVerdict.of(Kind.TAKEN_BACK, scan));
    }
    withdraw(scan);
  }

  private void withdraw(DoorScan scan) {
    told.withdraw(scan, clock.correction());
    queue
        .find(scan.key())
        .ifPresent(
            withdrawn ->
                guests.values().stream()
                    .filter(each -> queue.mayConcern(withdrawn, each.scan, copies::areaOf))
                    .forEach(each -> each.overtaken = true));
  }

  /** Returns the verdict and removes it. It is null if nothing is decided. */
  DoorVerdict take(String key) {
    return verdicts.remove(key);
  }

  /**
   * Decides by the copy. The copy has no orders, so it does not know who left by an order's code.
   */
  private DoorVerdict byCopy(DoorScan scan) {
    DoorVerdict verdict = copies.decide(scan);
    boolean mayBeOut =
        verdict.kind() == Kind.ALREADY_IN
            && queue.about(scan, copies::areaOf).stream()
                .filter(each -> each.stage() == Stage.TOLD && each.scan().exit())
                .anyMatch(
                    each -> queue.mayBeOrder(each.scan()) && each.scan().at() >= verdict.since());
    return mayBeOut ? verdict.detailed(MAY_BE_OUT) : verdict;
  }

  /** Decides by the copy about a scan that the service does not know. */
  void decideAlone(DoorScan scan) {
    decideAlone(scan, false, Map.of());
  }

  /**
   * Decides by the copy.
   *
   * @param asked whether the service may know the scan
   * @param answer what the service answered instead of a verdict; empty if it has not answered
   */
  private void decideAlone(DoorScan scan, boolean asked, Map<?, ?> answer) {
    DoorVerdict verdict =
        copies.ready(scan.list()) && !scan.order()
            ? byCopy(scan)
            : ServiceVerdict.refused(Kind.NO_ANSWER, scan, answer);
    if (verdict.kind() == Kind.IN) {
      told.letIn(scan, clock.correction());
      tell(scan.key(), verdict);
      return;
    }
    boolean mayBeThis =
        asked
            && verdict.kind() == Kind.ALREADY_IN
            && !copies.mine(scan)
            && Copies.mayBeOf(scan, verdict.since());
    if (asked) {
      withdraw(scan);
    }
    DoorVerdict said = mayBeThis ? DoorVerdict.of(Kind.NO_ANSWER, scan) : verdict;
    tell(scan.key(), said.undone());
  }

  /**
   * Returns when the first guest has waited long enough. It is the largest {@code long} if nobody
   * waits.
   */
  long deadline() {
    return guests.values().stream().mapToLong(each -> each.deadline).min().orElse(Long.MAX_VALUE);
  }

  /** Decides without the service about guests who have waited long enough. */
  void expire(long now) {
    for (Guest each : new ArrayList<>(guests.values())) {
      if (each.deadline <= now) {
        noAnswer(each);
      }
    }
  }

  /** Decides without the service about all guests who wait. */
  void giveUp() {
    new ArrayList<>(guests.values()).forEach(this::noAnswer);
  }

  private void noAnswer(Guest guest) {
    DoorScan scan = guest.scan;
    if (!guest.looks) {
      decideAlone(scan, queue.find(scan.key()).isPresent(), guest.said);
    } else if (copies.ready(scan.list())) {
      tell(scan.key(), byCopy(scan).undone());
    } else {
      tell(scan.key(), ServiceVerdict.refused(Kind.NO_ANSWER, scan, guest.said));
    }
  }

  /** Keeps the service's reason for giving no verdict, to show it to the guest of this scan. */
  void explain(String key, Answer answer) {
    Guest guest = guests.get(key);
    if (guest != null && answer.status() != 0) {
      guest.said = answer.body();
    }
  }

  // ---- The service is asked

  /** Queues a scan, and asks the service about it. */
  void ask(DoorScan scan, long now) {
    Guest guest = new Guest(scan, false, now);
    guests.put(scan.key(), guest);
    ask(guest, now);
  }

  private void ask(Guest guest, long now) {
    KeptScan asked = queue.add(guest.scan, Stage.ASKED, clock.correction());
    guest.overtaken = false;
    guest.batches.addAll(queue.upTo(asked, copies::areaOf));
    requests.ask(guest.scan, guest.batches.poll(), now);
  }

  /**
   * Prepares to ask again about a refused scan, because this phone has meanwhile withdrawn a scan
   * that may matter. The service hears of the withdrawal first. {@link #goOn} sends the requests.
   *
   * @return false if there was no such withdrawal
   */
  boolean askAgain(KeptScan refused) {
    Guest guest = guests.get(refused.scan().key());
    if (guest == null || !guest.overtaken) {
      return false;
    }
    guest.overtaken = false;
    guest.batches.addAll(queue.upTo(refused, copies::areaOf));
    return true;
  }

  /**
   * Continues after the answer to one of a guest's requests. If the answer ends all scans of that
   * request, the next request is sent. Otherwise the copy decides.
   */
  void goOn(String key, boolean ended, long now) {
    Guest guest = guests.get(key);
    if (guest != null && ended && !guest.batches.isEmpty()) {
      requests.ask(guest.scan, guest.batches.poll(), now);
    } else if (guest != null) {
      noAnswer(guest);
    }
  }

  // ---- The service is asked what it would say

  /**
   * Looks at codes: asks the service what the verdict on them would be. If one of them is a
   * ticket's, it then asks about the scan.
   */
  void lookFirst(DoorScan scan, List<String> codes, long now) {
    look(new Guest(scan, false, now), codes, now);
  }

  /**
   * Looks at codes, and writes nothing. The service must first be told what this phone did with the
   * code, or with a code that may be its order's. But if a scan of the code itself is queued and
   * there is a copy, the copy decides.
   */
  void look(DoorScan scan, List<String> codes, long now) {
    Guest guest = new Guest(scan, true, now);
    List<KeptScan> before = queue.about(scan, copies::areaOf);
    boolean ofCode = before.stream().anyMatch(each -> each.scan().code().equals(scan.code()));
    if (ofCode && copies.ready(scan.list())) {
      tell(scan.key(), byCopy(scan).undone());
    } else if (before.isEmpty()) {
      look(guest, codes, now);
    } else {
      guest.waits = true;
      guest.codes.addAll(codes);
      guests.put(scan.key(), guest);
    }
  }

  private void look(Guest guest, List<String> codes, long now) {
    guests.put(guest.scan.key(), guest);
    guest.codes.addAll(codes);
    requests.look(guest.scan, guest.codes.poll(), now);
  }

  /**
   * Sends the looks that had to wait, if the service has by now been told what this phone did with
   * their codes.
   */
  void lookOn(long now) {
    for (Guest each : guests.values()) {
      if (each.waits && queue.about(each.scan, copies::areaOf).isEmpty()) {
        each.waits = false;
        requests.look(each.scan, each.codes.poll(), now);
      }
    }
  }

  /** Takes the answer to a look. */
  void looked(String key, int status, Map<?, ?> body, long now) {
    Guest guest = guests.get(key);
    if (guest == null) {
      return;
    }
    String said = Json.text(body.get("verdict"));
    Map<?, ?> order = Json.object(body.get("order"));
    if (status == 404 && !guest.codes.isEmpty()) {
      requests.look(guest.scan, guest.codes.poll(), now);
    } else if (status == 404) {
      tell(key, ServiceVerdict.refused(Kind.UNKNOWN, guest.scan, body));
    } else if (status == 200 && !order.isEmpty() && !said.equals("not_admissible")) {
      tell(key, ServiceVerdict.order(guest.scan, order));
    } else if (status == 200 && (guest.looks || !order.isEmpty())) {
      tell(key, ServiceVerdict.seen(guest.scan, body));
    } else if (status == 200) {
      ask(guest, now);
    } else {
      guest.said = status == 0 ? Map.of() : body;
      noAnswer(guest);
    }
  }
}
