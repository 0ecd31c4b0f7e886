package io.doorlist.cli.doctor;

import static io.doorlist.cli.doctor.Stack.number;

import io.doorlist.cli.connection.AwsApi;
import io.doorlist.cli.connection.AwsFault;
import io.doorlist.cli.connection.NoAnswer;
import java.io.UncheckedIOException;
import java.util.Map;
import org.w3c.dom.Document;

/** Checks whether an AWS account is ready for the stack in a region. */
record AccountChecks(AwsApi aws, Findings findings) {
  /** An account with a lower quota is new, and AWS has not raised its quota yet. */
  private static final int FEW_CALLS = 100;

  /** Returns whether the credentials work. Without them no other check is possible. */
  boolean credentials() {
    try {
      Document answer = aws.query("sts", "2011-06-15", "GetCallerIdentity", Map.of());
      findings.ok("credentials", AwsApi.text(answer, "Arn") + " in " + aws.region());
      return true;
    } catch (AwsFault e) {
      findings.wrong(
          "credentials",
          "not looked at: " + e.getMessage(),
          "sign in again: `aws sso login`, or set AWS_PROFILE");
      return false;
    } catch (UncheckedIOException e) {
      NoAnswer none = NoAnswer.of(e, "in region " + aws.region());
      findings.wrong("credentials", none.reason(), none.hint());
      return false;
    }
  }

  /**
   * Checks that API Gateway has a role for its logs.
   *
   * @param created whether the stack's parameters let it create that role
   */
  void logRole(boolean created) {
    Object role = aws.get("apigateway", "/account").get("cloudwatchRoleArn");
    findings.expect(
        created || role != null,
        "log role",
        role == null ? "API Gateway has none in this region" : role.toString(),
        "write ApiGatewayLogRole=create into the stage's parameter_overrides in samconfig.toml");
  }

  /**
   * Checks how many calls may run at the same time.
   *
   * @param needed how many the evening needs; 0 if nobody said how many people come
   */
  void concurrency(int needed) {
    Map<String, Object> settings = aws.get("lambda", "/2016-08-19/account-settings");
    int calls = number(Stack.map(settings.get("AccountLimit")).get("ConcurrentExecutions"));
    findings.expect(
        calls >= Math.max(needed, FEW_CALLS),
        "concurrency",
        "functions may run %d times at the same time, %s"
            .formatted(calls, needed > 0 ? needed + " are needed" : "100 are advisable"),
        "raise the quota \"Concurrent executions\" of Lambda; it takes days");
  }

  void requestRate(int needed) {
    Object settings = aws.get("apigateway", "/account").get("throttleSettings");
    int rate = number(Stack.map(settings).get("rateLimit"));
    if (rate == 0) {
      findings.note("gateway", "does not say its quota", "look for it in Service Quotas");
    } else {
      findings.expect(
          rate >= needed,
          "gateway",
          "the account takes %,d requests a second, %,d are needed".formatted(rate, needed),
          "raise the quota \"Throttle rate\" of API Gateway");
    }
  }
}
