package io.doorlist.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Does several things at the same time. */
public final class Race {
  private Race() {}

  /** Runs all, so many at a time; returns their results in the order of the list. */
  public static <T> List<T> run(int threads, List<Callable<T>> rivals) throws Exception {
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<T> results = new ArrayList<>();
      for (Future<T> each : executor.invokeAll(rivals)) {
        results.add(each.get());
      }
      return results;
    }
  }

  /** Runs all that numbers from 0 on stand for, so many at a time. */
  public static <T> List<T> run(int threads, int rivals, IntFunction<T> rival) throws Exception {
    List<Callable<T>> all = new ArrayList<>();
    IntStream.range(0, rivals).forEach(number -> all.add(() -> rival.apply(number)));
    return run(threads, all);
  }
}
