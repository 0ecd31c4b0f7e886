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
 * in the way, and all others a few at the same time. ScanReader of the same code keep their order,
 * so that the first one is let in. A scan that cannot begin in time gets 503. Thread-safe.
 */
record Batch(Clock clock, Workers workers, int most) {
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
      Function<RequestedScan, Response> alone) {
    Map<String, List<Integer>> byCode = new LinkedHashMap<>();
    for (int i = 0; i < scans.size(); i++) {
      byCode.computeIfAbsent(scans.get(i).code(), any -> new ArrayList<>()).add(i);
    }
    Response[] answers = new Response[scans.size()];
    AtomicBoolean unavailable = new AtomicBoolean();
    List<Integer> entries =
        byCode.values().stream()
            .map(List::getFirst)
            .filter(place -> scans.get(place).isOfflineEntry())
            .toList();
    List<Runnable> tasks = new ArrayList<>();
    for (int from = 0; from < entries.size(); from += most) {
      List<Integer> places = entries.subList(from, Math.min(from + most, entries.size()));
      List<RequestedScan> some = places.stream().map(scans::get).toList();
      tasks.add(
          () ->
              together(deadline, some, together, unavailable)
                  .forEach((index, answer) -> answers[places.get(index)] = answer));
    }
    workers.run(tasks);
    tasks.clear();
    for (List<Integer> places : byCode.values()) {
      List<Integer> left = places.stream().filter(place -> answers[place] == null).toList();
      if (!left.isEmpty()) {
        tasks.add(
            () ->
                left.forEach(
                    place ->
                        answers[place] = answer(deadline, scans.get(place), alone, unavailable)));
      }
    }
    workers.run(tasks);
    return Response.batch(List.of(answers), scans.stream().map(RequestedScan::created).toList());
  }

  private Map<Integer, Response> together(
      Instant deadline,
      List<RequestedScan> scans,
      Function<List<RequestedScan>, Map<Integer, Response>> together,
      AtomicBoolean unavailable) {
    try {
      return cannotBegin(deadline, unavailable) ? Map.of() : together.apply(scans);
    } catch (UnavailableException e) {
      unavailable.set(true);
      return Map.of();
    }
  }

  private Response answer(
      Instant deadline,
      RequestedScan scan,
      Function<RequestedScan, Response> alone,
      AtomicBoolean unavailable) {
    try {
      if (scan.refusal() != null) {
        throw scan.refusal();
      }
      if (cannotBegin(deadline, unavailable)) {
        throw new UnavailableException(null);
      }
      return alone.apply(scan);
    } catch (DomainException e) {
      if (e instanceof UnavailableException) {
        unavailable.set(true);
      }
      return Response.of(Problem.of(e));
    }
  }

  private boolean cannotBegin(Instant deadline, AtomicBoolean unavailable) {
    return unavailable.get() || !clock.instant().isBefore(deadline);
  }
}
