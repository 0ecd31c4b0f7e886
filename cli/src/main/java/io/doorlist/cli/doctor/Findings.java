package io.doorlist.cli.doctor;

import io.doorlist.cli.connection.AwsFault;
import io.doorlist.cli.connection.NoAnswer;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Collects the results of checks. Not thread-safe. */
final class Findings {
  private final List<Result> all = new ArrayList<>();

  /**
   * The result of one check.
   *
   * @param check what was checked
   * @param state ok, wrong, or note. A note says that somebody should look, though nothing is known
   *     to be wrong.
   * @param advice what to do; empty if there is nothing to do
   */
  record Result(String check, String state, String found, String advice) {
    String line() {
      String todo = advice.isEmpty() ? "" : "; " + advice;
      return "%-5s  %s: %s%s".formatted(state, check, found, todo);
    }

    Map<String, Object> members() {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("check", check);
      members.put("state", state);
      members.put("found", found);
      members.put("advice", advice.isEmpty() ? null : advice);
      return members;
    }
  }

  void ok(String check, String found) {
    all.add(new Result(check, "ok", found, ""));
  }

  void note(String check, String found, String advice) {
    all.add(new Result(check, "note", found, advice));
  }

  void wrong(String check, String found, String advice) {
    all.add(new Result(check, "wrong", found, advice));
  }

  /** Records that a check is ok, or otherwise that something is wrong, with advice. */
  void expect(boolean right, String check, String found, String advice) {
    if (right) {
      ok(check, found);
    } else {
      wrong(check, found, advice);
    }
  }

  /**
   * Runs a check. If AWS refuses the check's request, or nobody answers, this records that as the
   * check's result.
   *
   * @param asked the action on AWS that the check needs, as a policy names it
   */
  void look(String check, String asked, Runnable work) {
    try {
      work.run();
    } catch (AwsFault e) {
      if (mayNot(e.code())) {
        note(check, "not looked at: these credentials may not", "allow " + asked);
      } else {
        wrong(check, "not looked at: " + oneLine(e.getMessage()), "see what AWS says there");
      }
    } catch (UncheckedIOException e) {
      NoAnswer none = NoAnswer.of(e, "there");
      wrong(check, none.reason(), none.hint());
    }
  }

  /** Returns whether this error code means that the credentials lack a permission. */
  private static boolean mayNot(String code) {
    return code.toLowerCase(Locale.ROOT).contains("denied")
        || code.equals("AuthorizationError")
        || code.equals("HTTP 403");
  }

  List<Result> all() {
    return List.copyOf(all);
  }

  boolean anyWrong() {
    return all.stream().anyMatch(each -> each.state().equals("wrong"));
  }

  private static String oneLine(String text) {
    return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
