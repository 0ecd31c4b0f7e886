package io.doorlist.phone;

import io.doorlist.door.Reentry;
import io.doorlist.phone.DoorVerdict.Kind;
import io.doorlist.phone.KeptScan.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Phones at a door, a network that loses, delays, repeats and reorders, and apps that die between
 * any two writes; all of it drawn from a seed. Once it is over, the network is good and every phone
 * sends what it has: then the service has what the guests were told.
 */
final class Evening {
  private static final List<String> TICKETS = List.of("ada", "bob", "cid");
  private static final String ORDER = "family";

  /** Later than any time-out. */
  private static final int LATE_MILLIS = 120_000;

  /** What may go wrong, in percent. */
  record Harm(int lost, int repeated, int late, int busy, int deaths, int unwritten) {
    static final Harm NONE = new Harm(0, 0, 0, 0, 0, 0);
  }

  /** A thing that happens at a time. */
  private record Event(long at, long number, Runnable does) {}

  /** What a guest was told, as far as the phone kept it. */
  private enum Told {
    NOTHING,
    PASSED,
    NOT
  }

  final List<String> wrong = new ArrayList<>();
  final List<String> log = new ArrayList<>();
  int passed;
  int byCopy;
  int notices;

  private final Random random;
  private final Reentry reentry;
  private Harm harm;
  private final ModelService service;
  private final List<Phone> phones = new ArrayList<>();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
  private long now = ModelService.BEGIN;
  private long number;

