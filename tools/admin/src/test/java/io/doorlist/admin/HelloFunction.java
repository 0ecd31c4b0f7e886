package io.doorlist.admin;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A function to pack and serve: it says where the template thinks that the API answers. */
public final class HelloFunction implements RequestStreamHandler {
  private final String url = System.getProperty("API_URL");

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    String answer = "{\"statusCode\":200,\"body\":\"hello from %s\"}".formatted(url);
    output.write(answer.getBytes(StandardCharsets.UTF_8));
  }
}
