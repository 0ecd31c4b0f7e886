package io.doorlist.cli.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.doorlist.cli.CommandResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which table a command works on, for users with a stack on AWS. */
class TableOptionsTest {
  private static final List<String> PROPERTIES =
      List.of(
          "aws.accessKeyId",
          "aws.secretAccessKey",
          "aws.region",
          "aws.endpointUrl",
          "DOORLIST_STACK",
          "DOORLIST_TABLE");

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer aws;

  @BeforeEach
  void start() throws IOException {
    aws = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    aws.createContext(
        "/",
        exchange -> {
          String body =
              URLDecoder.decode(
                  new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
                  StandardCharsets.UTF_8);
          asked.add(body);
          boolean stack = body.contains("StackName=door");
          byte[] answer =
              (stack ? STACK : body.contains("StackName=") ? NO_STACK : NO_TABLE)
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(stack ? 200 : 400, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    aws.start();
    System.setProperty("aws.accessKeyId", "AKIAEXAMPLE");
    System.setProperty("aws.secretAccessKey", "example");
    System.setProperty("aws.region", "eu-west-1");
    System.setProperty("aws.endpointUrl", "http://127.0.0.1:" + aws.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    aws.stop(0);
    PROPERTIES.forEach(System::clearProperty);
  }

  @Test
  void stack_leadsToItsTable() {
    assertLookedFor("doorlist-Table-1X", run("--stack", "door", "--region", "eu-west-1"));
    assertLookedFor("doorlist-Table-1X", run("--stack", "door"));
  }

  @Test
  void environment_standsForTheOptions() {
    System.setProperty("DOORLIST_STACK", "door");
    System.setProperty("DOORLIST_TABLE", "mine");
    assertLookedFor("doorlist-Table-1X", run());
    assertLookedFor("doorlist-Table-1X", run("--region", "eu-west-1"));
    assertLookedFor("other", run("--table", "other"));

    System.clearProperty("DOORLIST_STACK");
    assertLookedFor("mine", run());
    assertLookedFor("mine", run("--region", "eu-west-1"));
  }

  @Test
  void unknownStack_isNamed() {
    String said = run("--stack", "none").err();

    assertTrue(said.contains("stack 'none' in this shell's region cannot be read: "), said);
    assertTrue(said.contains("Stack with id none does not exist"), said);
  }

  @Test
  void optionsThatExcludeEachOther_areMisuse() {
    assertEquals(2, run("--stack", "door", "--table", "other").status());
    assertEquals(2, run("--stack", "door", "--endpoint", "http://127.0.0.1:9").status());
  }

  private void assertLookedFor(String table, CommandResult result) {
    assertEquals(1, result.status(), result.err());
    assertTrue(result.err().contains("there is no table '" + table + "'"), result.err());
    assertTrue(asked.getLast().contains("\"TableName\":\"" + table + "\""), asked::toString);
  }

  private static CommandResult run(String... options) {
    return CommandResult.run("token list --account acme", options);
  }

  private static final String NO_TABLE =
      """
      {"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"no"}
      """;

  private static final String NO_STACK =
      """
      <ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error>
      <Code>ValidationError</Code><Message>Stack with id none does not exist</Message>
      </Error></ErrorResponse>
      """;

  private static final String STACK =
      """
      <DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">
      <DescribeStacksResult><Stacks><member><StackName>door</StackName><Outputs>
      <member><OutputKey>ApiUrl</OutputKey><OutputValue>https://door.example.org</OutputValue></member>
      <member><OutputKey>TableName</OutputKey><OutputValue>doorlist-Table-1X</OutputValue></member>
      </Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>
      """;
}
