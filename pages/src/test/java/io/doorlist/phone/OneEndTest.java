package io.doorlist.phone;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.phone.Outbox.Settled;
import io.doorlist.phone.QueuedScan.Stage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A scan has one end: whatever the order of answers, time-outs, kills, further scans and undos, the
 * person was told what the server has, or a notice stands. Every order of {@value #STEPS} steps is
 * gone through, of one phone, one ticket and another phone that lets the same ticket in, and undoes
 * that.
 */
class OneEndTest {
  private static final int STEPS = 9;
  private static final int MAX_KEYS = 2;

  @ParameterizedTest
  @CsvSource({"true,false", "true,true", "false,false", "false,true"})
  void everyOrder_endsInWhatWasTold(boolean copyAdmits, boolean undoTooLate) {
    Set<String> known = new HashSet<>();
    Deque<World> open = new ArrayDeque<>(List.of(new World(copyAdmits, undoTooLate)));
    while (!open.isEmpty()) {
      World world = open.poll();
      world.copy().end();
      if (world.steps.size() < STEPS) {
        for (World next : world.next()) {
          if (known.add(next.toString())) {
            open.add(next);
          }
        }
      }
    }
    assertTrue(known.size() > 1_000, () -> known.size() + " states");
  }

  /** A request on its way; {@code live} if whoever scanned waits for it. */
  private record Request(QueuedScan scan, boolean live) {}

  /** An answer on its way. */
  private record Reply(Request request, int status, List<Long> ids) {}

  private enum Told {
    NOTHING,
    IN,
    AWAY
  }

  /** Phone, network and server; what the page does around the logic is as in door.js. */
  private static final class World {
    private final boolean copyAdmits;
    private final boolean undoTooLate;
    final List<String> steps = new ArrayList<>();

    private QueuedScan row;
    private boolean waits;
    private Told told = Told.NOTHING;
    private boolean notice;
    private int keys;
    private long known;
    private final List<Request> requests = new ArrayList<>();
    private final List<Reply> replies = new ArrayList<>();

    private long in;
    private long ids;
    private final Map<String, Long> answered = new TreeMap<>();
    private final Set<String> recorded = new TreeSet<>();

    World(boolean copyAdmits, boolean undoTooLate) {
      this.copyAdmits = copyAdmits;
      this.undoTooLate = undoTooLate;
    }

    World copy() {
      World copy = new World(copyAdmits, undoTooLate);
      copy.steps.addAll(steps);
      copy.row = row;
      copy.waits = waits;
      copy.told = told;
      copy.notice = notice;
      copy.keys = keys;
      copy.known = known;
      copy.requests.addAll(requests);
      copy.replies.addAll(replies);
      copy.in = in;
      copy.ids = ids;
      copy.answered.putAll(answered);
      copy.recorded.addAll(recorded);
      return copy;
    }

    /** All that makes a difference later on. */
    @Override
    public String toString() {
      String scan = row == null ? "" : row + " " + row.online() + " " + row.notBefore();
      return List.of(
              scan, waits, told, notice, keys, known, requests, replies, in, answered, recorded)
          .toString();
    }

    List<World> next() {
      List<World> all = new ArrayList<>();
      for (int i = 0; i < requests.size(); i++) {
        int which = i;
        step(all, "arrives", world -> world.arrive(which));
        step(all, "times out", world -> world.timeOut(which));
      }
      for (int i = 0; i < replies.size(); i++) {
        int which = i;
        step(all, "answered", world -> world.hear(world.replies.remove(which)));
        step(all, "answer lost", world -> world.lose(world.replies.remove(which)));
      }
      if (told != Told.IN
          && (row == null || row.stage() == Stage.AWAY || row.stage() == Stage.REFUSED)
          && keys < MAX_KEYS
          && !waits) {
        step(all, "scan", World::scan);
      }
      if (waits) {
        step(all, "patience", World::patience);
        step(all, "next", World::moveOn);
      }
      if (told == Told.IN && !waits) {
        step(all, "undo", World::undo);
      }
      if (in == 0) {
        step(all, "other phone", world -> world.in = -1);
      } else if (in == -1) {
        step(all, "other phone undoes", world -> world.in = 0);
      }
      if (row != null && row.stage() == Stage.REFUSED && !requests.isEmpty()) {
        step(all, "a minute", World::minute);
      }
      step(all, "kill", World::kill);
      if (due()) {
        step(all, "drain", World::drain);
      }
      return all;
    }

    private void step(List<World> all, String name, Consumer<World> does) {
      World world = copy();
      world.steps.add(name);
      does.accept(world);
      all.add(world);
    }

    // ---- the page

    private void scan() {
      row =
          row == null ? QueuedScan.asked("k" + ++keys, "1", "x", "", 0, true, 0) : row.reopened(0);
      waits = true;
      told = Told.NOTHING;
      requests.add(new Request(row, true));
    }

    private void patience() {
      if (copyAdmits) {
        admit();
      }
    }

    private void admit() {
      row = row.admitted();
      waits = false;
      told = Told.IN;
    }

    private void moveOn() {
      row = row.sentAway();
      waits = false;
      told = Told.AWAY;
    }

    private void undo() {
      if (row == null) {
        row = QueuedScan.asked("undo", "1", "x", "", 0, true, 0).undoing(List.of(known));
      } else {
        row = row.withdrawn().orElse(null);
      }
      told = Told.AWAY;
    }

    private void kill() {
      waits = false;
      replies.clear();
      requests.replaceAll(each -> new Request(each.scan(), false));
      later();
    }

    /** Time passes: what is open is nobody's any more. */
    private void later() {
      if (row != null && !waits && row.stage() != Stage.REFUSED) {
        row = row.later(0);
      }
    }

    /** So much time passes that nothing is on its way any more. */
    private void minute() {
      while (!requests.isEmpty()) {
        arrive(0);
      }
      row = row.later(0);
    }

    private boolean due() {
      return row != null && !Outbox.next(List.of(row), 0).isEmpty();
    }

    private void drain() {
      requests.add(new Request(row, false));
      row = row.begun();
    }

    private void hear(Reply reply) {
      boolean waited =
          waits && reply.request().live() && reply.request().scan().key().equals(row.key());
      if (!waited) {
        settle(reply);
      } else if (reply.status() == 201) {
        row = null;
        waits = false;
        known = reply.ids().getFirst();
        told = Told.IN;
      } else if (reply.status() == 409) {
        row = row.attempts() > 1 ? row.refused(0) : null;
        waits = false;
        told = Told.AWAY;
      } else if (copyAdmits) {
        admit();
      } else {
        moveOn();
      }
    }

    private void settle(Reply reply) {
      if (row == null) {
        return;
      }
      String code =
          switch (reply.status()) {
            case 409 -> "already_checked_in";
            case 403 -> "undo_not_allowed";
            default -> "";
          };
      Outbox.Answer answer = new Outbox.Answer(reply.status(), code, "", 0, reply.ids());
      switch (Outbox.settle(reply.request().scan(), row, answer, -1_000_000, 0.5)) {
        case Settled.Done done -> {
          known = reply.ids().isEmpty() ? known : reply.ids().getFirst();
          row = null;
        }
        case Settled.DoubleAdmission twice -> {
          assertTrue(recorded.contains(row.key()), () -> "the server knows of none: " + steps);
          row = null;
          notice = true;
        }
        case Settled.NotUndone not -> {
          row = null;
          notice = true;
        }
        case Settled.Kept kept ->
            row = kept.scan().stage() == Stage.REFUSED ? kept.scan().refused(0) : kept.scan();
        case Settled.Locked locked -> throw new AssertionError("the token is good");
      }
    }

    // ---- the network

    private void timeOut(int which) {
      Request request = requests.get(which);
      // It may still arrive, but nobody hears the answer.
      requests.set(which, new Request(request.scan().later(-1), false));
      if (request.scan().notBefore() != -1) {
        hear(new Reply(request, 0, List.of()));
      }
    }

    private void lose(Reply reply) {
      hear(new Reply(reply.request(), 0, List.of()));
    }

    private void arrive(int which) {
      Request request = requests.remove(which);
      QueuedScan scan = request.scan();
      Reply reply = answer(request, scan);
      if (scan.notBefore() != -1) {
        replies.add(reply);
      }
    }

    // ---- the server

    private Reply answer(Request request, QueuedScan scan) {
      if (scan.stage() == Stage.UNDOING) {
        if (scan.checkins().contains(in) && undoTooLate) {
          return new Reply(request, 403, List.of());
        }
        in = scan.checkins().contains(in) ? 0 : in;
        return new Reply(request, 204, List.of());
      }
      boolean known = answered.containsKey(scan.key()) || recorded.contains(scan.key());
      if (!known && in == 0) {
        in = ++ids;
        answered.put(scan.key(), in);
      }
      Long id = answered.get(scan.key());
      if (id == null && !scan.online()) {
        recorded.add(scan.key());
      }
      return id == null ? new Reply(request, 409, List.of()) : new Reply(request, 201, List.of(id));
    }

    // ---- the end

    /** The network is good, everything arrives, and the page is open. */
    void end() {
      for (int i = 0; i < 30 && !(requests.isEmpty() && replies.isEmpty() && row == null); i++) {
        while (!requests.isEmpty()) {
          arrive(0);
        }
        while (!replies.isEmpty()) {
          hear(replies.removeFirst());
        }
        if (waits) {
          moveOn();
        }
        if (row != null) {
          row = row.later(0);
        }
        if (due()) {
          drain();
        }
      }
      boolean agree = told == Told.IN ? in != 0 : in <= 0;
      assertTrue(
          notice || row == null && agree && (told != Told.IN || in > 0),
          () -> "told " + told + ", the server has " + in + ", after " + steps);
    }
  }
}
