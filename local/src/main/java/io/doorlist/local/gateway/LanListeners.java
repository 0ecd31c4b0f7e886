package io.doorlist.local.gateway;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.tls.Authority;
import io.doorlist.local.tls.Identity;
import io.doorlist.local.tls.Machine;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * The listeners of a host on its machine's network. They serve the API by TLS, and the {@link
 * TrustPage}, on each of the machine's addresses. If the machine moves to another network, the new
 * address gets listeners and a place in the certificate within seconds.
 */
final class LanListeners implements AutoCloseable {
  /** Names of connectors, by which handlers tell them apart. */
  static final String API = "lan";

  static final String TRUST = "trust";

  /** A browser opens six connections, and several phones may share the address of a router. */
  private static final int MAX_CONNECTIONS = 32;

  /**
   * How many connections may be open that have never sent a request. In total, the server accepts
   * more connections than that.
   */
  private static final int MAX_SILENT = 1_024;

  private static final Duration LOOK = Duration.ofSeconds(2);

  private final Server server;
  private final Lan lan;
  private final Supplier<List<InetAddress>> machine;
  private final int port;
  private final AddressLimit limit = new AddressLimit(MAX_CONNECTIONS, MAX_SILENT);
  private final SslContextFactory.Server tls = new SslContextFactory.Server();
  private final Authority authority;
  private final Identity own;
  private final Map<InetAddress, List<ServerConnector>> listeners = new LinkedHashMap<>();
  private final Thread watch =
      Thread.ofPlatform().daemon().name("doorlist-addresses").unstarted(this::watch);

  /** The machine's addresses at which phones can be served, in the order of {@link Machine}. */
  private List<InetAddress> current = List.of();

  /** Addresses that could not be opened. Each is reported only once. */
  private final Set<InetAddress> refused = new HashSet<>();

  private int trustPort;

  /**
   * Opens listeners on the addresses that the machine has now. Requests are answered when the
   * server starts.
   *
   * @param port of the API, on every address
   * @param machine supplies the addresses
   * @throws LocalHostException if there is no address, a port is in use, or a certificate is wrong
   */
  LanListeners(Server server, Lan lan, int port, Supplier<List<InetAddress>> machine) {
    this.server = server;
    this.machine = machine;
    this.lan = lan;
    this.port = port;
    this.trustPort = lan.trustPort();
    own = lan.certificate() == null ? null : Identity.read(lan.certificate(), lan.key());
    if (own != null) {
      own.checkDates(lan.certificate(), Instant.now());
    }
    authority = own == null ? Authority.open(lan.folder(), Machine.names(), Instant.now()) : null;
    tls.setKeyStorePassword("");
    tls.setSniRequired(false);
    tls.setRenegotiationAllowed(false);
    current = addresses();
    if (current.isEmpty()) {
      throw new LocalHostException(
          authority == null
              ? "this machine has no network address: join the Wi-Fi first"
              : "this machine has no private network address, such as 192.168.1.20: join the Wi-Fi first, or use a certificate of your own (--certificate, --key)");
    }
    show(current);
    current.forEach(this::open);
  }

  private List<InetAddress> addresses() {
    return machine.get().stream()
        .filter(address -> authority == null || authority.vouchesFor(address))
        .toList();
  }

  private void show(List<InetAddress> addresses) {
    Identity shown =
        own == null ? authority.identity(Machine.names(), addresses, Instant.now()) : own;
    tls.setKeyStore(shown.keyStore());
  }

  private void open(InetAddress address) {
    List<ServerConnector> pair = new ArrayList<>();
    HttpConfiguration secure = Connectors.http();
    // Phones connect to addresses, so TLS has no server name to check.
    secure.addCustomizer(new SecureRequestCustomizer(false));
    RawTargetConnection.Factory requests = Connectors.requests(secure);
    try {
      SslConnectionFactory secured = new SslConnectionFactory(tls, requests.getProtocol());
      pair.add(open(API, address, port, new DetectorConnectionFactory(secured), requests));
      if (authority != null) {
        pair.add(open(TRUST, address, trustPort, Connectors.requests(Connectors.http())));
        trustPort = pair.getLast().getLocalPort();
      }
    } catch (LocalHostException e) {
      pair.forEach(this::close);
      throw e;
    }
    listeners.put(address, pair);
  }

  private void close(ServerConnector connector) {
    try {
      connector.stop();
    } catch (Exception e) {
      System.err.println("a listener does not end: " + e.getMessage());
    }
    connector.close();
    server.removeConnector(connector);
  }

  private ServerConnector open(
      String name, InetAddress address, int at, ConnectionFactory... factories) {
    ServerConnector connector = Connectors.open(server, address.getHostAddress(), at, factories);
    connector.setName(name);
    connector.addBean(limit);
    return connector;
  }

  void start() {
    if (lan.address() == null) {
      watch.start();
    }
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(LOOK);
        follow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Opens listeners on new addresses and closes those of addresses that are gone. An address that
   * cannot be opened is tried again.
   */
  synchronized void follow() {
    try {
      List<InetAddress> now = addresses();
      for (InetAddress gone :
          listeners.keySet().stream().filter(each -> !now.contains(each)).toList()) {
        listeners.remove(gone).forEach(this::close);
        System.err.printf(Locale.ROOT, "the address %s is gone%n", gone.getHostAddress());
      }
      if (!current.containsAll(now)) {
        tls.reload(unused -> show(now));
      }
      current = now;
      refused.retainAll(now);
      for (InetAddress each : now) {
        if (!listeners.containsKey(each)) {
          openLate(each);
        }
      }
    } catch (Exception e) {
      System.err.println("the machine's new address cannot be used: " + e.getMessage());
    }
  }

  private void openLate(InetAddress address) throws Exception {
    try {
      open(address);
    } catch (LocalHostException e) {
      if (refused.add(address)) {
        System.err.printf(
            Locale.ROOT,
            "the address %s cannot be used yet: %s%n",
            address.getHostAddress(),
            e.getMessage());
      }
      return;
    }
    refused.remove(address);
    for (ServerConnector connector : listeners.get(address)) {
      connector.start();
    }
    System.err.printf(
        Locale.ROOT,
        "this machine is at %s now: phones trust it already; pair them with the new address (doorlist pair), as a page belongs to its address%n",
        address.getHostAddress());
  }

  /**
   * Returns where phones find the API now, the likeliest URL first. It is empty if the machine has
   * no address.
   */
  synchronized List<URI> urls() {
    Stream<String> addresses =
        current.stream().filter(listeners::containsKey).map(InetAddress::getHostAddress);
    Stream<String> hosts =
        own == null ? addresses : own.name().map(Stream::of).orElseGet(() -> addresses);
    return hosts.map(host -> URI.create("https://" + host + ":" + port)).toList();
  }

  /**
   * Returns where the trust page is. It is empty if the organiser has their own certificate, or if
   * the machine has no address.
   */
  synchronized Optional<URI> trustUrl() {
    return authority == null
        ? Optional.empty()
        : urls().stream()
            .findFirst()
            .map(url -> URI.create("http://" + url.getHost() + ":" + trustPort));
  }

  int requestsASecond() {
    return lan.requestsASecond();
  }

  Optional<Authority> authority() {
    return Optional.ofNullable(authority);
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
