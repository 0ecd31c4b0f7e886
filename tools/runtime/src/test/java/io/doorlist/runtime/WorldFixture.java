package io.doorlist.runtime;

import io.doorlist.local.template.FunctionSpec;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** One {@link World} for all tests of a class. */
abstract class WorldFixture {
  static World world;

  @BeforeAll
  static void load() throws Exception {
    world = new World();
  }

  @AfterAll
  static void stop() throws Exception {
    world.close();
  }

  static Stream<FunctionSpec> functions() {
    return World.functions();
  }
}
