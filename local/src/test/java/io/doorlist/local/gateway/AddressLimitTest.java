package io.doorlist.local.gateway;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddressLimitTest {
  /** 140 addresses that opened 32 connections each and said nothing kept every phone out. */
  @Test
  void oldestConnectionThatSentNothing_goesFirst() throws IOException {
    AddressLimit limit = new AddressLimit(32, 3);
    List<SocketChannel> all = new ArrayList<>();
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      for (int i = 0; i < 3; i++) {
        all.add(SocketChannel.open(server.getLocalAddress()));
        limit.onAccepting(all.getLast());
      }
      limit.heard(all.getFirst());
      for (int i = 0; i < 2; i++) {
        all.add(SocketChannel.open(server.getLocalAddress()));
        limit.onAccepting(all.getLast());
      }

      assertTrue(all.get(0).isOpen());
      assertFalse(all.get(1).isOpen());
      assertTrue(all.get(2).isOpen() && all.get(3).isOpen() && all.get(4).isOpen());
    } finally {
      for (SocketChannel each : all) {
        each.close();
      }
    }
  }
}
