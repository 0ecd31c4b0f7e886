package io.doorlist.webhooksender;

import io.doorlist.queue.DeliveryQueue;
import io.doorlist.webhook.DeliveryOutcome;
import java.util.Map;

/**
 * A queue and how its messages are posted: quick receivers have the one, those that take long the
 * other, and so hold up only each other.
 */
record Lane(DeliveryQueue queue, Post post) {
  /** Posts a message; outside of tests it is a client with the time limit of the lane. */
  @FunctionalInterface
  interface Post {
    DeliveryOutcome post(String url, Map<String, String> headers, byte[] body);
  }
}
