package io.doorlist.http;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;

/** A function that answers API Gateway's requests: its constructor says which, with what. */
public abstract class ApiFunction implements RequestStreamHandler {
  private ApiHandler api;

  /** Serves these routes. */
  protected final void serve(Router router, Clock clock, Settings settings) {
    api = new ApiHandler(router, clock, settings);
  }

  @Override
  public final void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    api.handle(input, output, context);
  }
}
