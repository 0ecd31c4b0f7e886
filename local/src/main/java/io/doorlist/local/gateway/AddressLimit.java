package io.doorlist.local.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.SelectorManager;

/**
 * Closes new connections of an address that already has too many, so that one phone cannot use up
 * the connections of all. If too many connections have never sent a request, it closes the oldest
 * of these. That way a crowd of addresses cannot use up all connections either. Loopback has no
 * limit. Thread-safe.
 */
final class AddressLimit implements SelectorManager.AcceptListener {
  private final int most;
  private final int mostSilent;
  private final LinkedHashSet<SelectableChannel> silent = new LinkedHashSet<>();
  private final Map<SelectableChannel, InetAddress> open = new ConcurrentHashMap<>();
  private final Map<InetAddress, Integer> counts = new ConcurrentHashMap<>();

  /** Creates a limit on connections of one address, and on silent connections of all addresses. */
  AddressLimit(int most, int mostSilent) {
    this.most = most;
    this.mostSilent = mostSilent;
  }

  void heard(SelectableChannel channel) {
    synchronized (silent) {
      silent.remove(channel);
    }
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
      } else {
        closeTooSilent(channel);
      }
    } catch (IOException e) {
      onClosed(channel); // The connection is already closed.
    }
  }

  private void closeTooSilent(SelectableChannel newest) throws IOException {
    SelectableChannel oldest;
    synchronized (silent) {
      silent.add(newest);
      oldest = silent.size() > mostSilent ? silent.removeFirst() : null;
    }
    if (oldest != null) {
      oldest.close();
      onClosed(oldest);
    }
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
    onClosed(channel);
  }

  @Override
  public void onClosed(SelectableChannel channel) {
    heard(channel);
    InetAddress address = open.remove(channel);
    if (address != null) {
      counts.computeIfPresent(address, (unused, count) -> count == 1 ? null : count - 1);
    }
  }
}
