package io.doorlist.webhook;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Where a webhook is posted to. The URL must follow narrow rules, so that every other program reads
 * it the same way. It has {@code https}, a DNS name in ASCII (an international one as {@code
 * xn--}), port 443 or 8443, no user and no fragment. A numeric address is refused in every
 * notation. If {@code nearby} is set, an address of this machine or of a private network is
 * allowed, too, with {@code http} and any port.
 *
 * @param near whether it is such a nearby address
 * @param host in lower case; an IPv6 address without its brackets
 * @param path path and query, from the first slash on
 */
record WebhookTarget(boolean near, boolean secure, String host, int port, String path) {
  private static final int MAX_URL = 2_000;
  private static final Pattern PRINTABLE = Pattern.compile("[\\x21-\\x7e]+");
  private static final Pattern NAME =
      Pattern.compile(
          "(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?");

  /** The last labels of names that are not in the public DNS. */
  private static final Set<String> SPECIAL =
      Set.of(
          ("alt arpa corp example home internal intranet invalid lan local localdomain localhost"
                  + " onion private test")
              .split(" "));

  private static final Set<Integer> PORTS = Set.of(443, 8443);
  private static final Pattern NEAR =
      Pattern.compile(
          "([a-z0-9-]{1,63}\\.){0,3}localhost|::1|(127|10|172|192)(\\.(0|[1-9][0-9]{0,2})){3}");

  static WebhookTarget read(String url, boolean nearby) throws RefusedTargetException {
    if (url.length() > MAX_URL || !PRINTABLE.matcher(url).matches()) {
      throw new RefusedTargetException(
          "a target is a URL of at most " + MAX_URL + " visible ASCII characters");
    }
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw new RefusedTargetException("a target is a URL");
    }
    if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
      throw new RefusedTargetException("a target names a host, and no user and no fragment");
    }
    String host = uri.getHost().toLowerCase(Locale.ROOT).replaceAll("^\\[|\\]$", "");
    boolean near = nearby && NEAR.matcher(host).matches();
    if (!near && !publicName(host)) {
      throw new RefusedTargetException("a target's host is a name of the public DNS");
    }
    boolean secure = "https".equalsIgnoreCase(uri.getScheme());
    if (!secure && !(near && "http".equalsIgnoreCase(uri.getScheme()))) {
      throw new RefusedTargetException("a target is https");
    }
    int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
    if (near ? port < 1 || port > 65_535 : !PORTS.contains(port)) {
      throw new RefusedTargetException("a target's port is 443 or 8443");
    }
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return new WebhookTarget(near, secure, host, port, path + query);
  }

  /**
   * Looks the host up once. Each address of a nearby target must be nearby, and each address of any
   * other target must be on the public internet.
   */
  List<InetAddress> addresses(Resolver resolver, Predicate<InetAddress> own)
      throws RefusedTargetException, UnknownHostException {
    List<InetAddress> addresses = resolver.resolve(host);
    for (InetAddress address : addresses) {
      if (near && !address.isLoopbackAddress() && !own.test(address)) {
        throw new RefusedTargetException("a target is on this machine or in its private networks");
      }
      if (!near && !PublicAddresses.contain(address)) {
        throw new RefusedTargetException("a target's host has public addresses only");
      }
    }
    return addresses;
  }

  String authority() {
    String bracketed = host.contains(":") ? "[" + host + "]" : host;
    return port == (secure ? 443 : 80) ? bracketed : bracketed + ":" + port;
  }

  private static boolean publicName(String host) {
    return NAME.matcher(host).matches()
        && !SPECIAL.contains(host.substring(host.lastIndexOf('.') + 1));
  }
}
