package io.doorlist.exactness.live;

import io.doorlist.exactness.history.ApiClient;
import io.doorlist.exactness.history.Violation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The long form from the command line: a million attempts, or as many as the time allows. */
public final class LiveMain {
  private LiveMain() {}

  /** Runs {@code ATTEMPTS [MINUTES [CLIENTS [RIVALS]]]}. */
  public static void main(String[] arguments) throws Exception {
    int attempts = number(arguments, 0, 1_000_000);
    int minutes = number(arguments, 1, 30);
    int clients = number(arguments, 2, 64);
    int rivals = number(arguments, 3, 50);
    int tickets = attempts / rivals + 1000;
    boolean good;
    try (LiveHost host = LiveHost.start(tickets);
        ApiClient client = host.client()) {
      System.out.println(tickets + " tickets are there");
      LiveRun run = new LiveRun(host, client, attempts);
      long start = System.nanoTime();
      run.run(
          clients,
          Duration.ofMinutes(minutes),
          LiveRun.wishes(host.tokenIds(), tickets, rivals, 1));
      System.out.println(run.text());
      System.out.println(
          TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)
              + " s, "
              + clients
              + " clients");
      List<Violation> violations = run.check();
      System.out.println(violations.size() + " violations");
      violations.stream().limit(20).forEach(System.out::println);
      good = violations.isEmpty();
    }
    System.exit(good ? 0 : 1);
  }

  private static int number(String[] arguments, int position, int otherwise) {
    return arguments.length > position ? Integer.parseInt(arguments[position]) : otherwise;
  }
}