  Evening(long seed, int phoneCount, Reentry reentry, Harm harm) {
    random = new Random(seed);
    this.reentry = reentry;
    this.harm = harm;
    service = new ModelService(TICKETS, reentry, () -> chance(this.harm.busy));
    service.orders.put(ORDER, List.of("bob", "cid"));
    for (int i = 0; i < phoneCount; i++) {
      phones.add(new Phone(i));
    }
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private void at(long delay, Runnable does) {
    events.add(new Event(now + delay, number++, does));
  }

  /** Plays so many steps of staff, and then lets all come to an end. */
  void play(int steps) {
    Harm harmful = harm;
    harm = Harm.NONE;
    phones.forEach(Phone::start);
    // Half of the evenings begin with a copy.
    pass(random.nextBoolean() ? 3_000 : 0);
    harm = harmful;
    for (int i = 0; i < steps; i++) {
      phones.get(random.nextInt(phones.size())).act();
      pass(random.nextInt(4) == 0 ? random.nextInt(120_000) : random.nextInt(3_000));
    }
    harm = Harm.NONE;
    phones.forEach(Phone::start);
    // What is late comes, too.
    pass(2L * LATE_MILLIS);
    phones.forEach(Phone::judge);
    judgeTickets();
  }

  private void pass(long millis) {
    long until = now + millis;
    while (!events.isEmpty() && events.peek().at <= until) {
      Event next = events.poll();
      now = Math.max(now, next.at);
      next.does.run();
    }
    now = until;
  }

  /** Nobody is recorded more often than they were let in. */
  private void judgeTickets() {
    for (ModelService.Row row : service.rows) {
      boolean known = phones.stream().anyMatch(phone -> phone.told.containsKey(row.key));
      if (!known && !row.undone) {
        wrong.add("a row of a scan that no phone knows: " + row.key);
      }
    }
  }

  /** One phone: its journal outlives the app. */
  private final class Phone implements Surroundings {
    private final int name;
    private final Map<String, String> journal = new TreeMap<>();
    private final Map<String, Told> told = new LinkedHashMap<>();
    private final Map<String, DoorScan> shownIn = new LinkedHashMap<>();
    private final Map<String, Boolean> waiting = new LinkedHashMap<>();
    private PhoneCore core;
    private int life;
    private long wakesAt;

    Phone(int name) {
      this.name = name;
    }

    @Override
    public String uuid() {
      return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    @Override
    public double random() {
      return random.nextDouble();
    }

    @Override
    public String composed(String text) {
      return text;
    }

    /** Starts the app, if it does not run. */
    void start() {
      if (core == null) {
        PairingLink link = new PairingLink("", "acme", "gala", ModelService.LIST, "dl_live_x");
        core = new PhoneCore(link, journal, this, now);
        life++;
        wakesAt = 0;
        run();
      }
    }

    /** What is kept counts as shown. */
    private void die() {
      log.add(now + " phone " + name + " dies");
      core = null;
      for (String key : waiting.keySet()) {
        String text = journal.getOrDefault("scan/" + key, "");
        if (text.isEmpty()) {
          // Either never kept, or its 201 was: then it counts.
          boolean was = asked.remove(key) != null;
          told.put(key, was ? Told.PASSED : Told.NOTHING);
        } else {
          told.put(key, KeptScan.read(text).stage() == Stage.TOLD ? Told.PASSED : Told.NOT);
        }
      }
      waiting.clear();
    }

    /** Keys that the journal has had. */
    private final Map<String, Boolean> asked = new LinkedHashMap<>();

    private void run() {
      for (int round = 0; core != null; round++) {
        if (round > 1_000) {
          throw new IllegalStateException("it does not come to rest");
        }
        for (Request request : core.requests(now)) {
          send(request);
        }
        Map<String, String> changes = core.changes(now);
        // A guest looks at the screen at any time.
        hear();
        if (changes.isEmpty()) {
          break;
        }
        if (chance(harm.deaths)) {
          die();
          return;
        }
        boolean done = !chance(harm.unwritten);
        if (done) {
          changes.forEach(this::write);
        }
        if (chance(harm.deaths)) {
          die();
          return;
        }
        core.written(done, now);
      }
      hear();
      long wake = Math.max(now + 1, core.wakeAt());
      int alive = life;
      if (wake < Long.MAX_VALUE && (wakesAt <= now || wake < wakesAt)) {
        wakesAt = wake;
        at(wake - now, () -> runIf(alive));
      }
    }

    private void write(String key, String value) {
      if (value.isEmpty()) {
        journal.remove(key);
      } else {
        journal.put(key, value);
        if (key.startsWith("scan/")) {
          asked.put(key.substring(5), true);
        }
      }
    }

    private void runIf(int alive) {
      if (core != null && life == alive) {
        run();
      }
    }

    private void hear() {
      for (String key : new ArrayList<>(waiting.keySet())) {
        DoorVerdict verdict = core.verdict(key);
        if (verdict != null) {
          waiting.remove(key);
          log.add(now + " phone " + name + " shows " + verdict.kind() + " " + key);
          told.put(key, verdict.passes() ? Told.PASSED : Told.NOT);
          boolean refused = verdict.kind() == Kind.ALREADY_IN && !verdict.byCopy();
          if (refused && service.ghosts.contains(key)) {
            wrong.add(key + " was refused because of a scan that this phone had withdrawn");
          }
          if (refused && service.overtakers.contains(key)) {
            wrong.add(key + " was refused, and left with a group at this phone before");
          }
          if (verdict.passes()) {
            passed++;
            byCopy += verdict.byCopy() ? 1 : 0;
            shownIn.put(key, verdict.scan());
          }
        }
      }
    }

    private void send(Request request) {
      int alive = life;
      at(request.timeoutMillis(), () -> receive(alive, request.id(), null));
      int copies = chance(harm.lost) ? 0 : chance(harm.repeated) ? 2 : 1;
      for (int i = 0; i < copies; i++) {
        long delay = delay();
        at(
            delay,
            () -> {
              List<KeptScan> kept = new ArrayList<>();
              journal.forEach(
                  (key, text) -> {
                    if (key.startsWith("scan/")) {
                      kept.add(KeptScan.read(text));
                    }
                  });
              Response response = service.answer(request, now, kept);
              log.add(now + " service has " + request.body() + " of " + name);
              if (!chance(harm.lost)) {
                at(delay(), () -> receive(alive, request.id(), response));
              }
            });
      }
    }

    private long delay() {
      return chance(harm.late) ? random.nextInt(LATE_MILLIS) : 1 + random.nextInt(400);
    }

    private void receive(int alive, int id, Response response) {
      if (core != null && life == alive) {
        core.received(id, response, now);
        run();
      }
    }

    /** Does what staff do. */
    void act() {
      if (core == null) {
        start();
      }
      if (core == null) {
        return;
      }
      String ticket = TICKETS.get(random.nextInt(TICKETS.size()));
      int what = random.nextInt(20);
      if (what < 11) {
        begin(core.scan(ticket, true, now), ticket);
      } else if (what < 13 && (reentry == Reentry.NEVER || random.nextBoolean())) {
        begin(core.scanOrder(ORDER, Map.of("adult", 1 + random.nextInt(2)), true, now), ORDER);
      } else if (what < 15 && reentry != Reentry.NEVER) {
        leave(ticket);
      } else if (what < 18 && !shownIn.isEmpty() && waiting.isEmpty()) {
        takeBack();
      } else if (what == 18 && harm.unwritten == 0) {
        die();
        return;
      }
      if (core != null) {
        run();
      }
    }

    /** Lets out a ticket, an order or some of an order. */
    private void leave(String ticket) {
      int counted = random.nextInt(3);
      if (random.nextBoolean()) {
        begin(core.exit(ticket, true, now), ticket);
      } else if (counted > 0) {
        begin(core.exit(ORDER, Map.of("adult", counted), true, now), ORDER);
      } else {
        begin(core.exit(ORDER, true, now), ORDER);
      }
    }

    private void begin(String key, String what) {
      log.add(now + " phone " + name + " scans " + what + " as " + key);
      waiting.put(key, true);
      told.put(key, Told.NOTHING);
    }

    private void takeBack() {
      List<String> keys = new ArrayList<>(shownIn.keySet());
      String key = keys.get(random.nextInt(keys.size()));
      DoorScan scan = shownIn.remove(key);
      log.add(now + " phone " + name + " takes back " + key);
      core.undo(scan, now);
      // If the app dies before it is kept, nobody was told of it.
      waiting.put(key, true);
      int alive = life;
      run();
      if (core != null && life == alive) {
        waiting.remove(key);
        told.put(key, Told.NOT);
      }
    }

    void judge() {
      if (core == null || !core.queue().stream().allMatch(KeptScan::setAside)) {
        wrong.add("phone " + name + " still has " + (core == null ? "?" : core.queue()));
        return;
      }
      List<String> noticed = core.notices().stream().map(notice -> notice.scan().key()).toList();
      notices += noticed.size();
      told.forEach(
          (key, was) -> {
            if (was == Told.PASSED && !service.counts(key)) {
              wrong.add(key + " was shown in and does not count");
            }
            if (was != Told.PASSED && service.counts(key)) {
              wrong.add(key + " was shown " + was + " and counts");
            }
          });
      if (core.queue().stream().anyMatch(KeptScan::setAside)) {
        wrong.add("something is set aside: " + core.queue());
      }
    }
  }
}
