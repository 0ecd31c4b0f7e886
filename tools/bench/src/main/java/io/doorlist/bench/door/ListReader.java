package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Checker;
import io.doorlist.exactness.history.Operation;
import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.history.Walk;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads the lists of an event when nothing changes any more, for the history checker. */
record ListReader(DoorEvent event, Requests requests) {
  private static final int ITEMS = 250;
  private static final int SHOWN = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  interface Requests {
    Answer ask(Asked asked) throws InterruptedException;
  }

  long count(int list) throws InterruptedException {
    return read(Asked.count(list, token())).count();
  }

  Walk walk(int list, long doubles) throws InterruptedException {
    long count = count(list);
    List<Seen> rows = new ArrayList<>();
    for (int page = 1; page <= (count + ITEMS - 1) / ITEMS; page++) {
      rows.addAll(read(Asked.page(list, token(), page, ITEMS)).checkins());
    }
    return new Walk(list, count, rows, List.of(), doubles);
  }

  /**
   * Lets the history checker look at everything that was asked. That a host fails under load is a
   * check of its own.
   */
  void check(Report report, String sentence, List<Operation> operations, List<Walk> walks) {
    BenchCommand.say("checking the history");
    List<Violation> violations = new Checker(event.roster()).check(operations, walks);
    violations.stream().limit(SHOWN).forEach(each -> BenchCommand.say(each.toString()));
    report.check(sentence, violations.stream().allMatch(ListReader::failed));
    report.check("the host never fails", violations.stream().noneMatch(ListReader::failed));
  }

  private static boolean failed(Violation violation) {
    return violation.rule() == Rule.EXPECTED_ANSWER;
  }

  private String token() {
    return event.tokenIds().getFirst();
  }

  /** A busy host answers in the end: units of its partitions come back within a second. */
  private Answer read(Asked asked) throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (true) {
      Answer answer = requests.ask(asked);
      if (answer.status() == 200) {
        return answer;
      }
      if (Instant.now().isAfter(end)) {
        throw new IllegalStateException(answer.status() + " at the end: " + asked.kind());
      }
      Thread.sleep(PAUSE);
    }
  }
}
