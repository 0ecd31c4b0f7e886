package io.doorlist.runtime;

import io.doorlist.local.template.FunctionSpec;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * A packaged function under Lambda's runtime interface emulator, the program that {@code sam local}
 * puts into its containers. It starts the function with the first call. One call at a time.
 */
public final class EmulatedFunction implements AutoCloseable {
  /**
   * The emulator ends a start or call that takes longer; a busy machine must not look like a
   * failure.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final String ERROR_TYPE = "\"errorType\":";

  private final FunctionProcess process;
  private final URI invocations;
  private final HttpClient client = HttpClient.newHttpClient();

  private EmulatedFunction(FunctionProcess process, int port) {
    this.process = process;
    this.invocations =
        URI.create("http://127.0.0.1:%d/2015-03-31/functions/function/invocations".formatted(port));
  }

  /**
   * Starts the emulator for a function.
   *
   * @param code where its package is unpacked
   * @param client the directory of the runtime client's jars
   * @param emulator the program
   * @param settings environment variables in addition to the template's and Lambda's
   */
  public static EmulatedFunction start(
      FunctionSpec spec, Path code, Path client, Path emulator, Map<String, String> settings)
      throws IOException {
    Map<String, String> environment =
        new FunctionIdentity(spec).environment(code, Initialization.ON_DEMAND);
    environment.put("AWS_LAMBDA_FUNCTION_TIMEOUT", Long.toString(PATIENCE.toSeconds()));
    environment.putAll(settings);
    int port = freePort();
    List<String> command = new ArrayList<>();
    command.addAll(List.of(emulator.toAbsolutePath().toString(), "--log-level", "info"));
    command.addAll(List.of("--runtime-api-address", "127.0.0.1:" + freePort()));
    command.addAll(List.of("--runtime-interface-emulator-address", "127.0.0.1:" + port));
    command.addAll(FunctionProcess.command(spec, client, Initialization.ON_DEMAND, Launch.LAMBDAS));
    return new EmulatedFunction(FunctionProcess.start(command, code, environment), port);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /**
   * Sends an input and waits for its outcome.
   *
   * @throws IOException if the emulator does not answer
   */
  public InvocationOutcome invoke(byte[] input) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(invocations).POST(BodyPublishers.ofByteArray(input)).build();
    HttpResponse<byte[]> answer = send(request);
    String text = new String(answer.body(), StandardCharsets.UTF_8);
    return answer.statusCode() == 200 && !text.contains(ERROR_TYPE)
        ? new InvocationOutcome.Returned(answer.body())
        : new InvocationOutcome.Failed(text);
  }

  /** Sends as soon as the emulator listens. */
  private HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return client.send(request, BodyHandlers.ofByteArray());
      } catch (ConnectException e) {
        if (System.nanoTime() > end || !process.process().isAlive()) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
    }
  }

  /** Waits for a line in the log of the emulator or the function. */
  boolean awaitLine(Predicate<String> wanted) throws InterruptedException {
    return process.awaitLine(wanted);
  }

  /** Returns what the emulator and the function have logged so far. */
  public String log() {
    return process.log();
  }

  @Override
  public void close() {
    client.close();
    process.close();
  }
}
