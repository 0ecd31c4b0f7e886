package io.doorlist.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Decides which addresses are on the public internet. The addresses in IANA's special-purpose
 * registries are not public: loopback, private, link-local, shared, documentation, benchmark,
 * multicast and reserved ones. IPv6 outside of 2000::/3 is not public, which excludes unique-local,
 * mapped and NAT64 addresses. Tunnels that contain an IPv4 address (6to4, Teredo, ISATAP) are not
 * public either, because they lead wherever that address leads.
 */
final class PublicAddresses {
  /**
   * 168.63.129.16 has Azure's metadata and DNS, though it is in a public range. The last block has
   * multicast and reserved addresses.
   */
  private static final List<Block> NOT_PUBLIC_V4 =
      blocks(
          "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16"
              + " 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24"
              + " 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24"
              + " 203.0.113.0/24 224.0.0.0/3");

  private static final List<Block> GLOBAL_UNICAST_V6 = blocks("2000::/3");

  /**
   * The first block has Teredo, benchmark, ORCHID and other protocols' own addresses. The third is
   * 6to4.
   */
  private static final List<Block> NOT_PUBLIC_V6 =
      blocks("2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20");

  private PublicAddresses() {}

  static boolean contain(InetAddress address) {
    byte[] bytes = address.getAddress();
    return bytes.length == 4
        ? !isIn(NOT_PUBLIC_V4, bytes)
        : isIn(GLOBAL_UNICAST_V6, bytes) && !isIn(NOT_PUBLIC_V6, bytes) && !isatap(bytes);
  }

  private static boolean isIn(List<Block> blocks, byte[] address) {
    return blocks.stream().anyMatch(block -> block.contains(address));
  }

  /**
   * Returns whether the interface id is 0:5efe or 200:5efe, followed by an IPv4 address (RFC 5214).
   */
  private static boolean isatap(byte[] bytes) {
    return (bytes[8] & ~0x02) == 0
        && bytes[9] == 0
        && bytes[10] == 0x5e
        && bytes[11] == (byte) 0xfe;
  }

  /**
   * Returns whether this is a private IPv4 address in a network to which this machine is now
   * connected.
   */
  static boolean near(InetAddress address) {
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
        && new Block(here.getAddress(), own.getNetworkPrefixLength())
            .contains(address.getAddress());
  }

  private static List<Block> blocks(String blocks) {
    return Stream.of(blocks.split(" ")).map(each -> Block.of(each.split("/"))).toList();
  }

  private record Block(byte[] first, int bits) {
    static Block of(String... parts) {
      try {
        return new Block(InetAddress.getByName(parts[0]).getAddress(), Integer.parseInt(parts[1]));
      } catch (UnknownHostException e) {
        throw new IllegalStateException("an address in digits is not looked up", e);
      }
    }

    boolean contains(byte[] address) {
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> bit % 8;
        if ((address[bit / 8] & mask) != (first[bit / 8] & mask)) {
          return false;
        }
      }
      return true;
    }
  }
}
