package io.doorlist.acceptance.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.acceptance.client.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The template as AWS gets it, and broken ones, each caught by the right rule and no other. Needs
 * SAM's translator, which `.ci/lint` installs; `.ci/run` does that first.
 */
@Tag("long")
class TemplateRulesTest {
  private static final Path ROOT = Path.of(System.getProperty("doorlist.root"));
  private static final int NOT_INSTALLED = 77;

  /** Variant, text in the template, its replacement, the complaint. */
  private static final String[][] BROKEN = {
    {
      "a second stage",
      "    OpenApiVersion: 3.0.1\n",
      "    TracingEnabled: false\n",
      "stage: there are several: [ApiStage, Stage]"
    },
    {
      "QR codes in the log",
      "$context.resourcePath",
      "$context.path",
      "access-log: ApiStage logs what may be a QR code or an address"
    },
    {
      "any text is a token",
      "              ValidationExpression: ",
      "              # ",
      "authorizer: Token is called for whatever is sent as a token"
    },
    {
      "an open list of orders",
      "ListOrders: {Type: Api, Properties: {RestApiId: !Ref Api, Method: get,",
      "ListOrders: {Type: Api, Properties: {RestApiId: !Ref Api, Method: get, Auth: {Authorizer: NONE},",
      "token: get /{account_slug}/{event_slug}/orders is open"
    },
    {
      "a handler that is not there",
      "orders.OrdersFunction",
      "orders.OrderFunction",
      "handler: OrdersFunction has no class io.doorlist.orders.OrderFunction in its package"
    },
    {
      "a log for ever",
      "LoggingConfig: {LogGroup: !Ref EventsLog}",
      "LoggingConfig: {LogGroup: !Ref AWS::NoValue}",
      "log: EventsFunction has no log group of its own with a retention"
    },
    {
      "a function that nobody keeps warm",
      "Schedule: rate(1 day)",
      "Schedule: rate(30 days)",
      "warm: AuthorizerFunction loses its snapshot when nobody calls it for two weeks"
    },
    {
      "a parameter that waits for code",
      "        QR_BASE_URL: !Ref QrBaseUrl\n",
      "        QR_BASE_URL: !Ref QrBaseUrl\n        STAGE: !Ref CheckinRate\n",
      "would not hear of a new CheckinRate"
    },
    {
      "webhooks with the default address",
      "!Sub https://${DomainName}\n",
      "!Sub https://${Api}.example\n",
      "address: webhooks do not say the domain"
    },
    {
      "two addresses",
      "DisableExecuteApiEndpoint: !If [OwnDomain, true, false]",
      "DisableExecuteApiEndpoint: false",
      "domain: the default address stays open beside it"
    },
    {
      "a firewall that says 403",
      "ResponseCode: 429",
      "ResponseCode: 403",
      "firewall: requests-per-address does not answer 429 with Retry-After"
    },
    {
      "the account's log role replaced",
      "    Default: present\n",
      "    Default: create\n",
      "log-role: the account's is replaced unless somebody says not to"
    },
    {
      "a queue in the clear",
      "      Queues: [!Ref DeliveriesQueue]\n",
      "      Queues: [!Ref DeliveriesDeadLetterQueue]\n",
      "queue: DeliveriesQueue takes plain HTTP"
    },
    {
      "a table that goes with the stack",
      "    DeletionPolicy: RetainExceptOnCreate\n",
      "    DeletionPolicy: Delete\n",
      "table: Table can be lost, or is not encrypted"
    },
    {
      "an orphan of each failed first deployment",
      "    DeletionPolicy: RetainExceptOnCreate\n",
      "    DeletionPolicy: Retain\n",
      "table: Table can be lost, or is not encrypted"
    },
    {
      "a vault in the way",
      "      BackupVaultName: !Sub [",
      "      BackupVaultName: !Sub ${AWS::StackName} # [",
      "backup: BackupVault is in the way of the next stack of that name"
    },
    {
      "an API that waits for nothing",
      "    Type: AWS::Serverless::Api\n",
      "    Type: AWS::Serverless::Api\n    DependsOn: ApiGatewayAccount\n",
      "depends: Api waits for ApiGatewayAccount, which a condition may leave out"
    },
    {
      "a version that is described by what does not matter",
      "        - - &address !If\n",
      "        - - !Ref DomainName\n          - &address !If\n",
      "described: WebhookSenderFunction may stay as it is when {Ref=DomainName} changes"
    },
    {
      "no version to roll back to",
      "    UpdateReplacePolicy: Retain\n    Properties:\n      Description: Orders\n",
      "    Properties:\n      Description: Orders\n",
      "kept: OrdersFunction loses the version before"
    },
    {
      "a backup of nothing",
      "        Resources: [&tableArn !Sub \"${Table.Arn}${TableSuffix}\"]\n",
      "        Resources: [&tableArn !GetAtt Table.Arn]\n",
      "backup: Table is not copied"
    },
    {
      "CodeDeploy with SAM's role",
      "      Role: !GetAtt DeploymentRole.Arn\n",
      "",
      "codedeploy: CodeDeployServiceRole may do more than shift an alias"
    },
    {
      "CodeDeploy that may all",
      "AWSCodeDeployRoleForLambdaLimited",
      "AWSCodeDeployRoleForLambda",
      "codedeploy: DeploymentRole may do more than shift an alias"
    }
  };

  @TempDir Path folder;

  @Test
  void template_keepsTheRules_andEachBrokenOneIsCaughtByName() throws Exception {
    String good = Files.readString(ROOT.resolve("template.yaml"));
    Map<String, String> templates = new LinkedHashMap<>(Map.of("good", good));
    for (String[] each : BROKEN) {
      assertTrue(good.contains(each[1]), each[0]);
      templates.put(
          each[0], good.replaceFirst(Pattern.quote(each[1]), Matcher.quoteReplacement(each[2])));
    }
    for (Map.Entry<String, String> each : templates.entrySet()) {
      Files.writeString(folder.resolve(each.getKey() + ".yaml"), each.getValue());
    }
    translate();

    assertEquals(List.of(), broken("good"));
    for (String[] each : BROKEN) {
      List<String> found = broken(each[0]);
      assertTrue(
          !found.isEmpty() && found.stream().allMatch(one -> one.endsWith(each[3])),
          () -> each[0] + ": " + found);
    }
  }

  private void translate() throws Exception {
    Process process =
        new ProcessBuilder(ROOT.resolve(".ci/translate").toString(), folder.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes());
    int status = process.waitFor();
    assumeTrue(status != NOT_INSTALLED, "run .ci/lint once: it installs SAM's translator");
    assertEquals(0, status, said);
  }

  private List<String> broken(String variant) throws Exception {
    return TemplateRules.broken(
        ROOT, Json.parse(Files.readString(folder.resolve(variant + ".json"))));
  }
}
