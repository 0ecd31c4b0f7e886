package io.doorlist.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/** The private networks of IPv4 that this machine is in. */
final class OwnNetworks {
  private OwnNetworks() {}

  /** Returns whether this is a private address of a network that the machine is in now. */
  static boolean contain(InetAddress address) {
    try {
      return address instanceof Inet4Address
          && address.isSiteLocalAddress()
          && NetworkInterface.networkInterfaces()
              .flatMap(each -> each.getInterfaceAddresses().stream())
              .anyMatch(own -> reaches(own, address));
    } catch (SocketException e) {
      return false;
    }
  }

  private static boolean reaches(InterfaceAddress own, InetAddress address) {
    return own.getAddress() instanceof Inet4Address here
        && new PublicAddresses.Block(here.getAddress(), own.getNetworkPrefixLength())
            .contains(address.getAddress());
  }
}
