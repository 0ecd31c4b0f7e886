package io.doorlist.cli.starting;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the machine from falling asleep by itself, until this is closed or the process ends. The
 * machine may still sleep if somebody closes its lid.
 */
final class Wakefulness implements AutoCloseable {
  /**
   * {@code ES_CONTINUOUS | ES_SYSTEM_REQUIRED} of Windows: the system stays awake until the thread
   * that asked for it ends.
   */
  private static final int STAY_AWAKE = 0x8000_0001;

  private static final Duration ENDS_WITHIN = Duration.ofMillis(500);
  private static final Duration SAYS_WITHIN = Duration.ofSeconds(5);

  private final Runnable end;
  private final boolean kept;

  private Wakefulness(boolean kept, Runnable end) {
    this.kept = kept;
    this.end = end;
  }

  static Wakefulness keep() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (system.startsWith("windows")) {
      return onWindows();
    }
    List<String> command = command(system, ProcessHandle.current().pid());
    return system.startsWith("mac") ? beside(command, ENDS_WITHIN) : once(command, SAYS_WITHIN);
  }

  /**
   * Returns the command of a program that keeps the machine awake until the process with this id
   * ends.
   */
  static List<String> command(String system, long pid) {
    return system.startsWith("mac")
        ? List.of("caffeinate", "-i", "-w", Long.toString(pid))
        : List.of(
            "systemd-inhibit",
            "--what=sleep:idle",
            "--who=Doorlist",
            "--why=The door is open",
            "sh",
            "-c",
            "echo kept; exec tail --pid=" + pid + " -f /dev/null");
  }

  /**
   * Runs a program that keeps the machine awake for as long as it runs.
   *
   * @param endsWithin a program that cannot keep the machine awake ends by itself within this time
   */
  static Wakefulness beside(List<String> command, Duration endsWithin) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return of(!process.waitFor(endsWithin), process);
    } catch (IOException e) {
      return new Wakefulness(false, () -> {});
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Wakefulness(false, () -> {});
    }
  }

  /**
   * Runs a program that prints a line as soon as it keeps the machine awake, and goes on until it
   * is ended. If it cannot keep the machine awake, it may take long to end on a busy machine. So
   * only the line counts.
   *
   * @param saysWithin how long to wait for the line; without the line, the machine counts as not
   *     kept awake
   */
  static Wakefulness once(List<String> command, Duration saysWithin) {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      CompletableFuture<Boolean> said = new CompletableFuture<>();
      Thread.startVirtualThread(() -> said.complete(saysALine(process)));
      return of(
          said.completeOnTimeout(false, saysWithin.toMillis(), TimeUnit.MILLISECONDS).join(),
          process);
    } catch (IOException e) {
      return new Wakefulness(false, () -> {});
    }
  }

  private static boolean saysALine(Process process) {
    try {
      return process.inputReader().readLine() != null;
    } catch (IOException e) {
      return false;
    }
  }

  private static Wakefulness of(boolean kept, Process process) {
    return new Wakefulness(
        kept,
        () -> {
          process.descendants().forEach(ProcessHandle::destroy);
          process.destroy();
        });
  }

  /**
   * Keeps Windows awake. A thread asks Windows for that, and the request holds until the thread
   * ends.
   */
  private static Wakefulness onWindows() {
    CompletableFuture<Boolean> heard = new CompletableFuture<>();
    CountDownLatch end = new CountDownLatch(1);
    Thread.ofPlatform()
        .daemon()
        .name("wakefulness")
        .start(
            () -> {
              heard.complete(setExecutionState());
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    return new Wakefulness(heard.join(), end::countDown);
  }

  @SuppressWarnings("restricted")
  private static boolean setExecutionState() {
    try (Arena arena = Arena.ofConfined()) {
      int before =
          (int)
              Linker.nativeLinker()
                  .downcallHandle(
                      SymbolLookup.libraryLookup("kernel32", arena)
                          .find("SetThreadExecutionState")
                          .orElseThrow(),
                      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT))
                  .invokeExact(STAY_AWAKE);
      return before != 0;
    } catch (Throwable e) {
      // The caller then says that the machine may fall asleep.
      return false;
    }
  }

  /** Returns whether the machine is kept awake. */
  boolean kept() {
    return kept;
  }

  @Override
  public void close() {
    end.run();
  }
}
