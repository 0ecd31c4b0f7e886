package io.doorlist.local.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.template.Deployment.FunctionSpec;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
  private static final URI QUEUES = URI.create("http://127.0.0.1:9");
  private static final Path REAL = Path.of(System.getProperty("doorlist.root"), "template.yaml");

  @TempDir private Path directory;

  @Test
  void realTemplate_isServed() {
    Deployment deployment = Template.read(REAL).deployment(Map.of(), "doorlist", QUEUES);

    for (FunctionSpec function : deployment.functions().values()) {
      assertEquals("doorlist", function.environment().get("TABLE_NAME"));
    }
    for (Deployment.RouteSpec route : deployment.routes()) {
      assertEquals(
          route.path().startsWith("/-/"), route.open(), () -> route.method() + " " + route.path());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "!Ref Text | words",
        "{Ref: Text} | words",
        "!Ref Things | my-table",
        "!Ref Queue | http://127.0.0.1:9/123456789012/Queue",
        "!Ref AWS::Region | eu-west-1",
        "!Sub '${Text} ${Things}' | words my-table",
        "!Sub '${Things.Arn}' | arn:aws:dynamodb:eu-west-1:123456789012:table/my-table",
        "!GetAtt Things.StreamArn |"
            + " arn:aws:dynamodb:eu-west-1:123456789012:table/my-table/stream/local",
        "!GetAtt Queue.Arn | arn:aws:sqs:eu-west-1:123456789012:Queue",
        "!GetAtt F.Arn | arn:aws:lambda:eu-west-1:123456789012:function:F",
        "!If [Always, a, b] | a",
        "!If [Never, a, b] | b",
        "!If [Both, a, {'Fn::If': [Either, c, d]}] | c",
        "!Ref AWS::NoValue |",
        "true | true",
        "7 | 7"
      })
  void intrinsic_isEvaluated(String written, String expected) throws IOException {
    Deployment deployment = template(text(written)).deployment(Map.of(), "my-table", QUEUES);

    assertEquals(expected, deployment.functions().get("F").environment().get("VALUE"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "!Ref Nothing | : there is no parameter or resource Nothing",
        "!GetAtt Nothing.Arn | : there is no parameter or resource Nothing",
        "!GetAtt Queue.QueueName |"
            + " : the attribute Queue.QueueName is not known on one machine",
        "!ImportValue a | : Fn::ImportValue cannot be evaluated on one machine",
        "!If [Nothing, a, b] | : there is no condition Nothing",
        "[a] | must be a string"
      })
  void value_isRefused_withItsPlace(String written, String expected) throws IOException {
    String place = "Resources.F.Properties.Environment.Variables.VALUE";

    assertEquals((place + " " + expected).replace(" :", ":"), refusal(text(written)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "CodeUri: f.zip | X: y | Resources.F.Properties.CodeUri is missing",
        "Timeout: 5 | Timeout: x | Resources.F.Properties.Timeout must be a whole number",
        "F.Arn | Queue.Arn | Resources.Api.Properties.Auth.Authorizers.Token.FunctionArn names no"
            + " function of this template",
        "'literal' | literal |"
            + " Resources.Api.Properties.GatewayResponses.THROTTLED.ResponseParameters.Headers.X"
            + " must be 'a text in single quotes'",
        "AWS::Serverless::Api | AWS::Other | Resources must have one AWS::Serverless::Api",
        "Default: words | X: y | Parameters.Text has no value"
      })
  void template_isRefused_withThePlaceThatIsWrong(String written, String instead, String expected)
      throws IOException {
    assertEquals(expected, refusal(text("a").replace(written, instead)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: [ | expected the node content",
        "a: 1\\na: 2 | found duplicate key a",
        "a: !!java.lang.Object {} | Global tag is not allowed",
        "text | is not a CloudFormation template"
      })
  void file_isRefused_whenItIsNoTemplate(String text, String expected) throws IOException {
    String refusal = refusal(text.replace("\\n", "\n"));

    assertTrue(refusal.contains(expected), refusal);
  }

  @Test
  void file_isRefused_whenItDoesNotExist() {
    Path file = directory.resolve("none.yaml");

    TemplateException failure = assertThrows(TemplateException.class, () -> Template.read(file));

    assertEquals("cannot read the template " + file, failure.getMessage());
  }

  private Template template(String text) throws IOException {
    return Template.read(Files.writeString(directory.resolve("template.yaml"), text));
  }

  private String refusal(String text) {
    return assertThrows(
            TemplateException.class, () -> template(text).deployment(Map.of(), "my-table", QUEUES))
        .getMessage();
  }

  private static String text(String value) {
    return """
    Parameters:
      Text: {Default: words}
    Conditions:
      Always: !Equals [!Ref Text, words]
      Never: !Not [!Condition Always]
      Both: !And [{Condition: Always}, {Condition: Never}]
      Either: !Or [!Condition Always, !Condition Never]
    Resources:
      Things: {Type: AWS::DynamoDB::Table}
      Queue: {Type: AWS::SQS::Queue}
      Absent: {Type: AWS::Serverless::Api, Condition: Never}
      Api:
        Type: AWS::Serverless::Api
        Properties:
          StageName: s
          Auth:
            DefaultAuthorizer: Token
            Authorizers:
              Token: {FunctionArn: !GetAtt F.Arn, Identity: {Header: A, ValidationExpression: .+}}
          GatewayResponses:
            THROTTLED: {ResponseParameters: {Headers: {X: "'literal'"}}}
      F:
        Type: AWS::Serverless::Function
        Properties:
          CodeUri: f.zip
          Handler: a.B
          Timeout: 5
          Environment: {Variables: {VALUE: %s}}
          Events:
            Get: {Type: Api, Properties: {Method: get, Path: /}}
    """
        .formatted(value);
  }
}
