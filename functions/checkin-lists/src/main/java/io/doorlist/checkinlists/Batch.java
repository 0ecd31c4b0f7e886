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
 * Answers the scans of one request. Scans that a device decided itself are handled together where
 * possible. All others are handled one by one, a few at the same time. Thread-safe.
 *
 * <p>Scans of one ticket are handled in their order, because a device sends the withdrawal of a
 * scan before it asks again. If a scan has no final answer, the later scans of its ticket are not
 * handled and get 503. A scan that cannot begin in time gets 503, too. This class does not know
 * which tickets an order has. So the code of an order is handled after all scans before it, and
 * before all scans after it.
 */
record Batch(Clock clock, Workers workers, int most) {
  /** An answer, and whether it would be the same if the scan were sent again. */
  record Answer(Response response, boolean isFinal) {}

  /**
   * Answers each scan, in order. Once the store is unavailable for one scan, the others are not
   * tried, because their sender can wait.
   *
   * @param together takes scans of different codes that a device decided itself, and returns
   *     answers by a scan's index in that list. Scans that it leaves out are answered by {@code
   *     alone}
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

  /** The work for one request. */
  private final class Work {
    private final Instant deadline;
    private final List<RequestedScan> scans;
    private final Function<List<RequestedScan>, Map<Integer, Response>> together;
    private final Function<RequestedScan, Answer> alone;
    private final Response[] answers;
    private final AtomicBoolean unavailable = new AtomicBoolean();

    /**
     * Whether the scan of a ticket has no final answer. The ticket may be of an order whose code
     * comes later, so that code gets 503.
     */
    private final AtomicBoolean open = new AtomicBoolean();

    /**
     * Whether the code of an order has no final answer. Every later scan may be of that order, so
     * it gets 503.
     */
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

    /** Handles the code of an order. */
    void takeOrder(int place) {
      stopped |= open.get();
      stopped |= !takeAlone(place, stopped);
    }

    /** Handles scans of tickets, from one place up to another, exclusive. */
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
     * Handles one scan. Returns whether it has a final answer.
     *
     * @param held whether a scan that must come before it has no final answer
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
