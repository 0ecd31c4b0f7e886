package io.doorlist.acceptance.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.acceptance.service.Service;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs after all other tests: each function is allowed exactly the calls that were observed. And
 * broken templates are each caught by the right rule and no other.
 */
@ExtendWith(Service.Provider.class)
@Isolated
@Order(Integer.MAX_VALUE)
class PermissionRulesTest {
  private static final Path ROOT = Path.of(System.getProperty("doorlist.root"));

  @TempDir Path directory;

  @Test
  void template_allowsWhatIsCalled_andNothingElse(Service service) {
    assertEquals(List.of(), broken(service, ROOT.resolve("template.yaml")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CheckinListsRole    | - dynamodb:UpdateItem           | - dynamodb:Query | permission: CheckinListsFunction calls dynamodb:UpdateItem and may not
          WebhookRecorderRole | - !GetAtt DeliveriesQueue.Arn   | - !GetAtt ChangesDeadLetterQueue.Arn | permission: WebhookRecorderFunction calls sqs:SendMessage DeliveriesQueue and may not
          EventsRole          | - dynamodb:GetItem              | - dynamodb:* | exact: EventsFunction may dynamodb:*
          """)
  void brokenTemplate_isCaughtByName(
      String resource, String found, String instead, String caught, Service service)
      throws Exception {
    String good = Files.readString(ROOT.resolve("template.yaml"));
    int from = good.indexOf("\n  " + resource + ":\n", good.indexOf("\nResources:\n"));
    int at = good.indexOf(found, from);
    assertTrue(from > 0 && at > 0, found);
    Path copy = directory.resolve("template.yaml");
    Files.writeString(copy, good.substring(0, at) + instead + good.substring(at + found.length()));

    assertEquals(List.of(caught), broken(service, copy));
  }

  private List<String> broken(Service service, Path template) {
    // If the service runs elsewhere, its functions' calls cannot be seen.
    assumeTrue(service.calls().isPresent());
    Map<String, SortedSet<String>> calls = service.calls().get();
    return PermissionRules.broken(template, calls);
  }
}
