package io.doorlist.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A Lambda context whose remaining time is fixed, and which keeps the log. */
final class FixedContext extends StandaloneContext {
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
  public String getFunctionName() {
    return "function";
  }

  @Override
  public void log(String message) {
    lines.add(message);
  }

  @Override
  public void log(byte[] message) {
    log(new String(message, StandardCharsets.UTF_8).strip());
  }
}
