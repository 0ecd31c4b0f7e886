package io.doorlist.local.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Needs another class only when it is called. */
public final class FragileFunction implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
    out.write(Words.greeting().getBytes(StandardCharsets.UTF_8));
  }

  /** A class of its own, which is loaded with the first call. */
  static final class Words {
    private Words() {}

    static String greeting() {
      return "hello";
    }
  }
}
