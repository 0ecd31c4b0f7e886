package io.doorlist.local.gateway;

import java.util.List;
import java.util.Map;

/**
 * An answer to a client, from the gateway itself or passed on from a function.
 *
 * @param headers in the order in which they are sent
 */
record GatewayAnswer(int status, Map<String, List<String>> headers, byte[] body) {}
