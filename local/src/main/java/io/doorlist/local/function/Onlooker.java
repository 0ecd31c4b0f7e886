package io.doorlist.local.function;

import java.net.URI;

/** Sees the calls that functions make to their services. */
public interface Onlooker {
  /**
   * Returns the address at which a function should call a service; it may be the service's own.
   *
   * @param function its logical id
   * @param service where DynamoDB or SQS answers
   */
  URI between(String function, URI service);
}
