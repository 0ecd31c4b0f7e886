package io.doorlist.table.socket;

import io.doorlist.table.Engine;
import io.doorlist.table.memory.MemoryEngine;
import io.doorlist.testing.Call;
import io.doorlist.testing.RelayingEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * A host in its own process, which can be killed. Its table answers reads; a write says that it has
 * begun, and has no answer.
 */
final class HostProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader lines;

  private HostProcess(Process process) {
    this.process = process;
    lines = process.inputReader();
  }

  static HostProcess start(Path socket) throws IOException {
    HostProcess host =
        new HostProcess(
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    HostProcess.class.getName(),
                    socket.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    host.await("open");
    return host;
  }

  /** Waits until it says this. */
  void await(String expected) throws IOException {
    String line = lines.readLine();
    if (!expected.equals(line)) {
      throw new IllegalStateException("the host says " + line);
    }
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  public static void main(String[] arguments) throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Engine engine =
        new RelayingEngine(new MemoryEngine()) {
          @Override
          protected <A> A relay(Call<A> call) {
            if (!call.writes().isEmpty()) {
              System.out.println("begun");
              try {
                never.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            }
            return super.relay(call);
          }
        };
    SocketServer.open(Path.of(arguments[0]), engine, System.out::println);
    System.out.println("open");
    never.await();
  }
}
