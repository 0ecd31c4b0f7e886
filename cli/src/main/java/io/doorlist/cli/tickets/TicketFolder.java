package io.doorlist.cli.tickets;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.OwnersFile;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.mailing.MailServer;
import io.doorlist.cli.mailing.TicketMail;
import io.doorlist.cli.reporting.SpreadsheetRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder for tickets. It gets a PDF for each ticket with a list for mail merge, or else mails as
 * files. Only the owner of the files can read them.
 */
final class TicketFolder {
  private static final String LIST = "mail-merge.csv";
  private static final List<String> COLUMNS = List.of("name", "email", "file", "code");

  /**
   * Characters that are replaced in file names, because some operating systems do not allow them.
   */
  private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._-]+");

  private static final int MAX_NAME = 60;

  private final Path folder;

  private TicketFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Creates the folder. Fails if it has files already, because tickets of an earlier run may be
   * void by now.
   */
  static TicketFolder create(Path folder) {
    try {
      Files.createDirectories(folder);
      try (Stream<Path> content = Files.list(folder)) {
        if (content.findAny().isPresent()) {
          throw new Failure(folder + " is not empty: name a new folder");
        }
      }
      return new TicketFolder(folder);
    } catch (IOException e) {
      throw new Failure("cannot make the folder " + folder, e);
    }
  }

  void write(String name, byte[] content) {
    Path file = folder.resolve(name);
    try {
      OwnersFile.prepare(file);
      Files.write(file, content);
    } catch (IOException e) {
      throw new Failure("cannot write " + file, e);
    }
  }

  void writeAll(List<PrintedTicket> tickets, TicketPdf pdf) {
    Map<PrintedTicket, String> names = names(tickets);
    tickets.forEach(ticket -> write(names.get(ticket), pdf.of(List.of(ticket))));
    Path list = folder.resolve(LIST);
    try {
      OwnersFile.prepare(list);
      try (PrintWriter writer = new PrintWriter(list.toFile(), StandardCharsets.UTF_8)) {
        SpreadsheetRows rows = SpreadsheetRows.begin(writer, ',', ZoneOffset.UTC, COLUMNS);
        tickets.forEach(ticket -> rows.write(row(ticket, names.get(ticket))));
        if (writer.checkError()) {
          throw new Failure("cannot write " + list);
        }
      }
    } catch (IOException e) {
      throw new Failure("cannot write " + list, e);
    }
  }

  /**
   * Writes mails as files. If the address of a mail is not valid, the mail is left out, and the
   * result has the reference of its first ticket.
   */
  List<String> writeMails(List<TicketMail> mails, MailServer server) {
    List<String> without = new ArrayList<>();
    for (TicketMail mail : mails) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      try {
        if (!server.write(mail, content)) {
          without.add(Text.printable(mail.tickets().getFirst().reference()));
          continue;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      String name = mail.fileName().replaceFirst("[.]pdf$", "");
      write("%s-%d.eml".formatted(name, mail.tickets().getFirst().ticket()), content.toByteArray());
    }
    return without;
  }

  private static Map<String, Object> row(PrintedTicket ticket, String file) {
    Map<String, Object> row = new HashMap<>();
    row.put("name", ticket.holder());
    row.put("email", ticket.email());
    row.put("file", file);
    row.put("code", ticket.code());
    return row;
  }

  /**
   * Returns a file name for each ticket. The names differ even where capital and small letters
   * count as the same.
   */
  private static Map<PrintedTicket, String> names(List<PrintedTicket> tickets) {
    Map<PrintedTicket, String> names = new HashMap<>();
    Set<String> taken = new HashSet<>();
    for (PrintedTicket ticket : tickets) {
      String name = name(ticket.reference());
      while (!taken.add(name.toLowerCase(Locale.ROOT))) {
        name += "-" + ticket.id();
      }
      names.put(ticket, name + ".pdf");
    }
    return names;
  }

  /**
   * Returns the file name of a ticket without its ending. It begins with {@code ticket-}, so no
   * operating system reserves it.
   */
  static String name(String reference) {
    String safe = UNSAFE.matcher(reference).replaceAll("_");
    return "ticket-" + safe.substring(0, Math.min(safe.length(), MAX_NAME));
  }
}
