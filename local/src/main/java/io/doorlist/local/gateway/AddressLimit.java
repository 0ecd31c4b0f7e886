package io.doorlist.local.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.SelectorManager;

/**
 * Closes connections of an address that has too many already, so that one phone cannot use up those
 * of all. Loopback has no limit. Thread-safe.
 */
final class AddressLimit implements SelectorManager.AcceptListener {
  private final int most;
  private final Map<SelectableChannel, InetAddress> open = new ConcurrentHashMap<>();
  private final Map<InetAddress, Integer> counts = new ConcurrentHashMap<>();

  AddressLimit(int most) {
    this.most = most;
  }

  @Override
  public void onAccepting(SelectableChannel channel) {
    try {
      InetAddress address =
          ((InetSocketAddress) ((SocketChannel) channel).getRemoteAddress()).getAddress();
      open.put(channel, address);
      if (counts.merge(address, 1, Integer::sum) > most) {
        channel.close();
        onClosed(channel);
      }
    } catch (IOException e) {
      onClosed(channel); // It is gone already.
    }
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
    onClosed(channel);
  }

  @Override
  public void onClosed(SelectableChannel channel) {
    InetAddress address = open.remove(channel);
    if (address != null) {
      counts.computeIfPresent(address, (unused, count) -> count == 1 ? null : count - 1);
    }
  }
}
