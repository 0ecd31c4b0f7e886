package io.doorlist.cli.mailing;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.Interruption;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.mailing.TicketMail.Enclosed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends mails one after the other. Each is sent once, even if the run ends early and is repeated.
 */
public final class Mailing {
  /**
   * If a server does not accept this many mails in a row, or breaks the connection off, it will not
   * accept the others either.
   */
  private static final int MOST_IN_A_ROW = 3;

  private final MailServer server;
  private final MailLog log;
  private final Duration pause;
  private final Interruption interruption;
  private final List<NotTaken> refused = new ArrayList<>();
  private final List<NotTaken> failed = new ArrayList<>();
  private final List<String> unsure = new ArrayList<>();
  private int sent;

  /**
   * Creates a mailing that sends at most this many mails in a minute.
   *
   * @param interruption ends the mailing after the present mail
   */
  public Mailing(MailServer server, MailLog log, int perMinute, Interruption interruption) {
    this.server = server;
    this.log = log;
    this.pause = Duration.ofMinutes(1).dividedBy(perMinute);
    this.interruption = interruption;
  }

  /** Gets the number of mails that are done, after each of them. */
  public interface Listener {
    void at(int done, int of);
  }

  /**
   * A mail that a server did not accept.
   *
   * @param references the references of its tickets
   * @param code the server's code, without its words
   */
  public record NotTaken(List<String> references, String code) {
    /** Returns the mail as a part of a line. */
    String text() {
      return Text.printable(String.join(", ", references)) + " (" + code + ")";
    }
  }

  /**
   * What became of the mails.
   *
   * @param refused mails that the server refused for good because of their address
   * @param failed mails that the next run tries again
   * @param unsure references of tickets whose mail may have gone out
   * @param fault what ended the mailing before the last mail; {@code null} if nothing did
   */
  public record Result(
      int sent, List<NotTaken> refused, List<NotTaken> failed, List<String> unsure, Failure fault) {
    public Result {
      refused = List.copyOf(refused);
      failed = List.copyOf(failed);
      unsure = List.copyOf(unsure);
    }
  }

  /** Sends the mails, until all are sent or something ends the mailing. */
  public Result send(List<TicketMail> mails, Listener told) {
    Failure fault = null;
    try {
      sendAll(mails, told);
    } catch (Failure e) {
      fault = e;
    }
    return new Result(sent, refused, failed, unsure, fault);
  }

  private void sendAll(List<TicketMail> mails, Listener told) {
    server.connect();
    int inARow = 0;
    for (int i = 0; i < mails.size() && !interruption.asked(); i++) {
      long began = System.nanoTime();
      server.connect();
      inARow = send(mails.get(i)) ? 0 : inARow + 1;
      if (inARow == MOST_IN_A_ROW) {
        throw new Failure(
            FailureType.MAILS_NOT_TAKEN,
            "%d mails in a row were not taken, so the others wait. Run it again to go on%s"
                .formatted(MOST_IN_A_ROW, said()));
      }
      told.at(i + 1, mails.size());
      Duration left = pause.minusNanos(System.nanoTime() - began);
      if (i + 1 < mails.size() && left.isPositive()) {
        interruption.pause(left);
      }
    }
  }

  private String said() {
    return failed.isEmpty() ? "" : ": " + failed.getLast().text();
  }

  /**
   * Sends a mail. Returns false if the server did not accept it, and the reason was not the
   * recipient.
   */
  private boolean send(TicketMail mail) {
    long number = log.begin(mail);
    MailServer.Answer answer = server.send(mail);
    List<String> references = mail.tickets().stream().map(Enclosed::reference).toList();
    switch (answer.state()) {
      case SENT -> sent++;
      case REFUSED -> refused.add(new NotTaken(references, answer.code()));
      case OPEN -> failed.add(new NotTaken(references, answer.code()));
      case UNSURE -> {
        unsure.addAll(references);
        server.close();
      }
    }
    if (answer.state() != MailStates.State.UNSURE) {
      log.end(number, mail, answer.state(), answer.reply());
    }
    return answer.state() == MailStates.State.SENT || answer.state() == MailStates.State.REFUSED;
  }
}
