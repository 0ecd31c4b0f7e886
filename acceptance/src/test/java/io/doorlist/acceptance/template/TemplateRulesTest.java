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
 * The template as AWS gets it, and some broken ones for the rules that are not plain. Needs SAM's
 * translator, which `.ci/lint` installs; `.ci/run` does that first.
 */
@Tag("long")
class TemplateRulesTest {
  private static final Path ROOT = Path.of(System.getProperty("doorlist.root"));
  private static final int NOT_INSTALLED = 77;

  /** Variant, text in the template, its replacement, the complaint. */
  private static final String[][] BROKEN = {
    {
      "QR codes in the log",
      "$context.resourcePath",
      "$context.path",
      "access-log: ApiStage logs what may be a QR code or an address"
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
      "routes that no policy has room for",
      "&listAreas \"/{account_slug}/",
      "&listAreas \"/" + "a".repeat(4_000) + "/{account_slug}/",
      "policy: {Ref=CheckinListsFunctionAliaslive} has more routes than its alias can have"
    },
    {
      "CodeDeploy with SAM's role",
      "      Role: !GetAtt DeploymentRole.Arn\n",
      "",
      "codedeploy: CodeDeployServiceRole may do more than shift an alias"
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
    return TemplateRules.broken(Json.parse(Files.readString(folder.resolve(variant + ".json"))));
  }
}
