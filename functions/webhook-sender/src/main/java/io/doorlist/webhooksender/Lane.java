package io.doorlist.webhooksender;

import io.doorlist.queue.DeliveryQueue;
import io.doorlist.webhook.DeliveryOutcome;
import java.util.Map;

/**
 * A queue, and how its messages are posted. Quick receivers have one lane and slow receivers
 * another, so slow receivers delay only each other.
 */
record Lane(DeliveryQueue queue, Post post) {
  /** Posts a message. Except in tests, this is a client with the time limit of the lane. */
  @FunctionalInterface
  interface Post {
    DeliveryOutcome post(String url, Map<String, String> headers, byte[] body);
  }
}
