package io.doorlist.admin;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A function to pack and serve: it answers every request in the same way. */
public final class HelloFunction implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    output.write("{\"statusCode\":200,\"body\":\"hello\"}".getBytes(StandardCharsets.UTF_8));
  }
}
