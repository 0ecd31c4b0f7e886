package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.failure.LocalHostException;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalHostTest {
  @TempDir private Path directory;

  @Test
  void function_seesItsOwnClassesOnly_andItsContext_onLoopback() throws IOException {
    try (TestHost host = TestHost.start(directory)) {
      HttpExchange answer = host.send("GET /open/self");

      assertEquals(
          List.of(
              "loader EchoFunction",
              "constructor's true",
              "thread's true",
              "host false",
              "junit false",
              "sql true",
              "function EchoFunction",
              "in time true",
              "request " + answer.header("x-amzn-RequestId")),
          List.of(answer.body().split(",")));
      assertEquals("127.0.0.1", host.host().url().getHost());
      Loopback.assertOnly(host.host().url().getPort());
    }
  }

  @Test
  void function_findsItsEnvironment_asTheParametersSay() {
    try (TestHost host = TestHost.start(directory)) {
      assertEquals("hello from eu-west-1", host.send("GET /open/setting").body());
      String all = host.send("GET /open/settings").body();
      assertTrue(all.contains("TEST_TABLE=test-things"), all);
      assertTrue(
          all.contains("TEST_ARN=arn:aws:dynamodb:eu-west-1:123456789012:table/test-things"), all);
      assertTrue(all.contains("AWS_ENDPOINT_URL_DYNAMODB=" + TestHost.NO_TABLE.dynamodb()), all);
    }
  }

  @Test
  void host_leavesNothing_whenClosed() throws IOException {
    int port = Loopback.freePort();
    LocalHost host = LocalHost.start(options(port, Map.of()));
    assertEquals(1, unpacked().size());

    host.close();

    assertEquals(List.of(), unpacked());
    assertThrows(IOException.class, () -> new Socket("127.0.0.1", port).close());
  }

  @Test
  void start_saysSo_whenAPackageOrAHandlerIsNone() throws IOException {
    assertEquals(
        "SlowFunction cannot be made: java.lang.ClassCastException:"
            + " Cannot cast java.lang.String to"
            + " com.amazonaws.services.lambda.runtime.RequestStreamHandler",
        startFailure("io.doorlist.local.functions.SlowFunction", "java.lang.String"));
    LocalHost.Options options = options(0, Map.of());
    Files.writeString(directory.resolve("function.zip"), "no zip");

    LocalHostException failure =
        assertThrows(LocalHostException.class, () -> LocalHost.start(options));

    assertTrue(failure.getMessage().contains("cannot be unpacked"), failure.getMessage());
  }

  @Test
  void start_saysSo_whenTheTemplateIsBroken_orAParameterIsUnknownOrWrong() throws IOException {
    assertEquals(
        "the template cannot be served: Resources.EchoFunction.Properties.Events.ListThings"
            + ".Properties.Method is missing",
        startFailure("Method: get, Path: /things}", "Path: /things}"));
    assertEquals(
        "the template cannot be served: Parameters has no Nothing",
        startFailure(Map.of("Nothing", "1")));
    assertEquals(
        "the template cannot be served: Parameters.Greeting does not match its AllowedPattern"
            + " [a-z]+",
        startFailure(Map.of("Greeting", "HELLO")));
  }

  private String startFailure(String written, String instead) throws IOException {
    LocalHost.Options options = options(0, Map.of());
    String template = Files.readString(options.template());
    assertTrue(template.contains(written));
    Files.writeString(options.template(), template.replace(written, instead));
    return assertThrows(LocalHostException.class, () -> LocalHost.start(options)).getMessage();
  }

  private String startFailure(Map<String, String> parameters) {
    return assertThrows(LocalHostException.class, () -> LocalHost.start(options(0, parameters)))
        .getMessage();
  }

  private LocalHost.Options options(int port, Map<String, String> parameters) {
    return new LocalHost.Options(TestHost.write(directory), port, TestHost.NO_TABLE, parameters);
  }

  /** Returns the folders to which this test's functions are unpacked. */
  private List<Path> unpacked() throws IOException {
    Path marked = Path.of("EchoFunction").resolve(directory.getFileName());
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("doorlist-local-"))
          .filter(file -> Files.exists(file.resolve(marked)))
          .toList();
    }
  }
}
