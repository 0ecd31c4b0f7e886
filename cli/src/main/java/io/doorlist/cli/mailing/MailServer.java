package io.doorlist.cli.mailing;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import jakarta.activation.DataHandler;
import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Date;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;

/**
 * An organiser's account at an SMTP server. The server's certificate is checked. Without TLS,
 * neither the password nor a mail is sent to another machine.
 */
public final class MailServer implements AutoCloseable {
  /** The port where TLS begins at once. On other ports it begins with STARTTLS. */
  private static final int TLS_PORT = 465;

  private static final Pattern ENHANCED = Pattern.compile("\\b[245]\\.\\d{1,3}\\.\\d{1,3}\\b");

  /**
   * An account.
   *
   * @param user {@code null} if the server asks for none
   * @param password {@code null} without a user
   * @param patience how long to wait for an answer
   */
  public record Account(
      String host,
      int port,
      String user,
      String password,
      InternetAddress from,
      Duration patience) {
    /**
     * Returns only the address, because the text that a record has by default would contain the
     * password.
     */
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /**
   * What became of a mail.
   *
   * @param reply the server's answer, which contains the address, so it goes only into the log of
   *     mails
   * @param code the code of the answer, without its words, such as {@code 550 5.1.1}
   */
  record Answer(MailStates.State state, String reply, String code) {}

  private final Account account;
  private final Session session;
  private Transport transport;

  public MailServer(Account account) {
    this.account = account;
    this.session = session(account);
  }

  private static Session session(Account account) {
    String patience = Long.toString(account.patience.toMillis());
    boolean atOnce = account.port == TLS_PORT;
    Properties settings = new Properties();
    settings.put("mail.smtp.host", account.host);
    settings.put("mail.smtp.port", Integer.toString(account.port));
    settings.put("mail.smtp.connectiontimeout", patience);
    settings.put("mail.smtp.timeout", patience);
    settings.put("mail.smtp.writetimeout", patience);
    settings.put("mail.smtp.auth", Boolean.toString(account.user != null));
    settings.put("mail.smtp.ssl.enable", Boolean.toString(atOnce));
    settings.put("mail.smtp.ssl.checkserveridentity", "true");
    settings.put("mail.smtp.starttls.enable", Boolean.toString(!atOnce));
    settings.put(
        "mail.smtp.starttls.required", Boolean.toString(!atOnce && !isThisMachine(account.host)));
    settings.put("mail.smtp.quitwait", "false");
    // By default, every mail contains the names of the laptop and of its user.
    settings.put("mail.smtp.localhost", "localhost");
    settings.put("mail.from", account.from.getAddress());
    return Session.getInstance(settings);
  }

  private static boolean isThisMachine(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Connects, unless there is a connection. Fails with a message that people understand. */
  public void connect() {
    if (transport != null && transport.isConnected()) {
      return;
    }
    close();
    try {
      transport = session.getTransport("smtp");
      transport.connect(account.user, account.password);
    } catch (AuthenticationFailedException e) {
      throw new Failure(
          FailureType.MAIL_LOGIN,
          account.toString(),
          account + " rejects the user or the password",
          e);
    } catch (MessagingException e) {
      throw whyNot(e);
    }
  }

  private Failure whyNot(MessagingException fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException) {
        return failure(
            FailureType.MAIL_NOT_SAFE,
            " has no certificate for this name that this machine trusts, so nothing is sent there",
            fault);
      }
      if (cause instanceof SocketTimeoutException) {
        String late = " does not answer within " + account.patience.toSeconds() + " s";
        return failure(FailureType.MAIL_SILENT, late, fault);
      }
      if (cause instanceof UnknownHostException) {
        return new Failure(
            FailureType.MAIL_SILENT, account.host, "there is no host " + account.host, fault);
      }
      if (cause.getMessage() != null && cause.getMessage().startsWith("STARTTLS is required")) {
        return failure(
            FailureType.MAIL_NOT_SAFE, " offers no TLS, and nothing is sent without it", fault);
      }
    }
    return new Failure(
        FailureType.MAIL_SILENT,
        account.toString(),
        "cannot talk to " + account + ", or it ends the connection",
        fault);
  }

