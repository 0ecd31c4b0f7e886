package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How long an organiser waits for a long list (issue 71). */
class LongListTest extends OfficeFixture {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int SMALL = 500;
  private static final int LARGE = 4 * SMALL;
  private static final int RUNS = 3;

  /** Four times the rows take four times as long, or sixteen if each is compared with all. */
  private static final double QUADRATIC = 9;

  private static String list(int rows, String mark) {
    StringBuilder list = new StringBuilder("Name,E-Mail,Farbe,Company,Coming\n");
    for (int i = 0; i < rows; i++) {
      list.append("Guest%s Number%d,guest%d@example.org,".formatted(i % 50 == 0 ? mark : "", i, i))
          .append(i % 4 == 0 ? "VIP" : "Standard")
          .append(",Company %d,%s\n".formatted(i % 97, i % 20 == 0 ? "no" : "yes"));
    }
    return list.toString();
  }

  /** Returns the least time of the processor that some runs took, in seconds. */
  private static double seconds(int runs, Supplier<Answer> work) {
    double least = Double.MAX_VALUE;
    for (int i = 0; i < runs; i++) {
      long before = THREADS.getCurrentThreadCpuTime();
      Answer answer = work.get();
      assertTrue(answer.status() < 300, answer.text());
      least = Math.min(least, (THREADS.getCurrentThreadCpuTime() - before) / 1e9);
    }
    return least;
  }

  private double menu(Answer preview) {
    return seconds(
        RUNS,
        () -> ask("POST", "previews/" + preview.text("id"), "{\"columns\":{\"Farbe\":\"type\"}}"));
  }

  @Test
  void menuOfALongList_showsItsEffect_inProportionToTheRows() {
    String small = event("Small");
    String large = event("Large");
    imported(small, list(SMALL, ""));
    imported(large, list(LARGE, ""));
    Answer few = read(small, list(SMALL, "x"));
    Answer many = read(large, list(LARGE, "x"));

    double ofFew = menu(few);
    double ofMany = menu(many);

    System.out.printf(
        Locale.ROOT, "a menu: %.3f s of %d, %.3f s of %d%n", ofFew, SMALL, ofMany, LARGE);
    assertTrue(ofMany < QUADRATIC * ofFew, ofFew + " s, then " + ofMany + " s");
  }

  /** The sentences of the issue. */
  @Test
  @Tag("long")
  void longLists_showTheirPreviewAndTheEffectOfAMenu_inTime() {
    String event = event("Gala");
    String whole = list(50_000, "");

    Answer first = timed("a preview of 50,000 rows", 15, () -> read(event, whole));
    assertEquals(50_000L, first.members().get("tickets"));

    String other = event("Fair");
    imported(other, list(5_000, ""));
    Answer preview = read(other, list(5_000, "x"));
    for (String kind : List.of("type", "company", "response")) {
      timed(
          "a menu at 5,000 rows",
          1,
          () ->
              ask(
                  "POST",
                  "previews/" + preview.text("id"),
                  "{\"columns\":{\"Farbe\":\"" + kind + "\"}}"));
    }
  }

  private static Answer timed(String what, double most, Supplier<Answer> work) {
    long before = System.nanoTime();
    long own = THREADS.getCurrentThreadCpuTime();
    Answer answer = work.get();
    double seconds = (System.nanoTime() - before) / 1e9;
    double busy = (THREADS.getCurrentThreadCpuTime() - own) / 1e9;
    System.out.printf(Locale.ROOT, "%s: %.2f s, %.2f s of the processor%n", what, seconds, busy);
    assertTrue(answer.status() < 300, answer.text());
    // What else the machine does is not counted; all of the work is done by this thread.
    assertTrue(busy < most, what + " took " + busy + " s of the processor");
    return answer;
  }
}
