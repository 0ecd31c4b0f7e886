package io.doorlist.testing;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.LambdaRuntime;
import java.lang.reflect.Proxy;

/** What Lambda tells a function of a call; what no function of ours asks is {@code null}. */
public final class TestContext {
  private TestContext() {}

  /** Returns the context of a call that has this long left. */
  public static Context of(int remainingMillis) {
    return of(remainingMillis, LambdaRuntime.getLogger());
  }

  /** Returns a context that keeps the function's log lines off the console. */
  public static Context silent(int remainingMillis) {
    return of(
        remainingMillis,
        new LambdaLogger() {
          @Override
          public void log(String message) {}

          @Override
          public void log(byte[] message) {}
        });
  }

  private static Context of(int remainingMillis, LambdaLogger logger) {
    return (Context)
        Proxy.newProxyInstance(
            Context.class.getClassLoader(),
            new Class<?>[] {Context.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getRemainingTimeInMillis" -> remainingMillis;
                  case "getAwsRequestId" -> "aws-request";
                  case "getLogger" -> logger;
                  default -> null;
                });
  }
}
