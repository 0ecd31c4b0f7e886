package io.doorlist.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a host; outside of tests it is {@link #SYSTEM}. */
@FunctionalInterface
public interface Resolver {
  /** The system's resolver. */
  Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  /**
   * Returns all addresses of a host, at least one.
   *
   * @throws UnknownHostException if it has none
   */
  List<InetAddress> resolve(String host) throws UnknownHostException;
}
