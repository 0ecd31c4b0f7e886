package io.doorlist.testing;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaRuntime;
import io.doorlist.http.StandaloneContext;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The context of a call; methods that our functions do not use return nothing. */
public final class TestContext extends StandaloneContext {
  private final int remainingMillis;
  private final Consumer<String> lines;

  private TestContext(int remainingMillis, Consumer<String> lines) {
    this.remainingMillis = remainingMillis;
    this.lines = lines;
  }

  public static Context of(int remainingMillis) {
    return logging(remainingMillis, LambdaRuntime.getLogger()::log);
  }

  /** Returns a context that keeps the function's log lines off the console. */
  public static Context silent(int remainingMillis) {
    return logging(remainingMillis, line -> {});
  }

  public static Context logging(int remainingMillis, Consumer<String> lines) {
    return new TestContext(remainingMillis, lines);
  }

  @Override
  public void log(String message) {
    lines.accept(message);
  }

  @Override
  public void log(byte[] message) {
    log(new String(message, StandardCharsets.UTF_8));
  }

  @Override
  public int getRemainingTimeInMillis() {
    return remainingMillis;
  }

  @Override
  public String getAwsRequestId() {
    return "aws-request";
  }

  @Override
  public String getFunctionName() {
    return "function";
  }
}
