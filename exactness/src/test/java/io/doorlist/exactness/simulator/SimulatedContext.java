package io.doorlist.exactness.simulator;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What Lambda tells a function of a call that has just begun. */
record SimulatedContext(String requestId) implements Context {
  /** As template.yaml says. */
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  @Override
  public String getAwsRequestId() {
    return requestId;
  }

  @Override
  public String getLogGroupName() {
    return "";
  }

  @Override
  public String getLogStreamName() {
    return "";
  }

  @Override
  public String getFunctionName() {
    return "checkin-lists";
  }

  @Override
  public String getFunctionVersion() {
    return "1";
  }

  @Override
  public String getInvokedFunctionArn() {
    return "";
  }

  @Override
  public CognitoIdentity getIdentity() {
    return null;
  }

  @Override
  public ClientContext getClientContext() {
    return null;
  }

  @Override
  public int getRemainingTimeInMillis() {
    return (int) TIMEOUT.toMillis();
  }

  @Override
  public int getMemoryLimitInMB() {
    return 1769;
  }

  @Override
  public LambdaLogger getLogger() {
    return new LambdaLogger() {
      @Override
      public void log(String message) {
        Failures.note(message);
      }

      @Override
      public void log(byte[] message) {
        log(new String(message, StandardCharsets.UTF_8));
      }
    };
  }
}
