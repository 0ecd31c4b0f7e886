package io.doorlist.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a host, at least one; outside of tests it is {@link #SYSTEM}. */
@FunctionalInterface
public interface Resolver {
  Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  List<InetAddress> resolve(String host) throws UnknownHostException;
}
