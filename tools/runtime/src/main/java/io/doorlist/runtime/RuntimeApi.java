package io.doorlist.runtime;

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
import java.util.concurrent.SynchronousQueue;

/**
 * Lambda's runtime API for one function, on the loopback interface: the runtime polls it for inputs
 * and posts its answers. One call at a time.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html">Lambda's runtime
 *     API</a>
 */
final class RuntimeApi implements AutoCloseable {
  private static final String VERSION = "/2018-06-01/runtime/";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final FunctionIdentity identity;
  private final BlockingQueue<Call> calls = new SynchronousQueue<>();
  private final CompletableFuture<InvocationOutcome> init = new CompletableFuture<>();
  private volatile Call current;

  private record Call(
      String id, byte[] input, Instant deadline, CompletableFuture<InvocationOutcome> end) {}

  private RuntimeApi(HttpServer server, FunctionIdentity identity) {
    this.server = server;
    this.identity = identity;
  }

  static RuntimeApi start(FunctionIdentity identity) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    RuntimeApi api = new RuntimeApi(HttpServer.create(address, 0), identity);
    api.server.setExecutor(api.threads);
    api.server.createContext(VERSION, api::handle);
    api.server.start();
    return api;
  }

  /** Returns host and port, in the form of {@code AWS_LAMBDA_RUNTIME_API}. */
  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Completes when the runtime asks for its first input, or reports why it cannot. */
  CompletableFuture<InvocationOutcome> init() {
    return init;
  }

  /**
   * Sends an input; completes when the runtime has sent the answer.
   *
   * @param timeout how long the function may take, which its context shows
   */
  CompletableFuture<InvocationOutcome> call(byte[] input, Duration timeout) {
    CompletableFuture<InvocationOutcome> end = new CompletableFuture<InvocationOutcome>();
    threads.execute(
        () -> {
          Instant deadline = Instant.now().plus(timeout);
          try {
            calls.put(new Call(UUID.randomUUID().toString(), input, deadline, end));
          } catch (InterruptedException e) {
            end.completeExceptionally(e);
          }
        });
    return end;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath().substring(VERSION.length());
      switch (path) {
        case "invocation/next" -> next(exchange);
        // No snapshot is taken: the runtime is restored as soon as it reports that it is ready.
        case "restore/next" -> answer(exchange, 200, "");
        case "init/error", "restore/error" -> {
          init.complete(new InvocationOutcome.Failed(text(body)));
          answer(exchange, 202, "{\"status\":\"OK\"}");
        }
        default -> end(exchange, path, body);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void next(HttpExchange exchange) throws IOException, InterruptedException {
    init.complete(new InvocationOutcome.Returned(new byte[0]));
    Call call = calls.take();
    current = call;
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", "application/json");
    headers.set("Lambda-Runtime-Aws-Request-Id", call.id());
    headers.set("Lambda-Runtime-Deadline-Ms", Long.toString(call.deadline().toEpochMilli()));
    headers.set("Lambda-Runtime-Invoked-Function-Arn", identity.arn());
    headers.set("Lambda-Runtime-Trace-Id", "Root=1-00000000-000000000000000000000000;Sampled=0");
    // The client's native half ends the process if one of these is missing.
    headers.set("Lambda-Runtime-Client-Context", "");
    headers.set("Lambda-Runtime-Cognito-Identity", "");
    exchange.sendResponseHeaders(200, call.input().length);
    exchange.getResponseBody().write(call.input());
  }

  private void end(HttpExchange exchange, String path, byte[] body) throws IOException {
    Call call = current;
    if (call != null && path.equals("invocation/" + call.id() + "/response")) {
      call.end().complete(new InvocationOutcome.Returned(body));
      answer(exchange, 202, "{\"status\":\"OK\"}");
    } else if (call != null && path.equals("invocation/" + call.id() + "/error")) {
      call.end().complete(new InvocationOutcome.Failed(text(body)));
      answer(exchange, 202, "{\"status\":\"OK\"}");
    } else {
      answer(exchange, 404, "");
    }
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
