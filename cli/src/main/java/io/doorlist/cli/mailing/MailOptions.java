package io.doorlist.cli.mailing;

import io.doorlist.cli.console.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options for how mails are sent, and by whom. */
public final class MailOptions {
  private static final String PASSWORD = "SMTP_PASSWORD";

  @Option(
      names = "--mail",
      description =
          "Send each guest a mail with a PDF, once. It goes on where it was after a kill. Whose mail"
              + " may have gone out or not is named, and gets none without --resend.")
  private boolean mail;

  @Option(names = "--smtp-host", paramLabel = "HOST", description = "Your SMTP server.")
  private String host;

  @Option(
      names = "--smtp-port",
      paramLabel = "PORT",
      defaultValue = "" + MailSettings.PORT,
      description = "Its port: 587 with STARTTLS (default), or 465 with TLS from the start.")
  private int port;

  @Option(
      names = "--smtp-user",
      paramLabel = "USER",
      description = "Your account there; its password is in " + PASSWORD + ", or in a file.")
  private String user;

  @Option(
      names = "--smtp-password-file",
      paramLabel = "FILE",
      description = "A file with the password, instead of " + PASSWORD + ".")
  private Path passwordFile;

  @Option(
      names = "--from",
      paramLabel = "ADDRESS",
      description = "The sender, such as 'Gala <tickets@example.org>'.")
  private String from;

  @Option(
      names = "--subject",
      paramLabel = "TEXT",
      description = "The subject (default: the event's title).")
  private String subject;

  @Option(
      names = "--text",
      paramLabel = "FILE",
      description = "A file with what the mail says above the ticket.")
  private Path text;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "" + MailSettings.RATE,
      description = "How many mails are sent a minute at most (default: 60).")
  private int rate;

  @Option(
      names = "--resend",
      paramLabel = "REFERENCE",
      split = ",",
      description = "Send this ticket's mail again, whatever became of it.")
  private List<String> resend = List.of();

  @Option(
      names = "--dry-run",
      description = "Send nothing: write each mail as an .eml file into the folder of --each.")
  private boolean dryRun;

  public boolean asked() {
    return mail;
  }

  public boolean dryRun() {
    return dryRun;
  }

  public MailSettings settings() {
    return new MailSettings(host, port, user, from, rate);
  }

  public List<String> resend() {
    return resend;
  }

  /** Returns what is wrong with the options; {@code null} if nothing is. */
  public String fault() {
    if (!mail) {
      boolean others =
          dryRun
              || !resend.isEmpty()
              || Stream.of(host, user, passwordFile, from, subject, text)
                  .anyMatch(each -> each != null);
      return others
          ? "--dry-run, --resend, --from, --subject, --text and --smtp-... go with --mail"
          : null;
    }
    if (from == null || host == null && !dryRun) {
      return "--mail needs --from and --smtp-host";
    }
    if (!settings().hasPossibleNumbers()) {
      return "--rate is at least 1, and --smtp-port the number of a port";
    }
    if (passwordFile != null && user == null) {
      return "--smtp-password-file goes with --smtp-user";
    }
    return settings().hasSender() ? null : "--from is not an e-mail address";
  }

  public MailServer server() {
    return settings().server(dryRun || user == null ? null : password());
  }

  private String password() {
    try {
      String password =
          passwordFile == null ? System.getenv(PASSWORD) : Files.readString(passwordFile);
      if (password != null && !password.strip().isEmpty()) {
        return password.strip();
      }
    } catch (IOException e) {
      throw new Failure("cannot read " + passwordFile, e);
    }
    throw new Failure(
        passwordFile == null
            ? "there is no password: put it into "
                + PASSWORD
                + ", or into a file that"
                + " --smtp-password-file names"
            : passwordFile + " has no password in it");
  }

  /** Returns the subject; {@code null} for the event's title. */
  public String subject() {
    return subject;
  }

  /** Returns the text above the ticket; empty if there is none. */
  public String above() {
    try {
      return text == null ? "" : Files.readString(text);
    } catch (IOException e) {
      throw new Failure("cannot read " + text + " as text in UTF-8", e);
    }
  }
}
