package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Asked.Kind;
import io.doorlist.exactness.history.Roster.Ticket;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Rules for a list with undos. They follow check-ins by id, because a ticket may be let in more
 * than once.
 */
final class UndoRules {
  private static final int GONE = 204;

  private final CheckedHistory history;
  private final Walk walk;
  private final List<Operation> operations;
  private final Map<Long, Life> lives = new TreeMap<>();

  private UndoRules(CheckedHistory history, Walk walk) {
    this.history = history;
    this.walk = walk;
    this.operations =
        history.operations.stream().filter(each -> each.asked().list() == walk.list()).toList();
  }

  private static final class Life {
    private long ticket;
    private long begun = Long.MAX_VALUE;
    private long in = Long.MAX_VALUE;
    private long undoBegun = Long.MAX_VALUE;
    private long undone = Long.MAX_VALUE;
    private Seen look;
  }

  static void check(CheckedHistory history, Walk walk) {
    UndoRules rules = new UndoRules(history, walk);
    rules.learn();
    rules.atTheEnd();
    rules.neverInTwice();
    rules.reads();
  }

  private void broken(HistoryRule rule, String how) {
    history.broken(rule, "list " + walk.list() + ": " + how);
  }

  private Life life(long id) {
    return lives.computeIfAbsent(id, any -> new Life());
  }

  private void learn() {
    for (Operation operation : operations) {
      Asked asked = operation.asked();
      Answer answer = operation.answer();
      if (asked.kind() == Kind.UNDO) {
        Life life = life(Long.parseLong(asked.subject()));
        life.undoBegun = Math.min(life.undoBegun, operation.invoked());
        if (answer.status() == GONE) {
          life.undone = Math.min(life.undone, operation.completed());
        } else if (!answer.unknown()
            && answer.status() != 404
            && !tooLate(operation)
            && !kept(operation)) {
          broken(HistoryRule.EXPECTED_ANSWER, operation.toString());
        }
      } else if (answer.status() == 500) {
        broken(HistoryRule.EXPECTED_ANSWER, operation.toString());
      }
      for (Seen seen : answer.checkins()) {
        Life life = life(seen.id());
        if (life.look != null && !life.look.equals(seen)) {
          broken(HistoryRule.SAME_EVERYWHERE, "check-in " + seen.id() + " is shown in two ways");
        }
        life.look = seen;
        life.ticket = seen.ticket();
        if (answer.created()) {
          life.in = Math.min(life.in, operation.completed());
          life.begun = Math.min(life.begun, history.begun(operation).tick());
        }
      }
    }
  }

  /** Returns whether a scanner was told that it may no longer undo. */
  private static boolean tooLate(Operation undo) {
    return undo.answer().code().equals("undo_not_allowed")
        && !undo.asked().token().equals(Asked.DESK);
  }

  /** Returns whether the check-in must stay. That is so if a device let the ticket in again. */
  private boolean kept(Operation undo) {
    long ticket = life(Long.parseLong(undo.asked().subject())).ticket;
    return undo.answer().code().equals("has_passages")
        && operations.stream()
            .filter(each -> each.asked().offline() && each.invoked() < undo.completed())
            .map(each -> history.roster.byCode(each.asked().subject()))
            .anyMatch(each -> each != null && each.id() == ticket);
  }

  private void atTheEnd() {
    Set<Long> there = new HashSet<>();
    Set<Long> tickets = new HashSet<>();
    for (Seen seen : walk.rows()) {
      there.add(seen.id());
      if (!tickets.add(seen.ticket())) {
        broken(HistoryRule.ONE_WINNER, "ticket " + seen.ticket() + " is in twice");
      }
    }
    if (walk.counted() != walk.rows().size()) {
      broken(
          HistoryRule.FINAL_COUNT, walk.counted() + " counted, " + walk.rows().size() + " walked");
    }
    Set<Long> undone = new HashSet<>(walk.undone());
    if (undone.size() != walk.undone().size()) {
      broken(HistoryRule.UNDONE_GONE, "an undo is on record twice");
    }
    for (long id : undone) {
      if (there.contains(id)) {
        broken(HistoryRule.UNDONE_GONE, "check-in " + id + " is undone and there");
      }
      if (life(id).undoBegun == Long.MAX_VALUE) {
        broken(HistoryRule.UNDONE_GONE, "nobody undid check-in " + id);
      }
    }
    lives.forEach(
        (id, life) -> {
          if (life.undone < Long.MAX_VALUE && !undone.contains(id)) {
            broken(HistoryRule.UNDONE_GONE, "the undo of " + id + " is not kept");
          }
          if (life.look != null && !undone.contains(id) && !there.contains(id)) {
            broken(HistoryRule.SUCCESS_KEPT, "check-in " + id + " has gone");
          }
        });
  }

  /**
   * Checks that a look names no check-in that was undone before. It must not call a ticket
   * admissible that was checked in all the time.
   */
  private void look(Operation look) {
    if (look.answer().seenIn()
        && life(look.answer().checkins().getFirst().id()).undone < look.invoked()) {
      broken(HistoryRule.UNDONE_GONE, "undone before " + look);
    }
    Ticket ticket = history.roster.byCode(look.asked().subject());
    if (look.answer().admissible() && ticket != null) {
      lives.forEach(
          (id, life) -> {
            if (life.look != null
                && life.ticket == ticket.id()
                && life.in < look.invoked()
                && life.undoBegun > look.completed()) {
              broken(HistoryRule.LOOK_TRUE, "check-in " + id + " was there at " + look);
            }
          });
    }
  }

  /**
   * Checks that no ticket has two check-ins at once. It surely has two if the second begins after
   * the first is known, and is known before the undo of the first begins.
   */
  private void neverInTwice() {
    lives.forEach(
        (one, first) ->
            lives.forEach(
                (other, second) -> {
                  if (!one.equals(other)
                      && first.look != null
                      && second.look != null
                      && first.ticket == second.ticket
                      && first.in < second.begun
                      && second.in < first.undoBegun) {
                    broken(
                        HistoryRule.ONE_WINNER,
                        "ticket " + first.ticket + ": " + one + ", " + other);
                  }
                }));
  }

  private void reads() {
    for (Operation read : operations) {
      if (read.asked().kind() == Kind.LOOK) {
        look(read);
      }
      if (read.asked().kind() != Kind.PAGE || read.answer().status() != 200) {
        continue;
      }
      List<Seen> page = read.answer().checkins();
      long offset = (read.asked().page() - 1L) * read.asked().items();
      long size = Math.clamp(read.answer().count() - offset, 0, read.asked().items());
      if (page.size() != size) {
        broken(HistoryRule.PAGE_WHOLE, page.size() + " instead of " + size + " on " + read);
      }
      for (Seen seen : page) {
        if (life(seen.id()).undone < read.invoked()) {
          broken(
              HistoryRule.UNDONE_GONE, "check-in " + seen.id() + " was undone and is on " + read);
        }
      }
    }
  }
}
