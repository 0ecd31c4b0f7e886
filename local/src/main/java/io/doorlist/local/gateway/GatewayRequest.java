package io.doorlist.local.gateway;

import java.util.List;
import java.util.SortedMap;

/**
 * A request as the gateway received it, without its body.
 *
 * @param id created for this request
 * @param target path and query as they were sent
 * @param headers values by name, in the order in which they were sent. Names are case-insensitive
 * @param headerBytes the size of the client's headers, without line ends
 * @param announcedBytes the length that the client announced for the body, or -1
 * @param sourceIp the address of the sender
 */
record GatewayRequest(
    String id,
    String method,
    String target,
    String protocol,
    SortedMap<String, List<String>> headers,
    int headerBytes,
    long announcedBytes,
    String sourceIp) {
  String header(String name) {
    List<String> values = headers.get(name);
    return values == null ? null : values.getLast();
  }
}
