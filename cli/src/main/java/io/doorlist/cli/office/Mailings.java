package io.doorlist.cli.office;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.Interruption;
import io.doorlist.cli.console.WordedProblem;
import io.doorlist.cli.mailing.MailLog;
import io.doorlist.cli.mailing.MailServer;
import io.doorlist.cli.mailing.MailSettings;
import io.doorlist.cli.mailing.Mailing;
import io.doorlist.cli.mailing.TicketMail;
import io.doorlist.cli.tickets.TicketMails;
import io.doorlist.domain.event.Event;
import io.doorlist.table.Table;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Sends tickets by mail as the command does, for one event at a time. It goes on if the page is
 * closed. After a kill it does not go on by itself, because the password is never stored. The log
 * of mails says what is left. Thread-safe.
 */
final class Mailings implements AutoCloseable {
  /** How long the program, when it ends, waits for the mail that is being sent. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Table table;
  private final String account;
  private final Background background = new Background();
  private Run run;

  Mailings(Table table, String account) {
    this.table = table;
    this.account = account;
  }

  /** The mails of an event that are being sent, or were sent. */
  static final class Run {
    private final Event event;
    private final Interruption interruption = new Interruption(PATIENCE);
    private int done;
    private int of;
    private Mailing.Result result;

    private Run(Event event) {
      this.event = event;
    }

    Event event() {
      return event;
    }

    private synchronized void at(int nowDone, int nowOf) {
      done = nowDone;
      of = nowOf;
    }

    private synchronized void end(Mailing.Result last) {
      result = last;
    }

    synchronized int done() {
      return done;
    }

    /** Returns how many mails there are; 0 until that is known. */
    synchronized int of() {
      return of;
    }

    /** Returns the result; empty while mails are being sent. */
    synchronized Optional<Mailing.Result> result() {
      return Optional.ofNullable(result);
    }
  }

  /** Returns the last run since the program started. */
  synchronized Optional<Run> last() {
    return Optional.ofNullable(run);
  }

  /** Returns the run that goes on at present. */
  Optional<Run> running() {
    return last().filter(each -> each.result().isEmpty());
  }

  /**
   * Starts to send an event's tickets to all guests who have not got them yet.
   *
   * @param password {@code null} without a user
   * @throws Failure if mails are being sent already, here or by a command
   */
  synchronized void begin(
      Event event, MailSettings settings, String password, TicketMails.Letter letter) {
    if (running().isPresent()) {
      throw new Failure(
          FailureType.MAILS_RUN, "mails are being sent already: wait until that has ended");
    }
    MailLog log = MailLog.open(account, event.slug(), Clock.systemUTC());
    Run next = new Run(event);
    run = next;
    background.start(
        () -> {
          Mailing.Result result = result(next, log, settings, password, letter);
          // As soon as the result is set, the next run may begin. So the interruption is closed
          // before that.
          next.interruption.close();
          next.end(result);
        });
  }

  private Mailing.Result result(
      Run next, MailLog log, MailSettings settings, String password, TicketMails.Letter letter) {
    try (log;
        MailServer server = settings.server(password)) {
      return send(next, server, log, settings.rate(), letter);
    } catch (RuntimeException e) {
      // The problem's text names no guest, so the page may show it.
      return failed(WordedProblem.of(e));
    }
  }

  private Mailing.Result send(
      Run next, MailServer server, MailLog log, int rate, TicketMails.Letter letter) {
    AccountReader reader = new AccountReader(table, account);
    List<TicketMail> mails = TicketMails.of(reader, next.event, log.states(), letter).mails();
    next.at(0, mails.size());
    return mails.isEmpty()
        ? new Mailing.Result(0, List.of(), List.of(), List.of(), null)
        : new Mailing(server, log, rate, next.interruption).send(mails, next::at);
  }

  private static Mailing.Result failed(WordedProblem problem) {
    Failure fault = new Failure(problem.type(), problem.about(), problem.text());
    return new Mailing.Result(0, List.of(), List.of(), List.of(), fault);
  }

  /** Stops after the present mail. */
  synchronized void stop() {
    running().ifPresent(each -> each.interruption.ask());
  }

  @Override
  public void close() {
    stop();
    background.await();
  }
}
