package io.doorlist.local.function;

import io.doorlist.table.Engine;
import java.net.URI;

/** Stands between functions and the services that they call, to see or to change calls. */
public interface ServiceInterceptor {
  ServiceInterceptor NONE = new ServiceInterceptor() {};

  default URI between(String function, URI service) {
    return service;
  }

  default Engine between(String function, Engine table) {
    return table;
  }
}
