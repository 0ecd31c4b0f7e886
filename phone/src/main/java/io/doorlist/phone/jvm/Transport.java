package io.doorlist.phone.jvm;

import io.doorlist.phone.Request;
import io.doorlist.phone.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/** Sends requests to one service, and waits for each answer. Thread-safe. */
final class Transport implements AutoCloseable {
  private static final int MAX_BYTES = 64_000_000;

  private final String api;
  private final String token;
  private final SSLSocketFactory sockets;
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(Transport::thread);

  Transport(String api, String token, SSLSocketFactory sockets) {
    this.api = api;
    this.token = token;
    this.sockets = sockets;
  }

  static Thread thread(Runnable does) {
    Thread thread = new Thread(does, "doorlist-phone");
    thread.setDaemon(true);
    return thread;
  }

  /** Sends a request and returns its answer. The result is empty if no answer comes in time. */
  Optional<Response> send(Request request) {
    HttpURLConnection connection = null;
    ScheduledFuture<?> late = null;
    try {
      connection = (HttpURLConnection) new URL(api + request.path()).openConnection();
      // The connection's own timeouts only limit each read, so this one limits the whole request.
      late = watch.schedule(connection::disconnect, request.timeoutMillis(), TimeUnit.MILLISECONDS);
      return Optional.of(sent(connection, request));
    } catch (IOException | RuntimeException e) {
      // For a phone, any fault of the network means that there is no answer.
      return Optional.empty();
    } finally {
      if (late != null) {
        late.cancel(false);
      }
    }
  }

  private Response sent(HttpURLConnection connection, Request request) throws IOException {
    if (sockets != null && connection instanceof HttpsURLConnection secure) {
      secure.setSSLSocketFactory(sockets);
    }
    connection.setConnectTimeout(request.timeoutMillis());
    connection.setReadTimeout(request.timeoutMillis());
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setRequestMethod(request.method());
    connection.setRequestProperty("Authorization", "Bearer " + token);
    connection.setRequestProperty("Accept", "application/json");
    connection.setRequestProperty("Accept-Encoding", "gzip");
    request.headers().forEach(connection::setRequestProperty);
    if (!request.body().isEmpty()) {
      byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
      connection.setDoOutput(true);
      connection.setFixedLengthStreamingMode(body.length);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body);
      }
    }
    int status = connection.getResponseCode();
    return new Response(
        status,
        body(connection, status),
        connection.getDate(),
        header(connection, "ETag"),
        seconds(header(connection, "Retry-After")),
        header(connection, "X-Request-Id"));
  }

  private static String header(HttpURLConnection connection, String name) {
    String value = connection.getHeaderField(name);
    return value == null ? "" : value;
  }

  private static long seconds(String text) {
    try {
      return Math.max(0, Long.parseLong(text.trim()));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static String body(HttpURLConnection connection, int status) throws IOException {
    InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream();
    if (in == null) {
      return "";
    }
    boolean packed = header(connection, "Content-Encoding").equalsIgnoreCase("gzip");
    try (InputStream plain = packed ? new GZIPInputStream(in) : in) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      byte[] part = new byte[8_192];
      for (int read = plain.read(part); read >= 0; read = plain.read(part)) {
        all.write(part, 0, read);
        if (all.size() > MAX_BYTES) {
          throw new IOException("the answer is too large");
        }
      }
      return new String(all.toByteArray(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    watch.shutdownNow();
  }
}
