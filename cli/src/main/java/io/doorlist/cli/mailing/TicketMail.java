package io.doorlist.cli.mailing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * A mail with tickets of an order to one address.
 *
 * @param fileName the name of the attached PDF
 * @param pdf makes the PDF when the mail is sent
 */
public record TicketMail(
    String to,
    List<Enclosed> tickets,
    String subject,
    String text,
    String fileName,
    Supplier<byte[]> pdf) {
  public TicketMail {
    tickets = List.copyOf(tickets);
  }

  /** A ticket in a mail. */
  public record Enclosed(long order, long ticket, String reference, String code) {
    private static final int KEY_BYTES = 16;

    /**
     * Returns the key under which the log of mails knows this ticket's code at an address. A new
     * code or a new address gives a new key, so the guest gets a new mail. The key does not reveal
     * the address, because nobody can guess codes.
     */
    String key(String to) {
      try {
        byte[] digest =
            MessageDigest.getInstance("SHA-256")
                .digest(
                    (to.toLowerCase(Locale.ROOT) + "\n" + code).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest, 0, KEY_BYTES);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
