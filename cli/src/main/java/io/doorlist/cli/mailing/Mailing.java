package io.doorlist.cli.mailing;

import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Interruption;
import io.doorlist.cli.console.StatusLine;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.mailing.TicketMail.Enclosed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Sends mails one after the other, each once, whatever ends it. */
public final class Mailing {
  /** So many mails in a row that a server does not take, or drops, mean that it takes none. */
  private static final int MOST_IN_A_ROW = 3;

  private static final Duration PRINT = Duration.ofSeconds(10);

  private final MailServer server;
  private final MailLog log;
  private final Console console;
  private final StatusLine status;
  private final Duration pause;
  private final List<String> refused = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();
  private final List<String> unsure = new ArrayList<>();
  private long sent;

  /** Creates one that sends at most so many mails a minute. */
  public Mailing(MailServer server, MailLog log, Console console, int perMinute) {
    this.server = server;
    this.log = log;
    this.console = console;
    this.status = new StatusLine(console);
    this.pause = Duration.ofMinutes(1).dividedBy(perMinute);
  }

  /**
   * Sends these mails; returns whether all were taken. Ctrl-C ends it after the one that is sent.
   */
  public boolean send(List<TicketMail> mails) {
    server.connect();
    int inARow = 0;
    long printed = System.nanoTime();
    try (Interruption interruption = new Interruption(Duration.ofMinutes(1))) {
      for (int i = 0; i < mails.size() && !interruption.asked(); i++) {
        long began = System.nanoTime();
        server.connect();
        inARow = send(mails.get(i)) ? 0 : inARow + 1;
        if (inARow == MOST_IN_A_ROW) {
          throw new Failure(
              "%d mails in a row were not taken, so the others wait. Run it again to go on%s"
                  .formatted(MOST_IN_A_ROW, said()));
        }
        printed = progress(i + 1, mails.size(), printed);
        Duration left = pause.minusNanos(System.nanoTime() - began);
        if (i + 1 < mails.size() && left.isPositive()) {
          interruption.pause(left);
        }
      }
    } finally {
      status.clear();
      summary().forEach(console::message);
    }
    return refused.isEmpty() && failed.isEmpty() && unsure.isEmpty() && sent == mails.size();
  }

  private String said() {
    return failed.isEmpty() ? "" : ": " + failed.getLast();
  }

  /** Returns false if the server took none of it, and not because of its recipient. */
  private boolean send(TicketMail mail) {
    long number = log.begin(mail);
    MailServer.Answer answer = server.send(mail);
    String named = references(mail.tickets());
    switch (answer.state()) {
      case SENT -> sent++;
      case REFUSED -> refused.add(named + " (" + answer.code() + ")");
      case OPEN -> failed.add(named + " (" + answer.code() + ")");
      case UNSURE -> {
        unsure.add(named);
        server.close();
      }
    }
    if (answer.state() != MailLog.State.UNSURE) {
      log.end(number, mail, answer.state(), answer.reply());
    }
    return answer.state() == MailLog.State.SENT || answer.state() == MailLog.State.REFUSED;
  }

  private long progress(int done, int all, long printed) {
    String line = "%,d of %s".formatted(done, Text.count(all, "mail"));
    if (status.visible()) {
      status.draw(line);
    } else if (System.nanoTime() - printed > PRINT.toNanos()) {
      console.message(line);
      return System.nanoTime();
    }
    return printed;
  }

  private List<String> summary() {
    List<String> lines = new ArrayList<>();
    lines.add(Text.count(sent, "mail") + " sent");
    if (!refused.isEmpty()) {
      lines.add("refused: " + String.join(", ", refused) + "; " + log.file() + " says why");
    }
    if (!failed.isEmpty()) {
      lines.add("not taken, and tried again by the next run: " + String.join(", ", failed));
    }
    if (!unsure.isEmpty()) {
      lines.add(unsure(unsure));
    }
    return lines;
  }

  /** Returns what to say of tickets whose mail may have gone out. */
  public static String unsure(List<String> references) {
    return "may have been sent or not: "
        + String.join(", ", references)
        + ". Ask them, or send it again with --resend REFERENCE";
  }

  static String references(List<Enclosed> tickets) {
    return tickets.stream()
        .map(Enclosed::reference)
        .map(Text::printable)
        .collect(Collectors.joining(", "));
  }
}
