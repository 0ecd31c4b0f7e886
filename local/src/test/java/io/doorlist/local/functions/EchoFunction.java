package io.doorlist.local.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers with its own input as the body, or does what the path parameter {@code behaviour} says.
 * It is packed at test time and shares only the JDK with the tests.
 */
public final class EchoFunction implements RequestStreamHandler {
  private static final Pattern BEHAVIOUR = Pattern.compile("\"behaviour\":\"([^\"]*)\"");
  private static final Pattern REPLY = Pattern.compile("\"X-Reply\":\"([^\"]*)\"");

  private final String greeting = TestEnvironment.get("TEST_GREETING");
  private final ClassLoader loaderOfConstructor = Thread.currentThread().getContextClassLoader();

  @Override
  public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
    String input = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    Matcher behaviour = BEHAVIOUR.matcher(input);
    String reply =
        switch (behaviour.find() ? behaviour.group(1) : "echo") {
          case "fail" -> throw new IllegalStateException("secret", new IOException("secret"));
          case "meet" -> meet();
          case "big" -> answer("x".repeat(7_000_000));
          case "nothing" -> "";
          case "reply" -> reply(input);
          case "setting" -> answer(greeting);
          case "settings" -> answer(TestEnvironment.all());
          case "self" -> answer(self(context));
          default -> answer(input);
        };
    out.write(reply.getBytes(StandardCharsets.UTF_8));
  }

  private String self(Context context) {
    context.getLogger().log("");
    ClassLoader own = getClass().getClassLoader();
    return String.join(
        ",",
        "loader " + own.getName(),
        "constructor's " + (loaderOfConstructor == own),
        "thread's " + (Thread.currentThread().getContextClassLoader() == own),
        "host " + sees("io.doorlist.local.LocalHost"),
        "junit " + sees("org.junit.jupiter.api.Test"),
        "sql " + sees("java.sql.Connection"),
        "function " + context.getFunctionName(),
        "in time " + (context.getRemainingTimeInMillis() > 0),
        "request " + context.getAwsRequestId());
  }

  private static boolean sees(String type) {
    try {
      Class.forName(type);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Waits for as many concurrent calls as the test expects. */
  private static String meet() {
    try {
      ((CyclicBarrier) System.getProperties().get("doorlist.test.barrier"))
          .await(60, TimeUnit.SECONDS);
      return answer("met");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static String reply(String input) {
    Matcher reply = REPLY.matcher(input);
    if (!reply.find()) {
      throw new IllegalArgumentException("no X-Reply");
    }
    return new String(Base64.getDecoder().decode(reply.group(1)), StandardCharsets.UTF_8);
  }

  private static String answer(String body) {
    return "{\"statusCode\":200,\"headers\":{\"Content-Type\":\"text/plain\"},\"body\":\""
        + body.replace("\\", "\\\\").replace("\"", "\\\"")
        + "\"}";
  }
}
