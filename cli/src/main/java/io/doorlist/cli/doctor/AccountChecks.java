package io.doorlist.cli.doctor;

import io.doorlist.cli.connection.AwsApi;
import java.util.Map;
import org.w3c.dom.Document;

/** Whether an account and region are ready for the stack. */
record AccountChecks(AwsApi aws, Findings findings) {
  /** Below this AWS has not raised a fresh account's quota yet. */
  private static final int FEW_CALLS = 100;

  /** Returns whether the credentials work; without them nothing else can be looked at. */
  boolean credentials() {
    Findings asked = new Findings();
    asked.look(
        "credentials",
        "sts:GetCallerIdentity",
        () -> {
          Document answer = aws.query("sts", "2011-06-15", "GetCallerIdentity", Map.of());
          findings.ok(
              "credentials", "%s in %s".formatted(AwsApi.text(answer, "Arn"), aws.region()));
        });
    asked
        .all()
        .forEach(
            each ->
                findings.wrong(
                    "credentials",
                    each.found(),
                    "sign in again: `aws sso login`, or set AWS_PROFILE"));
    return asked.all().isEmpty();
  }

  /**
   * @param created whether the stack's own parameters create the role
   */
  void logRole(boolean created) {
    findings.look(
        "log role",
        "apigateway:GET on /account",
        () -> {
          Object role = aws.get("apigateway", "/account").get("cloudwatchRoleArn");
          if (role != null) {
            findings.ok("log role", String.valueOf(role));
          } else {
            findings.expect(
                created,
                "log role",
                "API Gateway has none in this region",
                "write ApiGatewayLogRole=create into the stage's parameter_overrides in samconfig.toml");
          }
        });
  }

  /**
   * @param needed the function calls at the same time that the evening needs; 0 if not asked
   */
  void concurrency(int needed) {
    findings.look(
        "concurrency",
        "lambda:GetAccountSettings",
        () -> {
          Map<?, ?> limit =
              (Map<?, ?>)
                  aws.get("lambda", "/2016-08-19/account-settings")
                      .getOrDefault("AccountLimit", Map.of());
          int calls = number(limit.get("ConcurrentExecutions"));
          findings.expect(
              calls >= Math.max(needed, FEW_CALLS),
              "concurrency",
              "functions may run %d times at the same time, %s"
                  .formatted(calls, needed > 0 ? needed + " are needed" : "100 are advisable"),
              "raise the quota \"Concurrent executions\" of Lambda; it takes days");
        });
  }

  /**
   * @param needed requests a second
   */
  void requestRate(int needed) {
    findings.look(
        "gateway",
        "apigateway:GET on /account",
        () -> {
          Object settings = aws.get("apigateway", "/account").get("throttleSettings");
          int rate = settings instanceof Map<?, ?> map ? number(map.get("rateLimit")) : 0;
          if (rate == 0) {
            findings.note("gateway", "does not say its quota", "look for it in Service Quotas");
          } else {
            findings.expect(
                rate >= needed,
                "gateway",
                "the account takes %,d requests a second, %,d are needed".formatted(rate, needed),
                "raise the quota \"Throttle rate\" of API Gateway");
          }
        });
  }

  /** Returns a number of AWS's JSON, which may be a text. */
  static int number(Object value) {
    return value == null ? 0 : (int) Double.parseDouble(String.valueOf(value));
  }
}
