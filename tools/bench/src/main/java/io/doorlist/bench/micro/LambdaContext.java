package io.doorlist.bench.micro;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;

/** What Lambda tells of a request, with a log that nobody reads. */
public final class LambdaContext implements Context {
  private static final LambdaLogger NO_LOG =
      new LambdaLogger() {
        @Override
        public void log(String message) {
          // Writing it is Lambda's work.
        }

        @Override
        public void log(byte[] message) {
          // Writing it is Lambda's work.
        }
      };

  @Override
  public String getAwsRequestId() {
    return "7f2c1f0e-4f0a-4c1e-9a53-000000000007";
  }

  @Override
  public String getLogGroupName() {
    return "/aws/lambda/bench";
  }

  @Override
  public String getLogStreamName() {
    return "bench";
  }

  @Override
  public String getFunctionName() {
    return "bench";
  }

  @Override
  public String getFunctionVersion() {
    return "1";
  }

  @Override
  public String getInvokedFunctionArn() {
    return "arn:aws:lambda:eu-west-1:123456789012:function:bench";
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
    return 10_000;
  }

  @Override
  public int getMemoryLimitInMB() {
    return 1769;
  }

  @Override
  public LambdaLogger getLogger() {
    return NO_LOG;
  }
}
