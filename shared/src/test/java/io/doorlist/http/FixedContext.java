package io.doorlist.http;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A Lambda context whose time does not run, and which keeps what is logged. */
final class FixedContext implements Context {
  private final int remainingMillis;
  private final List<String> lines = new ArrayList<>();

  FixedContext(int remainingMillis) {
    this.remainingMillis = remainingMillis;
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public int getRemainingTimeInMillis() {
    return remainingMillis;
  }

  @Override
  public String getAwsRequestId() {
    return "aws-request-1";
  }

  @Override
  public LambdaLogger getLogger() {
    return new LambdaLogger() {
      @Override
      public void log(String message) {
        lines.add(message);
      }

      @Override
      public void log(byte[] message) {
        log(new String(message, StandardCharsets.UTF_8).strip());
      }
    };
  }

  @Override
  public String getLogGroupName() {
    return "group";
  }

  @Override
  public String getLogStreamName() {
    return "stream";
  }

  @Override
  public String getFunctionName() {
    return "function";
  }

  @Override
  public String getFunctionVersion() {
    return "1";
  }

  @Override
  public String getInvokedFunctionArn() {
    return "arn:aws:lambda:eu-west-1:123456789012:function:function";
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
  public int getMemoryLimitInMB() {
    return 1769;
  }
}
