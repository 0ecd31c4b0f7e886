package io.doorlist.exactness.simulator.actor;

import io.doorlist.exactness.simulator.evening.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/** Somebody at a door with the scanner page: scans, waits or goes on, undoes, closes the page. */
public final class Volunteer {
  private static final Duration LONGEST_BUSY = Duration.ofSeconds(12);
  private static final Duration GLANCE = Duration.ofMillis(100);

  private final int number;
  private final Run run;
  private final SplittableRandom random;
  private final List<String> codes;
  private final long list;
  private final PageFlaw flaw;
  private final Uplink uplink;
  private final PageCopy copy;
  private final PageQueue queue;
  private ScannerPage page;
  private boolean working = true;
  private int keys;

  public Volunteer(
      int number, Run run, SplittableRandom random, long list, List<String> codes, PageFlaw flaw) {
    this.number = number;
    this.run = run;
    this.random = random;
    this.codes = List.copyOf(codes);
    this.list = list;
    this.flaw = flaw;
    this.uplink = new Uplink(number, run, random.split());
    this.copy = new PageCopy(run, uplink, list);
    this.queue = new PageQueue(run, uplink, copy, list, flaw, random.split());
  }

  private void open() {
    page =
        new ScannerPage(
            run, uplink, copy, queue, list, flaw, () -> "page-" + number + "-" + ++keys);
    page.start(() -> working);
  }

  /** Does so many things. */
  public void work(int times) {
    open();
    for (int i = 0; i < times; i++) {
      run.scheduler().sleep(Duration.ofMillis(1 + random.nextInt(4 * run.paceMillis())));
      act();
      Instant tired =
          run.scheduler().now().plusMillis(random.nextInt((int) LONGEST_BUSY.toMillis()));
      while (page.busy() && run.scheduler().now().isBefore(tired)) {
        run.scheduler().sleep(GLANCE);
      }
      if (page.busy() || random.nextInt(8) == 0) {
        page.dismiss();
      }
    }
    page.dismiss();
    // A look that is under way may still lead to a scan.
    run.scheduler().sleep(LONGEST_BUSY);
    page.dismiss();
    working = false;
  }

  private void act() {
    int act = random.nextInt(12);
    ScannerPage now = page;
    if (act == 0) {
      page.kill();
      run.say("volunteer " + number + " closes the page");
      run.scheduler().sleep(Duration.ofMillis(random.nextInt(random.nextBoolean() ? 500 : 20_000)));
      open();
    } else if (act < 3 && page.canUndo()) {
      run.say("volunteer " + number + " undoes");
      run.scheduler().start(Duration.ZERO, now::undo);
    } else {
      String code = codes.get(random.nextInt(codes.size()));
      run.say("volunteer " + number + " scans " + code);
      run.scheduler().start(Duration.ZERO, () -> now.letIn(code));
    }
    run.scheduler().sleep(Duration.ofMillis(1));
  }

  /** Returns the list of the door. */
  public long list() {
    return list;
  }

  /** Returns what the page told, scan by scan. */
  public List<Told> told() {
    return queue.all();
  }

  /** Returns how many scans the page has not sent. */
  public int unsent() {
    return queue.rows().size();
  }
}
