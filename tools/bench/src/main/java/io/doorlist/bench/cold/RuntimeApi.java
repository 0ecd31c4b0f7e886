package io.doorlist.bench.cold;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Lambda's runtime API for one function, on the loopback interface: the runtime polls it for inputs
 * and posts its answers. It takes one call at a time.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html">Lambda's runtime
 *     API</a>
 */
final class RuntimeApi implements AutoCloseable {
  private static final String VERSION = "/2018-06-01/runtime/";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final String arn;
  private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
  private final CompletableFuture<byte[]> init = new CompletableFuture<>();
  private volatile Call current;

  private record Call(
      String id, byte[] input, Instant deadline, CompletableFuture<byte[]> answer) {}

  /**
   * Starts the API.
   *
   * @param arn the name by which the function knows itself
   */
  RuntimeApi(String arn) throws IOException {
    this.arn = arn;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(VERSION, this::handle);
    server.start();
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /**
   * Returns a future that completes when the runtime asks for its first input. If the function
   * cannot start, the future fails with the reason.
   */
  CompletableFuture<byte[]> init() {
    return init;
  }

  /**
   * Sends an input.
   *
   * @param timeout the time that the input's context shows as left
   * @return a future that completes with the answer
   */
  CompletableFuture<byte[]> call(byte[] input, Duration timeout) {
    Instant deadline = Instant.now().plus(timeout);
    Call call = new Call(UUID.randomUUID().toString(), input, deadline, new CompletableFuture<>());
    calls.add(call);
    return call.answer();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath().substring(VERSION.length());
      switch (path) {
        case "invocation/next" -> next(exchange);
        // No snapshot is taken, so the runtime may go on as soon as it is ready.
        case "restore/next" -> exchange.sendResponseHeaders(200, -1);
        case "init/error", "restore/error" -> {
          init.completeExceptionally(failure(body));
          exchange.sendResponseHeaders(202, -1);
        }
        default -> exchange.sendResponseHeaders(ended(path, body) ? 202 : 404, -1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void next(HttpExchange exchange) throws IOException, InterruptedException {
    init.complete(new byte[0]);
    Call call = calls.take();
    current = call;
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", "application/json");
    headers.set("Lambda-Runtime-Aws-Request-Id", call.id());
    headers.set("Lambda-Runtime-Deadline-Ms", Long.toString(call.deadline().toEpochMilli()));
    headers.set("Lambda-Runtime-Invoked-Function-Arn", arn);
    headers.set("Lambda-Runtime-Trace-Id", "Root=1-00000000-000000000000000000000000;Sampled=0");
    // Without these two headers, the native code of the runtime client ends the process.
    headers.set("Lambda-Runtime-Client-Context", "");
    headers.set("Lambda-Runtime-Cognito-Identity", "");
    exchange.sendResponseHeaders(200, call.input().length);
    exchange.getResponseBody().write(call.input());
  }

  private boolean ended(String path, byte[] body) {
    Call call = current;
    if (call == null) {
      return false;
    }
    return switch (path.substring(path.lastIndexOf('/') + 1)) {
      case "response" -> call.answer().complete(body);
      case "error" -> call.answer().completeExceptionally(failure(body));
      default -> false;
    };
  }

  private static IllegalStateException failure(byte[] report) {
    return new IllegalStateException(new String(report, StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
