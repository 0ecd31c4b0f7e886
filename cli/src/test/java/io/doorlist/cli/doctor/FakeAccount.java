package io.doorlist.cli.doctor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers as AWS and the API of a healthy stack do; tests replace an answer by the beginning of its
 * question: an action, a target or a path.
 */
final class FakeAccount implements AutoCloseable {
  private static final List<String> PROPERTIES =
      List.of("aws.accessKeyId", "aws.secretAccessKey", "aws.region", "aws.endpointUrl");

  /** An answer. */
  record Answer(int status, String body) {}

  private final Map<String, Answer> answers = new LinkedHashMap<>();
  private final HttpServer server;

  FakeAccount() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    System.setProperty("aws.accessKeyId", "AKIAEXAMPLE");
    System.setProperty("aws.secretAccessKey", "example");
    System.setProperty("aws.region", "eu-west-1");
    System.setProperty("aws.endpointUrl", url());
    healthy();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Replaces the answer to the questions that begin like this. */
  void answer(String question, int status, String body) {
    answers.put(question, new Answer(status, body));
  }

  @Override
  public void close() {
    server.stop(0);
    PROPERTIES.forEach(System::clearProperty);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body =
        URLDecoder.decode(
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
            StandardCharsets.UTF_8);
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    String question =
        target != null
            ? target.replaceFirst("^.*\\.", "")
            : body.startsWith("Action=")
                ? body.replaceFirst("&Version=[^&]*", "")
                : exchange.getRequestMethod() + " " + exchange.getRequestURI();
    Answer answer =
        answers.entrySet().stream()
            .filter(each -> question.startsWith(each.getKey()))
            .max((a, b) -> Integer.compare(a.getKey().length(), b.getKey().length()))
            .map(Map.Entry::getValue)
            .orElse(new Answer(400, "no answer to " + question));
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void healthy() {
    answer("Action=GetCallerIdentity", 200, "<R><Arn>arn:aws:iam::123456789012:user/ops</Arn></R>");
    answer(
        "GET /account",
        200,
        """
        {"cloudwatchRoleArn":"arn:aws:iam::123456789012:role/logs",
         "throttleSettings":{"rateLimit":10000.0,"burstLimit":5000}}
        """);
    answer(
        "GET /2016-08-19/account-settings",
        200,
        """
        {"AccountLimit":{"ConcurrentExecutions":1000}}
        """);
    answer(
        "Action=DescribeStacks",
        200,
        """
        <R><Stacks><member><StackStatus>UPDATE_COMPLETE</StackStatus><Parameters>
        <member><ParameterKey>CheckinRate</ParameterKey><ParameterValue>300</ParameterValue></member>
        <member><ParameterKey>RequestRate</ParameterKey><ParameterValue>500</ParameterValue></member>
        </Parameters><Outputs>
        <member><OutputKey>TableName</OutputKey><OutputValue>door</OutputValue></member>
        <member><OutputKey>ApiUrl</OutputKey><OutputValue>URL</OutputValue></member>
        </Outputs></member></Stacks></R>
        """
            .replace("URL", url() + "/v1"));
    answer(
        "Action=ListStackResources",
        200,
        "<R><StackResourceSummaries>%s</StackResourceSummaries><NextToken>2</NextToken></R>"
            .formatted(resource("OrdersFunction", "AWS::Lambda::Function", "orders")));
    answer(
        "Action=ListStackResources&NextToken=2",
        200,
        "<R><StackResourceSummaries>%s%s</StackResourceSummaries></R>"
            .formatted(
                resource("Changes", "AWS::Lambda::EventSourceMapping", "uuid-1"),
                resource("SlowAlarm", "AWS::CloudWatch::Alarm", "slow")));
    answer(
        "GET /2015-03-31/event-source-mappings/uuid-1",
        200,
        """
        {"State":"Enabled","EventSourceArn":"arn:aws:dynamodb:eu-west-1:1:table/door/stream/2"}
        """);
    answer(
        "GET /2015-03-31/functions/orders/configuration",
        200,
        """
        {"State":"Active","Version":"7","LastModified":"2026-01-02T10:00:00.000+0000"}
        """);
    answer(
        "Action=DescribeAlarms",
        200,
        """
        <R><MetricAlarms><member><AlarmName>slow</AlarmName><StateValue>OK</StateValue>
        <ActionsEnabled>true</ActionsEnabled>
        <AlarmActions><member>arn:aws:sns:x</member></AlarmActions></member></MetricAlarms></R>
        """);
    answer(
        "DescribeTable",
        200,
        """
        {"Table":{"TableStatus":"ACTIVE","DeletionProtectionEnabled":true,
         "StreamSpecification":{"StreamViewType":"NEW_AND_OLD_IMAGES"},
         "LatestStreamArn":"arn:aws:dynamodb:eu-west-1:1:table/door/stream/2"}}
        """);
    answer("GetItem", 200, "{\"Item\":{\"format\":{\"N\":\"3\"}}}");
    answer(
        "DescribeTimeToLive",
        200,
        """
        {"TimeToLiveDescription":{"TimeToLiveStatus":"ENABLED","AttributeName":"expire_at"}}
        """);
    answer(
        "DescribeContinuousBackups",
        200,
        """
        {"ContinuousBackupsDescription":{"PointInTimeRecoveryDescription":
         {"PointInTimeRecoveryStatus":"ENABLED"}}}
        """);
    answer("GET /v1/-/scan", 200, "<html>");
    answer("GET /v1/", 401, "{}");
  }

  private static String resource(String id, String type, String physicalId) {
    return "<member><LogicalResourceId>%s</LogicalResourceId><PhysicalResourceId>%s</PhysicalResourceId><ResourceType>%s</ResourceType></member>"
        .formatted(id, physicalId, type);
  }
}