  private Failure failure(FailureType type, String what, MessagingException fault) {
    return new Failure(type, account.toString(), account + what, fault);
  }

  /**
   * Sends a mail over the connection. If nobody knows whether it went out, the result is {@code
   * UNSURE}.
   */
  Answer send(TicketMail mail) {
    MimeMessage message;
    try {
      message = message(mail);
    } catch (AddressException e) {
      return new Answer(MailStates.State.REFUSED, "not an e-mail address", "not an e-mail address");
    } catch (MessagingException e) {
      throw new IllegalStateException("a mail cannot be made", e);
    }
    try {
      transport.sendMessage(message, message.getRecipients(Message.RecipientType.TO));
      return new Answer(MailStates.State.SENT, null, null);
    } catch (MessagingException e) {
      return answer(e);
    }
  }

  private static Answer answer(MessagingException fault) {
    for (Exception each = fault;
        each instanceof MessagingException next;
        each = next.getNextException()) {
      if (each instanceof SMTPAddressFailedException refused) {
        return answer(refused.getReturnCode(), refused.getMessage(), MailStates.State.REFUSED);
      }
    }
    return switch (fault) {
      case SMTPSenderFailedException sender ->
          answer(sender.getReturnCode(), sender.getMessage(), MailStates.State.OPEN);
      case SMTPSendFailedException refused ->
          answer(refused.getReturnCode(), refused.getMessage(), MailStates.State.OPEN);
      default -> new Answer(MailStates.State.UNSURE, fault.getMessage(), null);
    };
  }

  /**
   * Returns the result for an SMTP status. Below 400, the server has not answered, so nobody knows
   * whether the mail went out. From 400 to 499, the server may accept the mail later.
   */
  private static Answer answer(int status, String reply, MailStates.State ifForGood) {
    if (status < 400) {
      return new Answer(MailStates.State.UNSURE, reply, null);
    }
    Matcher enhanced = ENHANCED.matcher(reply);
    String code = enhanced.find() ? status + " " + enhanced.group() : Integer.toString(status);
    return new Answer(status < 500 ? MailStates.State.OPEN : ifForGood, reply, code);
  }

  /**
   * Returns a recipient's address. A name without an {@code @} is refused, because it would mean a
   * user of this machine.
   */
  private static InternetAddress recipient(String to) throws AddressException {
    if (!to.contains("@")) {
      throw new AddressException("not an e-mail address");
    }
    return new InternetAddress(to.strip(), true);
  }

  private MimeMessage message(TicketMail mail) throws MessagingException {
    MimeMessage message = new MimeMessage(session);
    message.setFrom(account.from);
    message.setRecipients(Message.RecipientType.TO, new Address[] {recipient(mail.to())});
    message.setSubject(mail.subject(), StandardCharsets.UTF_8.name());
    message.setSentDate(new Date());
    MimeBodyPart text = new MimeBodyPart();
    text.setText(mail.text(), StandardCharsets.UTF_8.name());
    MimeBodyPart pdf = new MimeBodyPart();
    pdf.setDataHandler(
        new DataHandler(new ByteArrayDataSource(mail.pdf().get(), "application/pdf")));
    pdf.setFileName(mail.fileName());
    message.setContent(new MimeMultipart(text, pdf));
    message.saveChanges();
    return message;
  }

  /**
   * Writes a mail as a file in the format of RFC 822. Returns false if its address is not valid.
   */
  public boolean write(TicketMail mail, OutputStream file) throws IOException {
    try {
      message(mail).writeTo(file);
      return true;
    } catch (AddressException e) {
      return false;
    } catch (MessagingException e) {
      throw new IllegalStateException("a mail cannot be made", e);
    }
  }

  @Override
  public void close() {
    if (transport != null) {
      try {
        transport.close();
      } catch (MessagingException e) {
        // It does not matter that the connection cannot be closed: the result of every mail is
        // decided already.
      }
      transport = null;
    }
  }
}
