package io.doorlist.local;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** One host with the test template for all tests of a class. */
abstract class HostFixture {
  static TestHost host;

  @TempDir private static Path directory;

  @BeforeAll
  static void start() {
    host = TestHost.start(directory);
  }

  @AfterAll
  static void stop() {
    host.close();
  }
}
