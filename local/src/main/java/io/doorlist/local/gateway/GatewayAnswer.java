package io.doorlist.local.gateway;

import java.util.Map;

/** An answer to a client, from the gateway itself or passed on from a function. */
record GatewayAnswer(int status, Map<String, String> headers, byte[] body) {}
