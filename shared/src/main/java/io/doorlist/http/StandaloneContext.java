package io.doorlist.http;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;

/**
 * The context of a call that does not come from Lambda. Its log is dropped. Tests override what
 * they need.
 */
public class StandaloneContext implements Context, LambdaLogger {
  private static final int MINUTE_MILLIS = 60_000;

  @Override
  public void log(String message) {
    // Nobody reads it.
  }

  @Override
  public void log(byte[] message) {
    // Nobody reads it.
  }

  @Override
  public LambdaLogger getLogger() {
    return this;
  }

  @Override
  public int getRemainingTimeInMillis() {
    return MINUTE_MILLIS;
  }

  @Override
  public String getAwsRequestId() {
    return "priming";
  }

  @Override
  public String getFunctionName() {
    return "priming";
  }

  @Override
  public String getFunctionVersion() {
    return "";
  }

  @Override
  public String getInvokedFunctionArn() {
    return "";
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
  public int getMemoryLimitInMB() {
    return 0;
  }

  @Override
  public CognitoIdentity getIdentity() {
    return null;
  }

  @Override
  public ClientContext getClientContext() {
    return null;
  }
}
