package io.doorlist.acceptance.planted;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;

/** The real functions, which are in the packages and not on this module's class path. */
final class Real {
  private Real() {}

  static RequestStreamHandler function(String name) {
    try {
      return (RequestStreamHandler) Class.forName(name).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
