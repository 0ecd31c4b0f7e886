package io.doorlist.local.gateway;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Where a host listens besides loopback, by TLS, and what it shows there.
 *
 * @param address the only address to listen on, or {@code null} for all that the machine has at any
 *     time
 * @param trustPort the port of the plain HTTP page that helps phones to trust the certificate
 *     authority, or 0 for any free one
 * @param folder where the certificate authority is kept
 * @param certificate a PEM file with the organiser's own certificate, followed by its chain; {@code
 *     null} for a certificate that the authority signs
 * @param key the PEM file of the certificate's key, or {@code null} if there is no certificate
 * @param requestsASecond how many requests an address may send in a second before it is refused
 */
public record Lan(
    InetAddress address,
    int trustPort,
    Path folder,
    Path certificate,
    Path key,
    int requestsASecond) {
  /**
   * The usual limit. A phone that scans and asks for changes sends about five requests a second. A
   * phone that catches up sends its scans in batches, so it needs no more.
   */
  public static final int REQUESTS_A_SECOND = 50;

  public Lan {
    Objects.requireNonNull(folder);
    if (certificate == null != (key == null)) {
      throw new IllegalArgumentException("a certificate and its key go together");
    }
  }
}
