package io.doorlist.cli;

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
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Answers as AWS and the API of a healthy stack do. To replace an answer, a test gives the
 * beginning of its question. A question begins with an action, a target, or a method and a path.
 */
public final class FakeAws implements AutoCloseable {
  private static final List<String> PROPERTIES =
      List.of("aws.accessKeyId", "aws.secretAccessKey", "aws.region", "aws.endpointUrl");

  /** Questions and their answers. */
  private static final String HEALTHY =
      """
      Action=GetCallerIdentity | <R><Arn>arn:aws:iam::123456789012:user/ops</Arn></R>
      GET /account | {"cloudwatchRoleArn":"arn:aws:iam::123456789012:role/logs","throttleSettings":{"rateLimit":10000.0}}
      GET /2016-08-19/account-settings | {"AccountLimit":{"ConcurrentExecutions":1000}}
      Action=DescribeStacks | <R><Stacks><member><StackStatus>UPDATE_COMPLETE</StackStatus><Parameters>\
      <member><ParameterKey>CheckinRate</ParameterKey><ParameterValue>300</ParameterValue></member>\
      <member><ParameterKey>RequestRate</ParameterKey><ParameterValue>500</ParameterValue></member>\
      </Parameters><Outputs>\
      <member><OutputKey>ApiUrl</OutputKey><OutputValue>URL</OutputValue></member>\
      <member><OutputKey>TableName</OutputKey><OutputValue>door</OutputValue></member>\
      </Outputs></member></Stacks></R>
      Action=ListStackResources | <R><StackResourceSummaries><member><LogicalResourceId>OrdersFunction</LogicalResourceId>\
      <PhysicalResourceId>orders</PhysicalResourceId><ResourceType>AWS::Lambda::Function</ResourceType></member>\
      </StackResourceSummaries><NextToken>2</NextToken></R>
      Action=ListStackResources&NextToken=2 | <R><StackResourceSummaries><member><LogicalResourceId>Changes</LogicalResourceId>\
      <PhysicalResourceId>uuid-1</PhysicalResourceId><ResourceType>AWS::Lambda::EventSourceMapping</ResourceType></member>\
      <member><LogicalResourceId>SlowAlarm</LogicalResourceId>\
      <PhysicalResourceId>slow</PhysicalResourceId><ResourceType>AWS::CloudWatch::Alarm</ResourceType></member>\
      </StackResourceSummaries></R>
      GET /2015-03-31/event-source-mappings/uuid-1 | {"State":"Enabled","EventSourceArn":"arn:aws:dynamodb:eu-west-1:1:table/door/stream/2"}
      GET /2015-03-31/functions/orders/configuration | {"State":"Active","Version":"7"}
      Action=DescribeAlarms | <R><MetricAlarms><member><AlarmName>slow</AlarmName><StateValue>OK</StateValue>\
      <ActionsEnabled>true</ActionsEnabled>\
      <AlarmActions><member>arn:aws:sns:eu-west-1:1:bell</member></AlarmActions></member></MetricAlarms></R>
      Action=ListSubscriptionsByTopic | <R><Subscriptions/><NextToken>2</NextToken></R>
      Action=ListSubscriptionsByTopic&NextToken=2 | <R><Subscriptions>\
      <member><SubscriptionArn>arn:aws:sns:eu-west-1:1:bell:s1</SubscriptionArn></member></Subscriptions></R>
      DescribeTable | {"Table":{"TableStatus":"ACTIVE","DeletionProtectionEnabled":true,\
      "StreamSpecification":{"StreamViewType":"NEW_AND_OLD_IMAGES"},\
      "LatestStreamArn":"arn:aws:dynamodb:eu-west-1:1:table/door/stream/2"}}
      GetItem | {"Item":{"format":{"N":"3"}}}
      DescribeTimeToLive | {"TimeToLiveDescription":{"TimeToLiveStatus":"ENABLED","AttributeName":"expire_at"}}
      DescribeContinuousBackups | {"ContinuousBackupsDescription":{"PointInTimeRecoveryDescription":\
      {"PointInTimeRecoveryStatus":"ENABLED"}}}
      GET /v1/-/scan | <html>
      """;

  private record Answer(int status, String body) {}

  private final Map<String, Answer> answers = new LinkedHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> regions = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  public FakeAws() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    System.setProperty("aws.accessKeyId", "AKIAEXAMPLE");
    System.setProperty("aws.secretAccessKey", "example");
    System.setProperty("aws.region", "eu-west-1");
    System.setProperty("aws.endpointUrl", url());
    for (String line : HEALTHY.replace("URL", url() + "/v1").split("\n")) {
      String[] parts = line.split(" \\| ");
      answer(parts[0], 200, parts[1]);
    }
    answer("GET /v1/", 401, "{}");
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Replaces the answer to the questions that begin like this. */
  public void answer(String question, int status, String body) {
    answers.put(question, new Answer(status, body));
  }

  /** Returns the bodies of all questions. */
  public List<String> asked() {
    return asked;
  }

  /** Returns the regions that the questions were signed for; unsigned ones have none. */
  public List<String> regions() {
    return regions;
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
    asked.add(body);
    String signature = exchange.getRequestHeaders().getFirst("Authorization");
    if (signature != null) {
      regions.add(signature.split("/")[2]);
    }
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
}
