package io.doorlist.exactness.simulator.actor;

import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.HistoryWriter;
import io.doorlist.exactness.history.Tick;
import io.doorlist.exactness.simulator.evening.Instance;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A device at a door: it sends requests, waits, and retries, as its user and network make it. */
public record SimulatedPhone(int number, Run run, SplittableRandom random) {
  private static final int MAX_TRIES = 4;
  private static final List<Duration> LATER =
      List.of(
          Duration.ofSeconds(20),
          Duration.ofMinutes(11),
          Duration.ofHours(25),
          Duration.ofDays(400));

  /** Sends one wish after the other; several scans are sent together. */
  public void use(List<List<Asked>> wishes) {
    for (List<Asked> wish : wishes) {
      boolean writes = wish.getFirst().writes();
      run.scheduler.sleep(Duration.ofMillis(random.nextInt(run.paceMillis)));
      if (writes && random.nextInt(4) == 0) {
        run.scheduler.start(
            Duration.ofMillis(random.nextInt(8)), () -> insist(wish, random.split()));
      }
      insist(wish, random);
      if (writes && random.nextInt(6) == 0) {
        Duration later = LATER.get(random.nextInt(LATER.size()));
        run.scheduler.start(later, () -> insist(wish, random.split()));
      }
    }
  }

  /** Retries until everything has an answer, or until patience ends. */
  private void insist(List<Asked> wishes, SplittableRandom own) {
    List<Asked> open = new ArrayList<>(wishes);
    for (int tries = 0; tries < MAX_TRIES && !open.isEmpty(); tries++) {
      boolean batch = wishes.size() > 1 && tries < MAX_TRIES - 1;
      List<Asked> asked = List.copyOf(batch ? open : open.subList(0, 1));
      List<Answer> answers = ask(asked, batch, own);
      for (int i = 0; i < asked.size(); i++) {
        if (!answers.get(i).unknown()) {
          open.remove(asked.get(i));
          undo(asked.get(i), answers.get(i), own);
        }
      }
      if (!open.isEmpty()) {
        run.scheduler.sleep(Duration.ofMillis(1 + own.nextInt(3000)));
      }
    }
  }

  /**
   * If there is a desk, sometimes undoes the last check-in, and occasionally twice, or at a list
   * that the check-in does not belong to.
   */
  private void undo(Asked wish, Answer answer, SplittableRandom own) {
    if (!run.desk || !answer.created() || own.nextInt(3) == 0) {
      return;
    }
    Answer.Seen any = answer.checkins().get(own.nextInt(answer.checkins().size()));
    Asked undo = Asked.undo(wish.list(), any.id(), Asked.DESK);
    int times = own.nextInt(4) == 0 ? 2 : 1;
    for (int i = 0; i < times; i++) {
      Duration later = Duration.ofMillis(own.nextInt(own.nextInt(5) == 0 ? 20_000 : 60));
      SplittableRandom other = own.split();
      run.scheduler.start(later, () -> insist(List.of(undo), other));
    }
    SplittableRandom stray = new SplittableRandom(any.id());
    if (stray.nextBoolean()) {
      long elsewhere =
          wish.list() == SimulatedEvent.MAIN ? SimulatedEvent.EVERYONE : SimulatedEvent.MAIN;
      Asked wrong = Asked.undo(elsewhere, any.id(), Asked.DESK);
      run.scheduler.start(
          Duration.ofMillis(stray.nextInt(5_000)), () -> insist(List.of(wrong), stray));
    }
  }

  private List<Answer> ask(List<Asked> wishes, boolean batch, SplittableRandom own) {
    Instance instance = run.instance(own);
    HistoryWriter recorder = run.recorder;
    List<Answer> arrived = new ArrayList<>(wishes.size());
    Scheduler scheduler = run.scheduler;
    boolean deaf = own.nextInt(20) == 0;
    Instant patience = scheduler.now().plusMillis(2_000 + own.nextInt(13_000));

    Tick begun = recorder.now();
    run.say("phone " + number + " asks " + wishes);
    Scheduler.Fiber waiting = scheduler.current();
    scheduler.start(
        Duration.ofMillis(own.nextInt(4)),
        () -> {
          arrived.addAll(run.serve(instance, wishes, batch));
          scheduler.sleep(Duration.ofMillis(1));
          scheduler.wake(waiting);
        });
    while (arrived.isEmpty() && scheduler.now().isBefore(patience)) {
      scheduler.sleep(Duration.between(scheduler.now(), patience));
    }
    List<Answer> answers = arrived.isEmpty() || deaf ? Run.none(wishes) : List.copyOf(arrived);
    for (int i = 0; i < wishes.size(); i++) {
      recorder.ended(number, wishes.get(i), begun, answers.get(i));
    }
    run.say("phone " + number + " hears " + answers);
    return answers;
  }
}
