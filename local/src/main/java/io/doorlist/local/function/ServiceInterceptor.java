package io.doorlist.local.function;

import io.doorlist.table.Engine;
import java.net.URI;

/**
 * Is called between functions and the services that they use, and can see or change these calls.
 */
public interface ServiceInterceptor {
  ServiceInterceptor NONE = new ServiceInterceptor() {};

  default URI between(String function, URI service) {
    return service;
  }

  default Engine between(String function, Engine table) {
    return table;
  }
}
