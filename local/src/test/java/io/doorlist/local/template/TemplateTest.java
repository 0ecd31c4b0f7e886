package io.doorlist.local.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
    assertEquals(1, deployment.authorizers().size());
    for (Deployment.RouteSpec route : deployment.routes()) {
      assertEquals(
          route.path().startsWith("/-/"),
          route.authorizer() == null,
          () -> route.method() + " " + route.path());
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
        "!Sub '${Text} ${!Text} ${Things}' | words ${Text} my-table",
        "!Sub ['${a}-${Text}', {a: !Ref Things}] | my-table-words",
        "!Sub '${Things.Arn}' | arn:aws:dynamodb:eu-west-1:123456789012:table/my-table",
        "!GetAtt [Things, StreamArn] |"
            + " arn:aws:dynamodb:eu-west-1:123456789012:table/my-table/stream/local",
        "!GetAtt Queue.Arn | arn:aws:sqs:eu-west-1:123456789012:Queue",
        "!GetAtt F.Arn | arn:aws:lambda:eu-west-1:123456789012:function:F",
        "!Ref F.Alias | arn:aws:lambda:eu-west-1:123456789012:function:F",
        "!Join ['/', [a, !Ref Text]] | a/words",
        "!Select [1, !Split [',', 'a,b,c']] | b",
        "!Select [0, !Ref Many] | one",
        "!Join ['+', !Ref Many] | one+two",
        "!If [Always, a, b] | a",
        "!If [Never, a, b] | b",
        "!If [Both, a, {'Fn::If': [Either, c, d]}] | c",
        "{'Fn::Join': ['', [a, b]]} | ab",
        "true | true",
        "7 | 7"
      })
  void intrinsic_isEvaluated(String written, String expected) throws IOException {
    Deployment deployment = template(written).deployment(Map.of(), "my-table", QUEUES);

    assertEquals(expected, deployment.functions().get("F").environment().get("VALUE"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "!Ref Nothing | !Ref Nothing names no parameter or resource",
        "!GetAtt Nothing.Arn | !GetAtt Nothing names no resource",
        "!GetAtt Queue.QueueName | !GetAtt of QueueName cannot be evaluated on one machine",
        "!ImportValue a | !ImportValue cannot be evaluated on one machine",
        "!If [Nothing, a, b] | there is no condition Nothing",
        "!Select [3, [a]] | !Select has no element 3",
        "!Join [a] | an intrinsic function takes 2 arguments",
        "!Sub [] | an intrinsic function takes 2 arguments",
        "[a] | must be a string",
        "{a: b} | must be a string"
      })
  void value_isRefused_withItsPlace(String written, String expected) {
    TemplateException failure = assertThrows(TemplateException.class, () -> template(written));

    assertEquals(
        "Resources.F.Properties.Environment.Variables.VALUE",
        failure.getMessage().split("[: ]")[0]);
    assertEquals(expected, failure.getMessage().replaceFirst("^Resources[\\w.]*:? ", ""));
  }

  @Test
  void variable_isLeftOut_whenItHasNoValue() throws IOException {
    Deployment deployment = template("!Ref AWS::NoValue").deployment(Map.of(), "my-table", QUEUES);

    assertEquals(Map.of(), deployment.functions().get("F").environment());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Type: Api | Type: !Bad a | Resources.F.Properties.Events.Other.Type: !Bad cannot be"
            + " evaluated on one machine",
        "CodeUri: f.zip | CodeUri: src | Resources.F.Properties.CodeUri must name a .zip package",
        "CodeUri: f.zip | X: y | Resources.F.Properties.CodeUri is missing",
        "Handler: a.B | Handler: a b | Resources.F.Properties.Handler must be the name of a class",
        "Timeout: 5 | Timeout: 901 | Resources.F.Properties.Timeout must be a whole number from 1"
            + " to 900",
        "Path: / | Path: a | Resources.F.Properties.Events.Get.Properties.Path must start with a"
            + " slash and have no empty segment",
        "Authorizer: NONE | Authorizer: Other | Resources.Api.Properties.Auth.Authorizers.Other is"
            + " missing, but a route names it",
        "THROTTLED | BAD_REQUEST | Resources.Api.Properties.GatewayResponses.BAD_REQUEST is not a type"
            + " of gateway response",
        "'literal' | literal |"
            + " Resources.Api.Properties.GatewayResponses.THROTTLED.ResponseParameters.Headers.X"
            + " must be 'a text in single quotes' or context.requestId",
        "$context.requestId | $context.path | Resources.Api.Properties.GatewayResponses.THROTTLED"
            + ".ResponseTemplates.application/json uses $context.path, which is not known here",
        "StageName: s | X: y | Resources.Api.Properties.StageName is missing",
        "KeySchema: [] | X: [] | Resources.Things.Properties.KeySchema is missing",
        "AWS::Serverless::Api | AWS::Other | Resources must have one AWS::Serverless::Api, not 0",
        "Default: words | X: y | "
      })
  void template_isRefused_withThePlaceThatIsWrong(String written, String instead, String expected)
      throws IOException {
    Path file = directory.resolve("template.yaml");
    Files.writeString(file, text("a").replace(written, instead));

    if (expected == null) {
      Template.read(file);
      return;
    }
    TemplateException failure = assertThrows(TemplateException.class, () -> Template.read(file));
    assertEquals(expected, failure.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: [ | template.yaml line 1: expected the node content, but found '<stream end>'",
        "a: 1\\na: 2 | template.yaml line 2: found duplicate key a",
        "a: !!java.lang.Object {} | template.yaml line 1: Global tag is not allowed:"
            + " tag:yaml.org,2002:java.lang.Object",
        "text | template.yaml is not a CloudFormation template: it holds no mapping",
        "a: b | Resources is missing",
        "Resources: [] | Resources must be a mapping"
      })
  void file_isRefused_whenItIsNoTemplate(String text, String expected) throws IOException {
    Path file = directory.resolve("template.yaml");
    Files.writeString(file, text.replace("\\n", "\n"));

    TemplateException failure = assertThrows(TemplateException.class, () -> Template.read(file));

    assertEquals(expected, failure.getMessage());
  }

  @Test
  void file_isRefused_whenItDoesNotExist() {
    Path file = directory.resolve("none.yaml");

    TemplateException failure = assertThrows(TemplateException.class, () -> Template.read(file));

    assertEquals("no template at " + file, failure.getMessage());
  }

  @Test
  void parameter_isAskedFor_whenItHasNoDefault() throws IOException {
    Path file = directory.resolve("template.yaml");
    Files.writeString(file, text("!Ref Text").replace("Default: words", "Type: String"));
    Template template = Template.read(file);

    TemplateException failure =
        assertThrows(
            TemplateException.class, () -> template.deployment(Map.of(), "my-table", QUEUES));
    Deployment deployment = template.deployment(Map.of("Text", "given"), "my-table", QUEUES);

    assertEquals("Parameters.Text has no default: give it a value", failure.getMessage());
    assertEquals("given", deployment.functions().get("F").environment().get("VALUE"));
  }

  private Template template(String value) throws IOException {
    Path file = directory.resolve("template.yaml");
    Files.writeString(file, text(value));
    return Template.read(file);
  }

  private static String text(String value) {
    return """
    Parameters:
      Text: {Default: words}
      Many: {Type: CommaDelimitedList, Default: "one,two"}
    Conditions:
      Always: !Equals [!Ref Text, words]
      Never: !Not [!Condition Always]
      Both: !And [{Condition: Always}, {Condition: Never}]
      Either: !Or [!Condition Always, !Condition Never]
    Resources:
      Things:
        Type: AWS::DynamoDB::Table
        Properties: {AttributeDefinitions: [], KeySchema: []}
      Queue: {Type: AWS::SQS::Queue}
      Absent: {Type: AWS::DynamoDB::Table, Condition: Never}
      Api:
        Type: AWS::Serverless::Api
        Properties:
          StageName: s
          GatewayResponses:
            THROTTLED:
              ResponseParameters: {Headers: {X: "'literal'"}}
              ResponseTemplates: {application/json: "$context.requestId"}
      F:
        Type: AWS::Serverless::Function
        Properties:
          CodeUri: f.zip
          Handler: a.B
          Timeout: 5
          Environment: {Variables: {VALUE: %s}}
          Events:
            Other: {Type: Api, Properties: {Method: GET, Path: "/{a}"}}
            Get: {Type: Api, Properties: {Method: get, Path: /, Auth: {Authorizer: NONE}}}
    """
        .formatted(value);
  }
}
