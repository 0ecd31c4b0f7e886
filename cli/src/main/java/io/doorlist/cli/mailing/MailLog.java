package io.doorlist.cli.mailing;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.OwnersFile;
import io.doorlist.cli.mailing.MailStates.State;
import io.doorlist.cli.mailing.TicketMail.Enclosed;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The log of mails that this machine sent for an event. A later run reads it and goes on. Before a
 * mail goes out, a line is written to the disk, and a second one after the server's answer. If the
 * second line is missing, nobody knows whether the mail went out. The file always has the same
 * path, so {@code forget} finds it. Only its owner may read it.
 */
public final class MailLog implements AutoCloseable {
  private static final String STATE = "XDG_STATE_HOME";
  private static final String LINES = ".ndjson";

  /**
   * A ticket in a mail that went out, or that this machine tried to send.
   *
   * @param to the address; {@code null} after it was forgotten
   */
  public record Line(long order, long ticket, String to) {}

  private final Path file;
  private final Clock clock;
  private final FileChannel lock;
  private final FileChannel channel;
  private final MailStates states;

  private MailLog(Path file, Clock clock, FileChannel lock) throws IOException {
    this.file = file;
    this.clock = clock;
    this.lock = lock;
    OwnersFile.prepare(file);
    channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    states = new MailStates(read(file));
    // A power failure may have left a part of a line.
    channel.truncate(wholeLines(file));
    channel.position(channel.size());
  }

