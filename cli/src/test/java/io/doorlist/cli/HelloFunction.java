package io.doorlist.cli;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** A function to pack and serve: it answers with two parameters of the template. */
public final class HelloFunction implements RequestStreamHandler {
  private final String answer =
      "{\"statusCode\":200,\"body\":\"%s for %s\"}"
          .formatted(setting("API_URL"), setting("ALLOWED_ORIGINS"));

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    output.write(answer.getBytes(StandardCharsets.UTF_8));
  }

  /** Reads the file of settings that the local host gives to a function. */
  private static String setting(String name) {
    try (InputStream file =
        Thread.currentThread()
            .getContextClassLoader()
            .getResourceAsStream("environment.properties")) {
      Properties settings = new Properties();
      settings.load(file);
      return settings.getProperty(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
