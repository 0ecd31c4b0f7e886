package io.doorlist.runtime;

import io.doorlist.local.template.FunctionSpec;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** One {@link SampleStack} for all tests of a class. */
abstract class SampleStackFixture {
  static SampleStack stack;

  @BeforeAll
  static void load() throws Exception {
    stack = new SampleStack();
  }

  @AfterAll
  static void stop() throws Exception {
    stack.close();
  }

  static Stream<FunctionSpec> functions() {
    return SampleStack.functions();
  }
}
