package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What API Gateway logs of requests: a path contains QR codes, an identity an IP address, so logs
 * and traces contain the route instead. A trace of a stage has the whole URL of each request, and
 * so has an execution log of level INFO.
 */
class GatewayLogsTest {
  private static final Pattern VARIABLE = Pattern.compile("\\$(context|input)\\.[A-Za-z0-9_.]+");
  private static final Pattern SETTING =
      Pattern.compile("(TracingEnabled|DataTraceEnabled|LoggingLevel): *['\"]?([A-Za-z]+)");

  private static final Set<String> HARMLESS =
      Set.of("TracingEnabled=false", "DataTraceEnabled=false", "LoggingLevel=OFF");

  /** What a log may contain of a request. */
  private static final Set<String> OF_NOBODY =
      Set.of(
          """
          $context.accountId $context.apiId $context.authorizer.error $context.authorizer.latency
          $context.authorizer.status $context.authorizer.token_id $context.domainName
          $context.error.responseType $context.extendedRequestId $context.httpMethod
          $context.integration.error $context.integration.integrationStatus
          $context.integration.latency $context.integration.requestId $context.integration.status
          $context.integrationLatency $context.integrationStatus $context.protocol
          $context.requestId $context.requestTime $context.requestTimeEpoch $context.resourceId
          $context.resourcePath $context.responseLatency $context.responseLength $context.stage
          $context.status $context.xrayTraceId
          """
              .strip()
              .split("\\s+"));

  @Test
  void gateway_keepsTheRouteOfARequest_andNoPath() throws IOException {
    String template =
        Files.readString(Path.of(System.getProperty("doorlist.root"), "template.yaml"));

    assertEquals(Set.of(), tellsTooMuch(template));
  }

  private static Set<String> tellsTooMuch(String template) {
    Set<String> found = new TreeSet<>();
    VARIABLE.matcher(template).results().map(MatchResult::group).forEach(found::add);
    found.removeAll(OF_NOBODY);
    SETTING
        .matcher(template)
        .results()
        .map(setting -> setting.group(1) + "=" + setting.group(2))
        .forEach(found::add);
    found.removeAll(HARMLESS);
    return found;
  }
}
