package io.doorlist.http;

import io.doorlist.domain.DomainException;
import io.doorlist.domain.UnavailableException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Answers the scans of one request, a few at the same time. Scans of the same code keep their
 * order, so that the first one is let in. A scan that cannot begin in time gets 503. Thread-safe.
 */
public final class Batch {
  private final Clock clock;
  private final Workers workers;

  /** Creates a batch; its workers answer scans of different codes at the same time. */
  public Batch(Clock clock, Workers workers) {
    this.clock = clock;
    this.workers = workers;
  }

  /**
   * Answers each scan, in order; the body of a success is the member {@link Scans.Scan#created}.
   * Once the store is unavailable for one, the others are not tried: whoever sends them has time.
   */
  public Response answer(Call call, List<Scans.Scan> scans, Function<Scans.Scan, Response> one) {
    Map<String, List<Integer>> byCode = new LinkedHashMap<>();
    for (int i = 0; i < scans.size(); i++) {
      byCode.computeIfAbsent(scans.get(i).code(), any -> new ArrayList<>()).add(i);
    }
    Response[] answers = new Response[scans.size()];
    AtomicBoolean unavailable = new AtomicBoolean();
    List<Runnable> tasks = new ArrayList<>();
    for (List<Integer> places : byCode.values()) {
      tasks.add(
          () ->
              places.forEach(
                  place -> answers[place] = answer(call, scans.get(place), one, unavailable)));
    }
    workers.run(tasks);
    return Response.batch(List.of(answers), scans.stream().map(Scans.Scan::created).toList());
  }

  private Response answer(
      Call call, Scans.Scan scan, Function<Scans.Scan, Response> one, AtomicBoolean unavailable) {
    try {
      if (scan.refusal() != null) {
        throw scan.refusal();
      }
      if (unavailable.get() || !clock.instant().isBefore(call.deadline())) {
        throw new UnavailableException(null);
      }
      return one.apply(scan);
    } catch (UnavailableException e) {
      unavailable.set(true);
      return Response.of(ErrorMapper.problem(e));
    } catch (DomainException e) {
      return Response.of(ErrorMapper.problem(e));
    }
  }
}
