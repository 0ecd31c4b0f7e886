package io.doorlist.local.function;

import java.net.URI;

/** Sees the calls that functions make to their services. */
public interface Onlooker {
  /**
   * Returns where a function is to call a service, which may be where it answers.
   *
   * @param function its logical id
   * @param service where DynamoDB or SQS answers
   */
  URI between(String function, URI service);
}
