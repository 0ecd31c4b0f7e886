package io.doorlist.bench.door;

import io.doorlist.bench.door.DoorTraffic.Kind;
import io.doorlist.bench.door.DoorTraffic.Wish;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.HistoryWriter;
import io.doorlist.exactness.history.Tick;
import io.doorlist.local.tls.Authority;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Sends requests at moments that are fixed beforehand, whether or not earlier ones were answered,
 * and keeps every answer. The moments are those of people who come independently of each other (a
 * Poisson process).
 *
 * <p>Implementation note. Existing load generators (Gatling, Hyperfoil, Jetty's) keep figures and
 * drop the answers. The history checker needs each request with its answer, and their order.
 * Jetty's also repeats the same requests, and measures from the moment when one was sent. So the
 * schedule is our own. Jetty's client sends the requests, with little processor time. Times count
 * from the moment when a request was due (no coordinated omission). All other work waits until the
 * load has ended.
 */
final class OpenLoop implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MAX_CONNECTIONS = 4_000;
  private static final int MAX_BODY_BYTES = 1 << 20;
  private static final int THREADS = 4;

  /** The number of phones at the doors of one laptop. */
  private static final int PHONES = 20;

  /** The number of connections that a browser opens. */
  private static final int CONNECTIONS_OF_A_PHONE = 6;

  private final DoorEvent event;
  private final URI url;
  private final List<HttpClient> phones = new ArrayList<>();
  private final CopyPolls copies;
  private final HistoryWriter history;
  private final SplittableRandom random = new SplittableRandom(2);

  /**
   * A request and its outcome.
   *
   * @param dueNanos when it was due, in nanoseconds of {@link System#nanoTime}
   * @param endedNanos when its answer arrived, or when the client gave up
   * @param status the status of the answer, or 0 if there was none
   */
  record Exchange(
      Wish wish, long dueNanos, long endedNanos, Tick begun, Tick ended, int status, byte[] body) {
    long nanos() {
      return endedNanos - dueNanos;
    }
  }

  /**
   * Prepares the load. If the address is https, each phone has its own network address and its own
   * door copies. The certificate of the host's authority is then in {@code data}.
   */
  OpenLoop(URI url, DoorEvent event, Path data, HistoryWriter history) throws Exception {
    this.history = history;
    this.url = url;
    this.event = event;
    boolean tls = url.getScheme().equals("https");
    QueuedThreadPool threads = new QueuedThreadPool(tls ? THREADS + 2 * PHONES : THREADS);
    threads.setName("load");
    for (int phone = 0; phone < (tls ? PHONES : 1); phone++) {
      HttpClient http = new HttpClient(new HttpClientTransportOverHTTP(1));
      http.setExecutor(threads);
      http.setMaxConnectionsPerDestination(tls ? CONNECTIONS_OF_A_PHONE : MAX_CONNECTIONS);
      http.setMaxRequestsQueuedPerDestination(Integer.MAX_VALUE);
      http.setUserAgentField(null);
      if (tls) {
        http.setSslContextFactory(trusting(DoorHost.authority(data)));
        http.setBindAddress(new InetSocketAddress("127.0.1." + (phone + 1), 0));
      }
      http.start();
      http.getContentDecoderFactories().clear();
      phones.add(http);
    }
    copies = tls ? new CopyPolls(url, event, phones) : null;
  }

  private static SslContextFactory.Client trusting(Path authority) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream file = Files.newInputStream(authority.resolve(Authority.CERTIFICATE))) {
      store.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
    SslContextFactory.Client factory = new SslContextFactory.Client();
    factory.setTrustStore(store);
    return factory;
  }

  /**
   * Sends requests at random moments, at this rate on average. It stops sending after this length,
   * or when {@code done} says so. It returns when each request was answered, or has waited half a
   * minute.
   */
  List<Exchange> run(
      Supplier<Wish> wishes, double requestsPerSecond, Duration length, BooleanSupplier done) {
    List<CompletableFuture<Exchange>> exchanges = new ArrayList<>();
    long begin = System.nanoTime();
    double due = 0;
    while (true) {
      due -= Math.log(1 - random.nextDouble()) / requestsPerSecond * 1e9;
      if (due >= length.toNanos() || done.getAsBoolean()) {
        break;
      }
      exchanges.add(sendAt(begin + (long) due, wishes.get()));
    }
    return exchanges.stream().map(CompletableFuture::join).toList();
  }

  /**
   * Sends check-ins for this long on this many connections. Each connection sends its next check-in
   * after the answer to the one before. At the end, this waits for the check-ins that are under
   * way.
   */
  List<Exchange> runClosed(DoorTraffic traffic, int connections, Duration length) {
    List<Exchange> exchanges = Collections.synchronizedList(new ArrayList<>());
    long end = System.nanoTime() + length.toNanos();
    try (ExecutorService phones = Executors.newFixedThreadPool(connections)) {
      for (int phone = 0; phone < connections; phone++) {
        phones.execute(
            () -> {
              Exchange last = null;
              while (System.nanoTime() < end && (last == null || last.status() != 0)) {
                Wish wish;
                synchronized (traffic) {
                  wish = traffic.nextCheckin();
                }
                last = ask(wish);
                exchanges.add(last);
              }
            });
      }
    }
    return List.copyOf(exchanges);
  }

  Exchange ask(Wish wish) {
    return sendAt(System.nanoTime(), wish).join();
  }

  private CompletableFuture<Exchange> sendAt(long dueNanos, Wish wish) {
    Request request = request(wish);
    for (long left = dueNanos - System.nanoTime(); left > 0; left = dueNanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    CompletableFuture<Exchange> exchange = new CompletableFuture<>();
    Tick begun = history.now();
    request.send(
        new BufferingResponseListener(MAX_BODY_BYTES) {
          @Override
          public void onComplete(Result result) {
            exchange.complete(
                new Exchange(
                    wish,
                    dueNanos,
                    System.nanoTime(),
                    begun,
                    history.now(),
                    result.isFailed() ? 0 : result.getResponse().getStatus(),
                    wish.kind() == Kind.TICKETS ? new byte[0] : getContent()));
          }
        });
    return exchange;
  }

  private Request request(Wish wish) {
    Asked asked = wish.asked();
    int phone = event.tokenIds().indexOf(asked.token()) % phones.size();
    Request request =
        phones
            .get(phone)
            .newRequest(url.resolve(path(wish)))
            .timeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
            .headers(
                headers -> {
                  headers.put(HttpHeader.AUTHORIZATION, "Bearer " + event.secret(asked.token()));
                  if (asked.key() != null) {
                    headers.put("Idempotency-Key", asked.key());
                  }
                });
    if (asked.writes()) {
      request.method(HttpMethod.POST);
    }
    if (asked.kind() == Asked.Kind.ORDER) {
      request.body(new StringRequestContent("application/x-www-form-urlencoded", asked.form()));
    }
    return request;
  }

  private static String path(Wish wish) {
    String path = DoorEvent.PATH + wish.asked().path();
    return wish.kind() == Kind.TICKETS ? path.replace("/checkins?", "/tickets?") : path;
  }

  @Override
  public void close() {
    if (copies != null) {
      copies.close();
    }
    try {
      for (HttpClient phone : phones) {
        phone.stop();
      }
    } catch (Exception e) {
      throw new IllegalStateException("the load does not end", e);
    }
  }
}
