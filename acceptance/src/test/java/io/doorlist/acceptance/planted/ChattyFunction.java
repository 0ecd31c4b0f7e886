package io.doorlist.acceptance.planted;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A planted hole: the orders function, which logs its answers. */
public final class ChattyFunction implements RequestStreamHandler {
  private final RequestStreamHandler function = Real.function("io.doorlist.orders.OrdersFunction");

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    function.handleRequest(input, answer, context);
    context.getLogger().log("answered " + answer.toString(StandardCharsets.UTF_8));
    answer.writeTo(output);
  }
}
