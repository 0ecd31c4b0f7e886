package io.doorlist.acceptance.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.acceptance.service.Service;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/** Runs after all other tests: each function is allowed exactly the calls that were observed. */
@ExtendWith(Service.Provider.class)
@Isolated
@Order(Integer.MAX_VALUE)
class PermissionRulesTest {
  private static final Path TEMPLATE =
      Path.of(System.getProperty("doorlist.root"), "template.yaml");

  @Test
  void template_allowsWhatIsCalled_andNothingElse(Service service) {
    // If the service runs elsewhere, its functions' calls cannot be seen.
    assumeTrue(service.calls().isPresent());

    assertEquals(List.of(), PermissionRules.broken(TEMPLATE, service.calls().get()));
  }
}
