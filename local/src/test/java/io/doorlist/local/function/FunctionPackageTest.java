package io.doorlist.local.function;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.local.template.Deployment.FunctionSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FunctionPackageTest {
  @TempDir private Path folder;

  /** In the archive packages are folders, and belong to whoever unpacked it. */
  @Test
  void extract_copiesAFolder() throws IOException {
    Path from = folder.resolve("function.zip");
    Files.createDirectories(from.resolve("lib"));
    Files.writeString(from.resolve("lib").resolve("one.jar"), "one");
    FunctionSpec spec =
        new FunctionSpec("Greeter", from, "Greeter", 128, Duration.ofSeconds(1), Map.of());

    Path to = FunctionPackage.extract(spec, folder.resolve("to"));

    assertEquals("one", Files.readString(to.resolve("lib").resolve("one.jar")));
  }
}
