package io.doorlist.acceptance.planted;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A planted hole: the events function, which fails and shows clients why. */
public final class FrankFunction implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    String detail = new IllegalStateException("no event in the answer of the table").toString();
    String id = context.getAwsRequestId();
    String body =
        """
        {\\"type\\":\\"urn:doorlist:problem:internal_error\\",\\"title\\":\\"Internal error\\",\
        \\"status\\":500,\\"detail\\":\\"%s\\",\\"code\\":\\"internal_error\\",\\"request_id\\":\\"%s\\"}\
        """
            .formatted(detail, id);
    String answer =
        """
        {"statusCode":500,"headers":{"Content-Type":"application/problem+json",\
        "Cache-Control":"no-store","X-Request-Id":"%s"},"body":"%s"}\
        """
            .formatted(id, body);
    output.write(answer.getBytes(StandardCharsets.UTF_8));
  }
}
