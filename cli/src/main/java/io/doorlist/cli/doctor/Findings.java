package io.doorlist.cli.doctor;

import io.doorlist.cli.connection.AwsFault;
import io.doorlist.cli.doctor.Finding.State;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects what checks find. Not thread-safe. */
final class Findings {
  private final List<Finding> all = new ArrayList<>();

  void ok(String check, String found) {
    all.add(new Finding(check, State.OK, found, ""));
  }

  void note(String check, String found, String advice) {
    all.add(new Finding(check, State.NOTE, found, advice));
  }

  void wrong(String check, String found, String advice) {
    all.add(new Finding(check, State.WRONG, found, advice));
  }

  /** Records that it is as it should be, or what is wrong. */
  void expect(boolean right, String check, String found, String advice) {
    if (right) {
      ok(check, found);
    } else {
      wrong(check, found, advice);
    }
  }

  /**
   * Runs a check. If it may not look, or nobody answers, that is what it found.
   *
   * @param asked what it asks of AWS, in the words of a policy
   */
  void look(String check, String asked, Runnable work) {
    try {
      work.run();
    } catch (AwsFault e) {
      boolean forbidden =
          e.code().toLowerCase(Locale.ROOT).contains("denied") || e.code().equals("HTTP 403");
      if (forbidden) {
        note(check, "not looked at: these credentials may not", "allow " + asked);
      } else {
        wrong(check, "not looked at: " + oneLine(e.getMessage()), "see what AWS says there");
      }
    } catch (UncheckedIOException e) {
      wrong(
          check,
          "nothing answers: " + oneLine(e.getCause().getMessage()),
          "check the region and this machine's network");
    }
  }

  List<Finding> all() {
    return List.copyOf(all);
  }

  boolean anyWrong() {
    return all.stream().anyMatch(each -> each.state() == State.WRONG);
  }

  private static String oneLine(String text) {
    return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
