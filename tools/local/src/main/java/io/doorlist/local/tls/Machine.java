package io.doorlist.local.tls;

import io.doorlist.local.failure.LocalHostException;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What this machine is called on its network. */
public final class Machine {
  private static final String FALLBACK = "doorlist";

  private Machine() {}

  /**
   * Returns this machine's IPv4 addresses but loopback, private ones first: what a router hands out
   * to a laptop, and what phones on the same Wi-Fi can reach.
   */
  public static List<InetAddress> addresses() {
    try {
      List<InetAddress> all = new ArrayList<>();
      for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
        if (each.isUp() && !each.isLoopback()) {
          each.inetAddresses().filter(Inet4Address.class::isInstance).forEach(all::add);
        }
      }
      all.sort(
          Comparator.comparing((InetAddress address) -> !address.isSiteLocalAddress())
              .thenComparing(InetAddress::getHostAddress));
      return all;
    } catch (IOException e) {
      throw new LocalHostException("this machine's addresses cannot be read", e);
    }
  }

  /** Returns this machine's name with {@code .local}, as multicast DNS knows it, and without. */
  public static List<String> names() {
    String name;
    try {
      name = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      name = FALLBACK;
    }
    String first = name.split("\\.", 2)[0].toLowerCase(Locale.ROOT);
    String plain = first.matches("[a-z0-9]([a-z0-9-]*[a-z0-9])?") ? first : FALLBACK;
    return List.of(plain + ".local", plain);
  }
}
