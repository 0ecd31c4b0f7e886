package io.doorlist.table.socket;

import java.net.ProtocolException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The line with which a host, a running {@code doorlist up}, answers the first line of a command.
 * Both lines keep their form in all versions, so that either side can recognize another version.
 *
 * @param version the version of the messages that follow
 * @param state whether the host accepts messages
 * @param host identifies the host's process, so that a command notices if another process has
 *     replaced it; empty unless the state is open
 */
record Greeting(int version, State state, String host) {
  /** Changes whenever the messages of {@link MessageWriter} change. */
  static final int VERSION = 1;

  /** The most bytes of a line. */
  static final int MOST_BYTES = 200;

  private static final String WHO = "doorlist table ";
  private static final Pattern COMMAND = Pattern.compile(WHO + "([0-9]{1,9})");
  private static final Pattern HOST =
      Pattern.compile(WHO + "([0-9]{1,9}) (open|busy|other)(?: ([0-9a-f-]{1,64}))?.*");

  enum State {
    OPEN,
    /** Too many commands are connected. */
    BUSY,
    /** The command has another version. */
    OTHER
  }

  /** Returns the first line of a command. */
  static String ofCommand() {
    return WHO + VERSION;
  }

  /** Returns the version in the first line of a command. */
  static int versionOf(String line) throws ProtocolException {
    Matcher command = COMMAND.matcher(line);
    if (!command.matches()) {
      throw new ProtocolException("the other side is no doorlist command");
    }
    return Integer.parseInt(command.group(1));
  }

  static Greeting of(String line) throws ProtocolException {
    Matcher host = HOST.matcher(line);
    if (!host.matches()) {
      throw new ProtocolException("the other side is no doorlist host");
    }
    State state =
        switch (host.group(2)) {
          case "open" -> State.OPEN;
          case "busy" -> State.BUSY;
          default -> State.OTHER;
        };
    return new Greeting(
        Integer.parseInt(host.group(1)), state, host.group(3) == null ? "" : host.group(3));
  }

  /** Returns the greeting as a line. */
  String line() {
    String word =
        switch (state) {
          case OPEN -> "open";
          case BUSY -> "busy";
          case OTHER -> "other";
        };
    return (WHO + version + " " + word + " " + host).strip();
  }
}
