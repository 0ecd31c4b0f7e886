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

/**
 * Keeps the machine from falling asleep by itself, until it is closed or the process ends. A lid
 * that is closed may still send it to sleep.
 */
final class Wakefulness implements AutoCloseable {
  /** {@code ES_CONTINUOUS | ES_SYSTEM_REQUIRED} of Windows: until this thread says otherwise. */
  private static final int STAY_AWAKE = 0x8000_0001;

  private static final Duration ENDS_WITHIN = Duration.ofMillis(500);

  private final Runnable end;
  private final boolean kept;

  private Wakefulness(boolean kept, Runnable end) {
    this.kept = kept;
    this.end = end;
  }

  static Wakefulness keep() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    return system.startsWith("windows")
        ? onWindows()
        : beside(command(system, ProcessHandle.current().pid()), ENDS_WITHIN);
  }

  /** Returns the program that does it, and ends with a process. */
  static List<String> command(String system, long pid) {
    return system.startsWith("mac")
        ? List.of("caffeinate", "-i", "-w", Long.toString(pid))
        : List.of(
            "systemd-inhibit",
            "--what=sleep:idle",
            "--who=Doorlist",
            "--why=The door is open",
            "tail",
            "--pid=" + pid,
            "-f",
            "/dev/null");
  }

  /**
   * Runs a program that keeps the machine awake until it is ended.
   *
   * @param endsWithin how long one that cannot do so takes to end by itself
   */
  static Wakefulness beside(List<String> command, Duration endsWithin) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return new Wakefulness(
          !process.waitFor(endsWithin),
          () -> {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
          });
    } catch (IOException e) {
      return new Wakefulness(false, () -> {});
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Wakefulness(false, () -> {});
    }
  }

  /** The wish is that of a thread, and ends with it. */
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
      // The caller says that the machine may fall asleep.
      return false;
    }
  }

  /** Returns whether the system took the wish. */
  boolean kept() {
    return kept;
  }

  @Override
  public void close() {
    end.run();
  }
}
