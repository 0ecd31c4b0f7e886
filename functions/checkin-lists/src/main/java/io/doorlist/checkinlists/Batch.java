package io.doorlist.checkinlists;

import io.doorlist.domain.DomainException;
import io.doorlist.domain.UnavailableException;
import io.doorlist.http.Problem;
import io.doorlist.http.Response;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Answers the scans of one request: what a device decided by itself together, as far as nothing is
 * in the way, and all others a few at the same time. Thread-safe.
 *
 * <p>Scans of one ticket are taken in their order. Once one has no final answer, the later ones of
 * its ticket are not taken and get 503. A device sends what it withdraws before what it asks anew.
 * A scan that cannot begin in time gets 503, too. Which tickets an order has is not known here, so
 * the code of an order comes after everything before it, and before everything after it.
 */
record Batch(Clock clock, Workers workers, int most) {
  /** An answer, and whether it stays so if the scan is sent again. */
  record Answer(Response response, boolean isFinal) {}

  /**
   * Answers each scan, in order. Once the store is unavailable for one, the others are not tried:
   * whoever sends them has time.
   *
   * @param together answers scans of different codes that a device decided by itself; its answers
   *     are by their index, and those that it leaves out are answered alone
   */
  Response answer(
      Instant deadline,
      List<RequestedScan> scans,
      Function<List<RequestedScan>, Map<Integer, Response>> together,
      Function<RequestedScan, Answer> alone) {
    Work work = new Work(deadline, scans, together, alone);
    int from = 0;
    for (int i = 0; i < scans.size(); i++) {
      if (scans.get(i).order() != null) {
        work.take(from, i);
        work.takeOrder(i);
        from = i + 1;
      }
    }
    work.take(from, scans.size());
    return Response.batch(
        List.of(work.answers), scans.stream().map(RequestedScan::answered).toList());
  }

  /** What is left to do of one request. */
  private final class Work {
    private final Instant deadline;
    private final List<RequestedScan> scans;
    private final Function<List<RequestedScan>, Map<Integer, Response>> together;
    private final Function<RequestedScan, Answer> alone;
    private final Response[] answers;
    private final AtomicBoolean unavailable = new AtomicBoolean();

    /** Whether a scan before the next order has no final answer: it may be of that order. */
    private final AtomicBoolean open = new AtomicBoolean();

    /** Whether an order has none: every later scan may be of it. */
    private boolean stopped;

    Work(
        Instant deadline,
        List<RequestedScan> scans,
        Function<List<RequestedScan>, Map<Integer, Response>> together,
        Function<RequestedScan, Answer> alone) {
      this.deadline = deadline;
      this.scans = scans;
      this.together = together;
      this.alone = alone;
      this.answers = new Response[scans.size()];
    }

    /** Takes the code of an order. */
    void takeOrder(int place) {
      stopped |= open.get();
      stopped |= !takeAlone(place, stopped);
    }

    /** Takes scans of tickets, from one place to before another. */
    void take(int from, int to) {
      Map<String, List<Integer>> byTicket = new LinkedHashMap<>();
      for (int i = from; i < to; i++) {
        byTicket.computeIfAbsent(scans.get(i).sequence(), any -> new ArrayList<>()).add(i);
      }
      List<Integer> entries =
          byTicket.values().stream()
              .map(List::getFirst)
              .filter(place -> scans.get(place).isOfflineEntry())
              .toList();
      List<Runnable> tasks = new ArrayList<>();
      for (int first = 0; first < entries.size(); first += most) {
        List<Integer> places = entries.subList(first, Math.min(first + most, entries.size()));
        tasks.add(() -> takeTogether(places));
      }
      workers.run(tasks);
      tasks.clear();
      for (List<Integer> places : byTicket.values()) {
        List<Integer> left = places.stream().filter(place -> answers[place] == null).toList();
        if (!left.isEmpty()) {
          tasks.add(() -> takeInOrder(left));
        }
      }
      workers.run(tasks);
    }

    private void takeTogether(List<Integer> places) {
      if (cannotBegin()) {
        return;
      }
      try {
        together
            .apply(places.stream().map(scans::get).toList())
            .forEach((index, answer) -> answers[places.get(index)] = answer);
      } catch (UnavailableException e) {
        unavailable.set(true);
      }
    }

    private void takeInOrder(List<Integer> places) {
      boolean held = stopped;
      for (int place : places) {
        held |= !takeAlone(place, held);
      }
      if (held) {
        open.set(true);
      }
    }

    /**
     * Takes one scan; returns whether it has a final answer.
     *
     * @param held whether a scan before it has none
     */
    private boolean takeAlone(int place, boolean held) {
      RequestedScan scan = scans.get(place);
      try {
        if (scan.refusal() != null) {
          throw scan.refusal();
        }
        if (held || cannotBegin()) {
          answers[place] = Response.of(Problem.of(new UnavailableException(null)));
          return false;
        }
        Answer answer = alone.apply(scan);
        answers[place] = answer.response();
        return answer.isFinal();
      } catch (DomainException e) {
        answers[place] = Response.of(Problem.of(e));
        if (e instanceof UnavailableException) {
          unavailable.set(true);
          return false;
        }
        return true;
      }
    }

    private boolean cannotBegin() {
      return unavailable.get() || !clock.instant().isBefore(deadline);
    }
  }
}
