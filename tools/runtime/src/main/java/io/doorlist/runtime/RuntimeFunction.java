package io.doorlist.runtime;

import io.doorlist.local.template.FunctionSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A packaged function under Lambda's Java runtime client. One call at a time.
 *
 * <p>Its log has the function's output and the line that Lambda writes about a start.
 */
public final class RuntimeFunction implements AutoCloseable {
  private final FunctionSpec spec;
  private final RuntimeApi api;
  private final FunctionProcess process;
  private final InvocationOutcome init;
  private final Duration initTime;

  private RuntimeFunction(
      FunctionSpec spec,
      RuntimeApi api,
      FunctionProcess process,
      InvocationOutcome init,
      Duration initTime) {
    this.spec = spec;
    this.api = api;
    this.process = process;
    this.init = init;
    this.initTime = initTime;
  }

  /**
   * Starts a function, and waits until it is ready for inputs or has reported a failed start.
   *
   * @param code where its package is unpacked
   * @param client the directory of the runtime client's jars
   * @param settings environment variables in addition to the template's and Lambda's, such as the
   *     address of the table
   * @throws IOException if its process cannot be started
   * @throws IllegalStateException if its process ended without calling the runtime API
   */
  public static RuntimeFunction start(
      FunctionSpec spec,
      Path code,
      Path client,
      Initialization initialization,
      Map<String, String> settings)
      throws IOException, InterruptedException {
    return start(spec, code, client, initialization, settings, List.of());
  }

  /** Starts a function with a command in front of Lambda's, such as {@code taskset -c 0}. */
  public static RuntimeFunction start(
      FunctionSpec spec,
      Path code,
      Path client,
      Initialization initialization,
      Map<String, String> settings,
      List<String> wrapper)
      throws IOException, InterruptedException {
    FunctionIdentity identity = new FunctionIdentity(spec);
    Map<String, String> environment = identity.environment(code, initialization);
    environment.putAll(settings);
    List<String> command = FunctionProcess.command(spec, client, initialization, wrapper);
    RuntimeApi api = RuntimeApi.start(identity);
    environment.put("AWS_LAMBDA_RUNTIME_API", api.address());
    long begin = System.nanoTime();
    FunctionProcess process;
    try {
      process = FunctionProcess.start(command, code, environment);
    } catch (IOException e) {
      api.close();
      throw e;
    }
    try {
      InvocationOutcome init = orEnd(api.init(), process);
      Duration time = Duration.ofNanos(System.nanoTime() - begin);
      process.log(report(init, initialization, time));
      return new RuntimeFunction(spec, api, process, init, time);
    } catch (RuntimeException | InterruptedException e) {
      process.close();
      api.close();
      throw e;
    }
  }

  private static String report(
      InvocationOutcome init, Initialization initialization, Duration time) {
    return String.format(
        Locale.ROOT,
        "INIT_REPORT Init Duration: %.2f ms Phase: init Type: %s Status: %s",
        time.toNanos() / 1e6,
        initialization.word(),
        init instanceof InvocationOutcome.Failed ? "error" : "success");
  }

  /** Waits for the outcome, or for the end of the process if that is first. */
  private static InvocationOutcome orEnd(
      CompletableFuture<InvocationOutcome> end, FunctionProcess process)
      throws InterruptedException {
    CompletableFuture<Process> exit = process.process().onExit();
    try {
      CompletableFuture.anyOf(end, exit).get();
      // Its last output may still be on its way.
      if (!end.isDone()) {
        throw new IllegalStateException(
            "the function's process ended with status %d:\n%s"
                .formatted(exit.get().exitValue(), process.log()));
      }
      return end.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the runtime API failed", e.getCause());
    }
  }

  /** Returns how the start ended. */
  public InvocationOutcome init() {
    return init;
  }

  /** Returns how long the start took, from the process's first moment. */
  public Duration initTime() {
    return initTime;
  }

  /**
   * Sends an input and waits for its outcome.
   *
   * @throws IllegalStateException if the process ends before it has answered
   */
  public InvocationOutcome invoke(byte[] input) throws InterruptedException {
    return orEnd(api.call(input, spec.timeout()), process);
  }

  /** Returns what has been logged so far. */
  public String log() {
    return process.log();
  }

  /** Returns the process, for the operating system's data about it. */
  public ProcessHandle process() {
    return process.process().toHandle();
  }

  /**
   * Ends the process by a normal shutdown, which a JVM needs to write its files; then closes this.
   */
  public void end() throws InterruptedException {
    process.end();
    close();
  }

  @Override
  public void close() {
    process.close();
    api.close();
  }
}
