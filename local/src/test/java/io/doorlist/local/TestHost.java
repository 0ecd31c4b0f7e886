package io.doorlist.local;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.local.functions.EchoFunction;
import io.doorlist.local.functions.ForwardFunction;
import io.doorlist.local.functions.SlowFunction;
import io.doorlist.local.functions.TestEnvironment;
import io.doorlist.local.functions.WordAuthorizer;
import io.doorlist.local.table.HostTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A local host with the test template and with test functions packed as Maven packs real ones. */
final class TestHost implements AutoCloseable {
  /** Nothing listens there; the test functions do not use it. */
  static final HostTable.Elsewhere NO_TABLE =
      new HostTable.Elsewhere(URI.create("http://127.0.0.1:9"), "test-things");

  /** A clock that a test moves. */
  static final class FakeTime implements InstantSource {
    private volatile Instant now = Instant.parse("2026-05-01T10:00:00Z");

    void advance(Duration by) {
      now = now.plus(by);
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  private final LocalHost host;

  private TestHost(LocalHost host) {
    this.host = host;
  }

  static TestHost start(Path directory) {
    return start(directory, Map.of(), Duration.ofSeconds(29), new FakeTime());
  }

  static TestHost start(
      Path directory,
      Map<String, String> parameters,
      Duration gatewayTimeout,
      InstantSource clock) {
    LocalHost.Options options = new LocalHost.Options(write(directory), 0, NO_TABLE, parameters);
    return new TestHost(LocalHost.start(options, gatewayTimeout, clock));
  }

  /** Writes the template and the package to which it refers. */
  static Path write(Path directory) {
    return write(directory, "/template.yaml");
  }

  /** Writes a template of the test resources, and the package to which it refers. */
  static Path write(Path directory, String resource) {
    try (InputStream template = TestHost.class.getResourceAsStream(resource)) {
      Path file = directory.resolve("template.yaml");
      Files.write(file, template.readAllBytes());
      writePackage(directory.resolve("function.zip"));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writePackage(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Class<?> type :
          new Class<?>[] {
            WordAuthorizer.class,
            EchoFunction.class,
            ForwardFunction.class,
            SlowFunction.class,
            TestEnvironment.class
          }) {
        String name = type.getName().replace('.', '/') + ".class";
        zip.putNextEntry(new ZipEntry(name));
        try (InputStream bytes = type.getResourceAsStream("/" + name)) {
          bytes.transferTo(zip);
        }
      }
      Path core =
          Path.of(
              RequestStreamHandler.class
                  .getProtectionDomain()
                  .getCodeSource()
                  .getLocation()
                  .toURI());
      zip.putNextEntry(new ZipEntry("lib/" + core.getFileName()));
      Files.copy(core, zip);
      // Tells the folders to which it is unpacked from those of other hosts.
      zip.putNextEntry(new ZipEntry(file.getParent().getFileName().toString()));
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  LocalHost host() {
    return host;
  }

  /** Sends a request line with headers, and a body if there is one. */
  HttpExchange send(String requestLine, String... headers) {
    return HttpExchange.send(host.url().getPort(), requestLine, "", headers);
  }

  HttpExchange sendWithBody(String requestLine, String body, String... headers) {
    return HttpExchange.send(host.url().getPort(), requestLine, body, headers);
  }

  /** Makes the test function write these items. */
  HttpExchange reply(String output, String... headers) {
    String[] all = new String[headers.length + 1];
    System.arraycopy(headers, 0, all, 0, headers.length);
    all[headers.length] =
        "X-Reply: " + Base64.getEncoder().encodeToString(output.getBytes(StandardCharsets.UTF_8));
    return send("GET /open/reply", all);
  }

  @Override
  public void close() {
    host.close();
  }
}
