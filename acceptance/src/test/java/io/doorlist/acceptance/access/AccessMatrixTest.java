package io.doorlist.acceptance.access;

import io.doorlist.acceptance.access.AccessMatrix.Caller;
import io.doorlist.acceptance.access.AccessMatrix.Cell;
import io.doorlist.acceptance.access.AccessMatrix.Target;
import io.doorlist.acceptance.client.Operation;
import io.doorlist.acceptance.service.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** Checks the service against {@link AccessMatrix}. */
@ExtendWith(Service.Provider.class)
class AccessMatrixTest {
  private final Service service;
  private final AccessMatrix matrix;

  AccessMatrixTest(Service service) {
    this.service = service;
    this.matrix = AccessMatrix.of(service);
  }

  @TestFactory
  Stream<DynamicTest> everyCell() {
    return matrix.cells().stream()
        .map(cell -> DynamicTest.dynamicTest(name(cell), () -> matrix.check(service.client, cell)));
  }

  @TestFactory
  Stream<DynamicTest> whatIsNotYours_looksLikeWhatDoesNotExist() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Operation operation : service.client.description().operations()) {
      for (Caller caller : Caller.values()) {
        List<Target> refused = matrix.refusedAlike(operation.id(), caller);
        if (refused.isEmpty()) {
          continue;
        }
        String name = "%s, %s: %s".formatted(operation.id(), caller, refused);
        tests.add(
            DynamicTest.dynamicTest(
                name, () -> matrix.assertAlike(operation.id(), caller, refused)));
      }
    }
    return tests.stream();
  }

  private static String name(Cell cell) {
    return "%s, %s, %s: %d"
        .formatted(cell.operation(), cell.caller(), cell.target(), cell.status());
  }
}