  /** Opens the log of an event. Fails if somebody is sending the event's tickets now. */
  public static MailLog open(String account, String event, Clock clock) {
    Path file = folder(account).resolve(event + LINES);
    try {
      FileChannel lock = lock(file);
      try {
        return new MailLog(file, clock, lock);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new Failure(
          FailureType.CANNOT_WRITE, file.toString(), "cannot use the log of mails, " + file, e);
    }
  }

  private static FileChannel lock(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    FileChannel lock =
        FileChannel.open(
            file.resolveSibling(file.getFileName() + ".lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    try {
      if (lock.tryLock() != null) {
        return lock;
      }
    } catch (OverlappingFileLockException e) {
      // Another thread of this process has the lock.
    }
    lock.close();
    throw new Failure(
        FailureType.MAILS_RUN, "tickets of this event are being sent: wait until that has ended");
  }

  private static Path folder(String account) {
    String state = System.getProperty(STATE, System.getenv(STATE));
    Path home =
        state == null || state.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(state);
    return home.resolve("doorlist").resolve("mail").resolve(account);
  }

  public Path file() {
    return file;
  }

  /** Returns which tickets were sent so far. */
  public MailStates states() {
    return states;
  }

  /** Returns which tickets of an event were sent, even while somebody is sending them. */
  public static MailStates statesOf(String account, String event) {
    Path file = folder(account).resolve(event + LINES);
    try {
      return new MailStates(Files.exists(file) ? read(file) : List.of());
    } catch (IOException e) {
      throw new Failure(FailureType.CANNOT_READ, file.toString(), "cannot read " + file, e);
    }
  }

  /** Writes to the disk that a mail is about to go out, and returns its number. */
  long begin(TicketMail mail) {
    long number = states.next();
    Map<String, Object> line = line(number, State.UNSURE);
    line.put("to", mail.to());
    List<Map<String, Object>> tickets = new ArrayList<>();
    for (Enclosed each : mail.tickets()) {
      Map<String, Object> ticket = new LinkedHashMap<>();
      ticket.put("order", each.order());
      ticket.put("ticket", each.ticket());
      ticket.put("reference", each.reference());
      ticket.put("key", each.key(mail.to()));
      tickets.add(ticket);
    }
    line.put("tickets", tickets);
    append(line);
    states.put(mail, State.UNSURE);
    return number;
  }

  /**
   * Writes to the disk what became of a mail.
   *
   * @param reply the server's words; {@code null} if there are none
   */
  void end(long number, TicketMail mail, State state, String reply) {
    Map<String, Object> line = line(number, state);
    line.put("reply", reply);
    append(line);
    states.put(mail, state);
  }

  private Map<String, Object> line(long number, State state) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("mail", number);
    line.put("at", clock.instant().toString());
    line.put("state", state.name());
    return line;
  }

  private void append(Map<String, Object> line) {
    try {
      ByteBuffer bytes =
          ByteBuffer.wrap((Json.writeValue(line) + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(false);
    } catch (IOException e) {
      throw new Failure(
          FailureType.CANNOT_WRITE,
          file.toString(),
          "nothing more is sent: cannot write " + file,
          e);
    }
  }

  /** Fails if somebody is sending tickets of these events now. */
  public static void checkFree(String account, List<String> events) {
    for (String event : events) {
      Path file = folder(account).resolve(event + LINES);
      try {
        if (Files.exists(file)) {
          lock(file).close();
        }
      } catch (IOException e) {
        throw new Failure(
            FailureType.CANNOT_WRITE, file.toString(), "cannot use the log of mails, " + file, e);
      }
    }
  }

  /**
   * Erases addresses, and what servers said of them, from this machine's logs of an account.
   *
   * @return from how many mails addresses were erased
   */
  public static int forget(String account, List<String> events, boolean dryRun, Erased whom) {
    return events.stream()
        .map(
            event ->
                forget(
                    folder(account).resolve(event + LINES), dryRun, line -> whom.is(event, line)))
        .mapToInt(Integer::intValue)
        .sum();
  }

  /** Returns the lines of this machine's logs that {@code forget} would change. */
  public static List<Map<String, Object>> show(String account, List<String> events, Erased whom) {
    List<Map<String, Object>> found = new ArrayList<>();
    for (String event : events) {
      Path file = folder(account).resolve(event + LINES);
      try {
        if (Files.exists(file)) {
          read(file).stream()
              .filter(line -> line.get("to") != null && isOf(line, each -> whom.is(event, each)))
              .forEach(found::add);
        }
      } catch (IOException e) {
        throw new Failure(FailureType.CANNOT_READ, file.toString(), "cannot read " + file, e);
      }
    }
    return found;
  }

  /** Says whose data is erased. */
  public interface Erased {
    boolean is(String event, Line line);
  }

  private static int forget(Path file, boolean dryRun, Predicate<Line> whom) {
    if (Files.notExists(file)) {
      return 0;
    }
    try {
      FileChannel held = lock(file);
      try {
        return erase(file, dryRun, whom);
      } finally {
        held.close();
      }
    } catch (IOException e) {
      throw new Failure(
          FailureType.CANNOT_WRITE, file.toString(), "cannot erase addresses from " + file, e);
    }
  }

  private static int erase(Path file, boolean dryRun, Predicate<Line> whom) throws IOException {
    List<Map<String, Object>> lines = read(file);
    Set<Long> erased = new HashSet<>();
    for (Map<String, Object> line : lines) {
      if (line.get("to") != null && isOf(line, whom)) {
        line.put("to", null);
        erased.add(MailStates.number(line.get("mail")));
      }
      if (erased.contains(MailStates.number(line.get("mail")))) {
        line.replace("reply", null);
      }
    }
    if (!erased.isEmpty() && !dryRun) {
      replace(file, lines);
    }
    return erased.size();
  }

  private static boolean isOf(Map<String, Object> line, Predicate<Line> whom) {
    String to = (String) line.get("to");
    return MailStates.tickets(line).stream()
        .map(
            each ->
                new Line(
                    MailStates.number(each.get("order")),
                    MailStates.number(each.get("ticket")),
                    to))
        .anyMatch(whom);
  }

  private static void replace(Path file, List<Map<String, Object>> lines) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    OwnersFile.prepare(fresh);
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(Json.writeValue(line)).append('\n'));
    try (FileChannel channel =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static List<Map<String, Object>> read(Path file) throws IOException {
    List<Map<String, Object>> lines = new ArrayList<>();
    byte[] all = Files.readAllBytes(file);
    String whole = new String(all, 0, (int) wholeLines(file), StandardCharsets.UTF_8);
    for (String line : whole.lines().toList()) {
      try {
        lines.add(new LinkedHashMap<>(Json.readObject(line)));
      } catch (MalformedJsonException e) {
        throw new Failure(
            FailureType.CANNOT_READ,
            file.toString(),
            "line %d of the log of mails is damaged: %s".formatted(lines.size() + 1, file),
            e);
      }
    }
    return lines;
  }

  private static long wholeLines(Path file) throws IOException {
    byte[] all = Files.readAllBytes(file);
    int end = all.length;
    while (end > 0 && all[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  @Override
  public void close() {
    try (lock;
        channel) {
      channel.force(true);
    } catch (IOException e) {
      throw new Failure(FailureType.CANNOT_WRITE, file.toString(), "cannot write " + file, e);
    }
  }
}
