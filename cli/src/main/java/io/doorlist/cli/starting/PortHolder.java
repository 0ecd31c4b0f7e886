package io.doorlist.cli.starting;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Finds out which program listens on a port, if the operating system says so. */
final class PortHolder {
  private static final Path PROCESSES = Path.of("/proc");

  /** The column with a socket's state in Linux's list of sockets, counted from 0. */
  private static final int STATE = 3;

  private static final String LISTENS = "0A";
  private static final int INODE = 9;
  private static final long PATIENCE_SECONDS = 5;

  private PortHolder() {}

  /** Returns the program's name and its process id; empty if the system does not say. */
  static Optional<String> of(int port) {
    try {
      return process(port)
          .flatMap(ProcessHandle::of)
          .map(each -> "%s (process %d)".formatted(name(each), each.pid()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String name(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(each -> Path.of(each).getFileName().toString())
        .orElse("another program");
  }

  private static Optional<Long> process(int port) throws IOException {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (system.startsWith("windows")) {
      return ofNetstat(said("netstat", "-ano", "-p", "tcp"), port);
    }
    return system.startsWith("mac")
        ? ofLsof(said("lsof", "-nP", "-iTCP:" + port, "-sTCP:LISTEN", "-Fp"))
        : ofLinux(port);
  }

  /** Finds the process in lines such as {@code TCP 127.0.0.1:3000 0.0.0.0:0 LISTENING 4711}. */
  static Optional<Long> ofNetstat(List<String> lines, int port) {
    return lines.stream()
        .map(line -> line.strip().split("\\s+"))
        // Windows writes the word LISTENING in the user's language. So this looks for the remote
        // port 0, which only a listening socket has.
        .filter(each -> each.length == 5 && each[1].endsWith(":" + port) && each[2].endsWith(":0"))
        .map(each -> Long.parseLong(each[4]))
        .findFirst();
  }

  /** Finds the process in lines such as {@code p4711}. */
  static Optional<Long> ofLsof(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("p"))
        .map(line -> Long.parseLong(line.substring(1)))
        .findFirst();
  }

  private static List<String> said(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String text = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
      process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return text.lines().toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } finally {
      process.destroy();
    }
  }

  /** Finds the process that has the socket open. Linux names a socket by its inode. */
  private static Optional<Long> ofLinux(int port) throws IOException {
    String end = ":%04X".formatted(port);
    Optional<String> socket = Optional.empty();
    for (String list : List.of("net/tcp", "net/tcp6")) {
      Path file = PROCESSES.resolve(list);
      if (socket.isEmpty() && Files.exists(file)) {
        try (Stream<String> lines = Files.lines(file)) {
          socket =
              lines
                  .map(line -> line.strip().split("\\s+"))
                  .filter(each -> each[1].endsWith(end) && each[STATE].equals(LISTENS))
                  .map(each -> "socket:[" + each[INODE] + "]")
                  .findFirst();
        }
      }
    }
    return socket.flatMap(PortHolder::holder);
  }

  private static Optional<Long> holder(String socket) {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> has(PROCESSES.resolve(pid.toString()).resolve("fd"), socket))
        .findFirst();
  }

  private static boolean has(Path descriptors, String socket) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
      for (Path each : all) {
        if (leadsTo(each, socket)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      // The process belongs to another user, or has ended.
      return false;
    }
  }

  private static boolean leadsTo(Path descriptor, String socket) {
    try {
      return Files.readSymbolicLink(descriptor).toString().equals(socket);
    } catch (IOException e) {
      return false;
    }
  }
}
