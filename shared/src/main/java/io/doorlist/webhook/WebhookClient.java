package io.doorlist.webhook;

import io.doorlist.webhook.DeliveryOutcome.Fault;
import io.doorlist.webhook.DeliveryOutcome.Unanswered;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Posts messages to targets that strangers choose, but never to an internal address. It connects to
 * the same address that it checked. It uses no proxy, follows no redirect, keeps no cookie and no
 * connection, and reads only the head of the answer. Thread-safe.
 *
 * <p>Implementation notes (ADR 0012). The exchange runs on a virtual thread of its own. Only there
 * can a very slow read or handshake be interrupted.
 */
public final class WebhookClient {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private final boolean nearby;
  private final Predicate<InetAddress> own;
  private final Resolver resolver;
  private final SSLSocketFactory tls;
  private final Duration timeout;

  /**
   * Creates a client.
   *
   * @param nearby whether addresses of this machine and of its private networks are allowed, too,
   *     also by plain http; never true on AWS
   */
  public WebhookClient(boolean nearby, Resolver resolver, Duration timeout) {
    this(
        nearby,
        PublicAddresses::near,
        resolver,
        (SSLSocketFactory) SSLSocketFactory.getDefault(),
        timeout);
  }

  /**
   * Creates a client with other private networks or other trusted certificates than the platform's.
   */
  WebhookClient(
      boolean nearby,
      Predicate<InetAddress> own,
      Resolver resolver,
      SSLSocketFactory tls,
      Duration timeout) {
    this.nearby = nearby;
    this.own = own;
    this.resolver = resolver;
    this.tls = tls;
    this.timeout = timeout;
  }

  /** Checks a target as {@link #post} does. */
  public void check(String url) throws RefusedTargetException, UnknownHostException {
    WebhookTarget.read(url, nearby).addresses(resolver, own);
  }

  public DeliveryOutcome post(String url, Map<String, String> headers, byte[] body) {
    FutureTask<DeliveryOutcome> exchange = new FutureTask<>(() -> exchange(url, headers, body));
    Thread.ofVirtual().name("webhook").start(exchange);
    try {
      return exchange.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | InterruptedException e) {
      exchange.cancel(true);
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return new Unanswered(Fault.TIMED_OUT);
    } catch (ExecutionException e) {
      throw new IllegalStateException("every fault of the network is an outcome", e.getCause());
    }
  }

  private DeliveryOutcome exchange(String url, Map<String, String> headers, byte[] body) {
    WebhookTarget target;
    List<InetAddress> addresses;
    try {
      target = WebhookTarget.read(url, nearby);
      addresses = target.addresses(resolver, own);
    } catch (RefusedTargetException e) {
      return new Unanswered(Fault.REFUSED_TARGET);
    } catch (UnknownHostException e) {
      return new Unanswered(Fault.UNKNOWN_HOST);
    }
    try (Socket plain = connect(addresses, target.port())) {
      return exchange(target, plain, headers, body);
    } catch (IOException e) {
      return new Unanswered(Fault.NOT_CONNECTED);
    }
  }

  private DeliveryOutcome exchange(
      WebhookTarget target, Socket plain, Map<String, String> headers, byte[] body) {
    try (Socket socket = target.secure() ? secure(plain, target) : plain) {
      write(socket.getOutputStream(), target, headers, body);
      return ResponseHead.read(socket.getInputStream());
    } catch (SSLException e) {
      return new Unanswered(Fault.TLS_FAILED);
    } catch (IOException e) {
      return new Unanswered(Fault.NO_ANSWER);
    }
  }

  private static void write(
      OutputStream stream, WebhookTarget target, Map<String, String> headers, byte[] body)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("Host", target.authority());
    all.put("User-Agent", "Doorlist-Webhooks");
    all.put("Content-Type", "application/json");
    all.put("Content-Length", Integer.toString(body.length));
    all.put("Connection", "close");
    all.putAll(headers);
    StringBuilder head = new StringBuilder("POST " + target.path() + " HTTP/1.1\r\n");
    all.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    // One write sends all, so that a small message does not arrive in two packets.
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
    whole.writeBytes(body);
    stream.write(whole.toByteArray());
    stream.flush();
  }

  /**
   * Connects to the first address that accepts, because a function on AWS cannot connect to IPv6
   * addresses.
   */
  private static Socket connect(List<InetAddress> addresses, int port) throws IOException {
    IOException last = new UnknownHostException();
    for (InetAddress address : addresses) {
      Socket socket = new Socket(Proxy.NO_PROXY);
      try {
        socket.connect(new InetSocketAddress(address, port), (int) CONNECT_TIMEOUT.toMillis());
        return socket;
      } catch (IOException e) {
        socket.close();
        last = e;
      }
    }
    throw last;
  }

  /** Does the TLS handshake with the host's name, not with its address. */
  private SSLSocket secure(Socket plain, WebhookTarget target) throws IOException {
    SSLSocket socket = (SSLSocket) tls.createSocket(plain, target.host(), target.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }
}
