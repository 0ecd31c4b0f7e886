package io.doorlist.bench.cold;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.local.template.Deployment.FunctionSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/**
 * A packaged function that runs with Lambda's Java runtime client in a process of its own. The
 * class path has only the jars of the client. The function's own jars come from the unpacked
 * package, as on Lambda. It takes one call at a time.
 */
final class RuntimeFunction implements AutoCloseable {
  private static final String CLIENT = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
  private static final Path JARS = BenchCommand.ROOT.resolve("tools/standin/runtime/target/client");

  /**
   * Runs a function on the first processor. Everything else runs on the others (tools/bench/run).
   */
  private static final List<String> WRAPPER = List.of("taskset", "-c", "0");

  private static final String REGION = "eu-west-1";

  private final FunctionSpec spec;
  private final RuntimeApi api;
  private final Process process;
  private final Path log;
  private final Duration initTime;

  /** Starts a function from its unpacked package, and waits until it is ready for inputs. */
  RuntimeFunction(FunctionSpec spec, Path code, Start start, Map<String, String> settings)
      throws IOException, InterruptedException {
    this.spec = spec;
    this.log = code.resolveSibling(spec.name() + ".log");
    this.api =
        new RuntimeApi("arn:aws:lambda:%s:123456789012:function:%s".formatted(REGION, spec.name()));
    ProcessBuilder builder =
        new ProcessBuilder(command(spec, start))
            .directory(code.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment(spec, code, start));
    builder.environment().putAll(settings);
    builder.environment().put("AWS_LAMBDA_RUNTIME_API", api.address());
    long begin = System.nanoTime();
    this.process = builder.start();
    try {
      orEnd(api.init());
    } catch (RuntimeException | InterruptedException e) {
      close();
      throw e;
    }
    this.initTime = Duration.ofNanos(System.nanoTime() - begin);
  }

  /**
   * Returns the command with which Lambda's java25 runtime starts a function. It sets the garbage
   * collector and, without a snapshot, a single compiler tier. Only the client is on the class
   * path.
   *
   * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/java-customization.html">what
   *     Lambda's JVM is started with</a>
   */
  private static List<String> command(FunctionSpec spec, Start start) throws IOException {
    List<String> command = new ArrayList<>(WRAPPER);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    if (start == Start.PLAIN) {
      command.add("-XX:TieredStopAtLevel=1");
    }
    command.add("-Xmx%dm".formatted(spec.memoryMegabytes() * 85L / 100));
    command.add("--enable-native-access=ALL-UNNAMED");
    try (Stream<Path> files = Files.list(JARS)) {
      List<String> jars = files.map(file -> file.toAbsolutePath().toString()).sorted().toList();
      command.addAll(List.of("-cp", String.join(":", jars), CLIENT, spec.handler()));
    }
    return command;
  }

  /** Returns the environment variables from the template, and those that Lambda sets. */
  private static Map<String, String> environment(FunctionSpec spec, Path code, Start start) {
    Map<String, String> environment = new TreeMap<>(spec.environment());
    environment.put("_HANDLER", spec.handler());
    environment.put("AWS_ACCESS_KEY_ID", "local");
    environment.put("AWS_SECRET_ACCESS_KEY", "local");
    environment.put("AWS_DEFAULT_REGION", REGION);
    environment.put("AWS_REGION", REGION);
    environment.put("AWS_EXECUTION_ENV", "AWS_Lambda_java25");
    environment.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(spec.memoryMegabytes()));
    environment.put("AWS_LAMBDA_FUNCTION_NAME", spec.name());
    environment.put("AWS_LAMBDA_FUNCTION_TIMEOUT", Long.toString(spec.timeout().toSeconds()));
    environment.put("AWS_LAMBDA_FUNCTION_VERSION", "1");
    environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", start.word());
    environment.put("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/" + spec.name());
    environment.put("AWS_LAMBDA_LOG_STREAM_NAME", "local");
    environment.put("LAMBDA_TASK_ROOT", code.toString());
    environment.put("LANG", "en_US.UTF-8");
    environment.put("TZ", ":UTC");
    return environment;
  }

  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for an answer. Fails if the process ends first. */
  private byte[] orEnd(CompletableFuture<byte[]> answer) throws InterruptedException {
    CompletableFuture<Process> exit = process.onExit();
    try {
      CompletableFuture.anyOf(answer, exit).get();
      if (!answer.isDone()) {
        throw new IllegalStateException(
            "the function's process ended with status %d:\n%s"
                .formatted(exit.get().exitValue(), log()));
      }
      return answer.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(log(), e.getCause());
    }
  }

  Duration initTime() {
    return initTime;
  }

  /** Sends an input and waits for its answer. Fails if the process ends first. */
  byte[] invoke(byte[] input) throws InterruptedException {
    return orEnd(api.call(input, spec.timeout()));
  }

  @Override
  public void close() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
    api.close();
  }
}
