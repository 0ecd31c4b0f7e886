package io.doorlist.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * Finds the addresses of a host, of which there is at least one. Tests use other resolvers than
 * {@link #SYSTEM}.
 */
@FunctionalInterface
public interface Resolver {
  Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  List<InetAddress> resolve(String host) throws UnknownHostException;
}
