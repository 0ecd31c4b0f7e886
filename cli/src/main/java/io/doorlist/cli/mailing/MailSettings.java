package io.doorlist.cli.mailing;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Says through which server mails go out, and from whom. The password is not among these settings,
 * because it is never stored.
 *
 * @param host {@code null} if no mails go out
 * @param user {@code null} if the server asks for none
 * @param from the sender, such as {@code Gala <tickets@example.org>}
 * @param rate the most mails that go out in a minute
 */
public record MailSettings(String host, int port, String user, String from, int rate) {
  /** The usual port, which uses STARTTLS. */
  public static final int PORT = 587;

  public static final int RATE = 60;

  private static final int MAX_PORT = 65_535;
  private static final int MAX_RATE = 60_000;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  public boolean hasPossibleNumbers() {
    return rate >= 1 && rate <= MAX_RATE && port >= 1 && port <= MAX_PORT;
  }

  /** Returns whether the sender is one e-mail address, with or without a name. */
  public boolean hasSender() {
    return sender() != null;
  }

  private InternetAddress sender() {
    try {
      InternetAddress[] all = InternetAddress.parse(from, true);
      if (all.length != 1 || !all[0].getAddress().contains("@")) {
        return null;
      }
      // The sender's name may be in any script, so it gets an encoding.
      all[0].setPersonal(all[0].getPersonal(), StandardCharsets.UTF_8.name());
      return all[0];
    } catch (AddressException | UnsupportedEncodingException e) {
      return null;
    }
  }

  /**
   * Returns the server. It is not connected yet.
   *
   * @param password {@code null} without a user, or if no mails go out
   */
  public MailServer server(String password) {
    return new MailServer(new MailServer.Account(host, port, user, password, sender(), PATIENCE));
  }
}
