package io.doorlist.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * Decides which addresses are on the public internet. Not public are the addresses in IANA's
 * special-purpose registries (loopback, private, link-local, shared, documentation, benchmark,
 * multicast, reserved); IPv6 outside of 2000::/3, which excludes unique-local, mapped and NAT64
 * addresses; and tunnels that contain an IPv4 address (6to4, Teredo, ISATAP), because they lead
 * wherever that address leads.
 */
final class PublicAddresses {
  private static final List<Block> NOT_PUBLIC_V4 =
      List.of(
          block("0.0.0.0", 8),
          block("10.0.0.0", 8),
          block("100.64.0.0", 10),
          block("127.0.0.0", 8),
          // Azure's metadata and DNS, though in a public range.
          block("168.63.129.16", 32),
          block("169.254.0.0", 16),
          block("172.16.0.0", 12),
          block("192.0.0.0", 24),
          block("192.0.2.0", 24),
          block("192.31.196.0", 24),
          block("192.52.193.0", 24),
          block("192.88.99.0", 24),
          block("192.168.0.0", 16),
          block("192.175.48.0", 24),
          block("198.18.0.0", 15),
          block("198.51.100.0", 24),
          block("203.0.113.0", 24),
          // Multicast, reserved and broadcast.
          block("224.0.0.0", 3));

  private static final Block GLOBAL_UNICAST_V6 = block("2000::", 3);

  private static final List<Block> NOT_PUBLIC_V6 =
      List.of(
          // Teredo, benchmark, ORCHID and other protocols' own.
          block("2001::", 23),
          block("2001:db8::", 32),
          // 6to4.
          block("2002::", 16),
          block("2620:4f:8000::", 48),
          block("3fff::", 20));

  private PublicAddresses() {}

  /** Returns whether this address is on the public internet. */
  static boolean contain(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length == 4) {
      return NOT_PUBLIC_V4.stream().noneMatch(block -> block.contains(bytes));
    }
    return GLOBAL_UNICAST_V6.contains(bytes)
        && NOT_PUBLIC_V6.stream().noneMatch(block -> block.contains(bytes))
        && !isatap(bytes);
  }

  /**
   * Returns whether the interface id is 0:5efe or 200:5efe followed by an IPv4 address (RFC 5214).
   */
  private static boolean isatap(byte[] bytes) {
    return (bytes[8] & ~0x02) == 0
        && bytes[9] == 0
        && bytes[10] == 0x5e
        && bytes[11] == (byte) 0xfe;
  }

  /** All addresses that begin with the same bits. */
  record Block(byte[] first, int bits) {
    boolean contains(byte[] address) {
      int whole = bits / 8;
      for (int i = 0; i < whole; i++) {
        if (address[i] != first[i]) {
          return false;
        }
      }
      int rest = bits % 8;
      int mask = 0xff00 >> rest;
      return rest == 0 || (address[whole] & mask & 0xff) == (first[whole] & mask & 0xff);
    }
  }

  private static Block block(String first, int bits) {
    try {
      return new Block(InetAddress.getByName(first).getAddress(), bits);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address in digits is not looked up", e);
    }
  }
}
