package io.doorlist.local.function;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.local.Said;
import io.doorlist.local.function.FunctionPackage.Services;
import io.doorlist.local.functions.FragileFunction;
import io.doorlist.local.template.Deployment.FunctionSpec;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFunctionTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String NAME = "Fragile";

  @TempDir private Path folder;

  /**
   * A process that had no descriptor left could not load a class, and the virtual machine remembers
   * that: the function stayed dead until a restart.
   */
  @Test
  void call_succeeds_onceAClassCanBeLoadedThatCouldNot() throws Exception {
    Path from = folder.resolve("package");
    copy(from, FragileFunction.class);
    copy(from, Class.forName(FragileFunction.class.getName() + "$Words"));
    Files.createDirectories(from.resolve("lib"));
    URI lambda =
        RequestStreamHandler.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    Files.copy(Path.of(lambda), from.resolve("lib").resolve("lambda.jar"));
    URI nowhere = URI.create("http://127.0.0.1:9");
    FunctionSpec spec =
        new FunctionSpec(
            NAME, from, FragileFunction.class.getName(), 128, Duration.ofSeconds(20), Map.of());
    Path needed =
        folder
            .resolve("unpacked")
            .resolve(name(FragileFunction.class).replace(".class", "$Words.class"));
    Path away = folder.resolve("away");

    try (LocalFunction function =
        new LocalFunction(
            FunctionPackage.prepare(
                spec, new Services(nowhere, null, nowhere), true, folder.resolve("unpacked")))) {
      Files.move(needed, away);
      try (Said said = new Said()) {
        assertInstanceOf(Invocation.Failed.class, call(function));
        assertTrue(said.text().startsWith("Fragile is made again"), said::text);
      }

      Files.move(away, needed);
      Invocation.Returned returned =
          assertInstanceOf(Invocation.Returned.class, call(function), "still dead");
      assertEquals("hello", new String(returned.output(), UTF_8));
    }
  }

  private static Invocation call(LocalFunction function) {
    return function.invoke("{}".getBytes(UTF_8), "request-1", PATIENCE);
  }

  private static void copy(Path to, Class<?> type) throws IOException {
    Path file = to.resolve(name(type));
    Files.createDirectories(file.getParent());
    try (InputStream code = type.getResourceAsStream("/" + name(type))) {
      Files.copy(code, file);
    }
  }

  private static String name(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }
}
