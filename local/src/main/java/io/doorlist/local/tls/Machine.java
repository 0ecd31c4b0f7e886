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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The addresses and names of this machine on its network. */
public final class Machine {
  private static final String FALLBACK = "doorlist";

  private static final Comparator<InetAddress> PRIVATE_FIRST =
      Comparator.comparing((InetAddress address) -> !address.isSiteLocalAddress())
          .thenComparing(InetAddress::getHostAddress);

  /** Names of interfaces of bridges, tunnels and virtual machines, which phones cannot reach. */
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "^(docker|podman|cni|br-|bridge|virbr|lxc|lxd|incus|veth|vmnet|vboxnet|tun|tap|utun|wg|zt|tailscale|ppp|ipsec|feth)"
              + "|virtual|vethernet|vpn|hyper-v",
          Pattern.CASE_INSENSITIVE);

  private Machine() {}

  /**
   * Returns this machine's IPv4 addresses except loopback. First come those that phones on the same
   * Wi-Fi can most likely reach. So addresses of a network card come before those of a tunnel, a
   * container or a virtual machine. Private addresses, which a router hands out, come before
   * others.
   */
  public static List<InetAddress> addresses() {
    try {
      List<Card> cards = new ArrayList<>();
      for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
        if (each.isUp() && !each.isLoopback()) {
          boolean inside = each.isPointToPoint() || each.isVirtual();
          cards.add(
              new Card(
                  each.getName() + " " + each.getDisplayName(),
                  inside,
                  each.inetAddresses().filter(Inet4Address.class::isInstance).toList()));
        }
      }
      return sorted(cards);
    } catch (IOException e) {
      throw new LocalHostException("this machine's addresses cannot be read", e);
    }
  }

  /**
   * A network interface.
   *
   * @param name the system's name for it, followed by the name that Windows shows
   * @param inside whether it surely leads into a tunnel, or stays inside this machine
   */
  record Card(String name, boolean inside, List<InetAddress> addresses) {
    boolean elsewhere() {
      return inside || ELSEWHERE.matcher(name).find();
    }
  }

  static List<InetAddress> sorted(List<Card> cards) {
    return Stream.of(false, true)
        .flatMap(
            elsewhere ->
                cards.stream()
                    .filter(card -> card.elsewhere() == elsewhere)
                    .flatMap(card -> card.addresses().stream())
                    .sorted(PRIVATE_FIRST))
        .toList();
  }

  /**
   * Returns this machine's name twice: with {@code .local}, as multicast DNS has it, and without.
   */
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
