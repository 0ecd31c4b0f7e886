package io.doorlist.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The template as AWS gets it, and broken ones, each caught by the rule that should and no other.
 * Needs SAM's translator, which `.ci/lint` installs; `.ci/run` does that first.
 */
class DeployedTemplateTest {
  private static final Path ROOT = Path.of(System.getProperty("doorlist.root"));
  private static final int NOT_INSTALLED = 77;

  /** Variant, what is found in the template, what stands there instead, the complaint. */
  private static final String[][] BROKEN = {
    {"a second stage", "    OpenApiVersion: 3.0.1\n", "    TracingEnabled: false\n", null},
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
      "a parameter that waits for code",
      "        QR_BASE_URL: !Ref QrBaseUrl\n",
      "        QR_BASE_URL: !Ref QrBaseUrl\n        STAGE: !Ref CheckinRate\n",
      "would not hear of a new CheckinRate"
    },
    {
      "a queue in the clear",
      "      Queues: [!Ref DeliveriesQueue]\n",
      "      Queues: [!Ref DeliveriesDeadLetterQueue]\n",
      "queue: DeliveriesQueue takes plain HTTP"
    }
  };

  @TempDir Path folder;

  @Test
  void template_keepsTheRules_andEachBrokenOneIsCaughtByName() throws Exception {
    String good = Files.readString(ROOT.resolve("template.yaml"));
    Map<String, String> templates = new LinkedHashMap<>(Map.of("good", good));
    for (String[] each : BROKEN) {
      assertTrue(good.contains(each[1]), each[0]);
      templates.put(each[0], good.replace(each[1], each[2]));
    }
    for (Map.Entry<String, String> each : templates.entrySet()) {
      Files.writeString(folder.resolve(each.getKey() + ".yaml"), each.getValue());
    }
    translate();

    assertEquals(List.of(), broken("good"));
    for (String[] each : BROKEN) {
      List<String> found = broken(each[0]);
      String expected = each[3] == null ? "stage: there are several: [ApiStage, Stage]" : each[3];
      assertTrue(
          !found.isEmpty() && found.stream().allMatch(one -> one.endsWith(expected)),
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
    return DeployedRules.broken(Json.parse(Files.readString(folder.resolve(variant + ".json"))));
  }
}
