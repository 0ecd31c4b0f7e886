package io.doorlist.local.function;

import static java.lang.constant.ConstantDescs.CD_String;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.constant.ClassDesc;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.util.VersionInfo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What a function's loader shares with the host. */
class FunctionLoaderTest {
  private static final String VERSION = VersionInfo.class.getName();
  private static final String CLIENT = DynamoDbClient.class.getName();

  private final DynamoDbClient client =
      new DynamoDbClient() {
        @Override
        public String serviceName() {
          return SERVICE_NAME;
        }

        @Override
        public void close() {}
      };

  @TempDir private Path directory;

  @Test
  void sdk_isShared_andTheClientOffered_whenTheVersionIsTheHosts() throws Exception {
    try (FunctionLoader one = loader(VersionInfo.SDK_VERSION);
        FunctionLoader other = loader(VersionInfo.SDK_VERSION)) {
      assertSame(DynamoDbClient.class, one.loadClass(CLIENT));
      assertSame(DynamoDbClient.class, other.loadClass(CLIENT));
      assertSame(client, one.get());
      assertThrows(ClassNotFoundException.class, () -> one.loadClass(getClass().getName()));
    }
  }

  @Test
  void sdk_isTheFunctions_andSaysSo_whenTheVersionIsAnother() throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try (FunctionLoader loader = loader("2.0.0")) {
      assertNotSame(VersionInfo.class, loader.loadClass(VERSION));
      assertThrows(ClassNotFoundException.class, () -> loader.loadClass(CLIENT));
      assertNull(loader.get());
    } finally {
      System.setErr(before);
    }
    assertEquals(
        "Greeter has version 2.0.0 of the AWS SDK, the host %s: it loads its own, which is slower"
            .formatted(VersionInfo.SDK_VERSION),
        said.toString(StandardCharsets.UTF_8).strip());
  }

  @Test
  void sdk_isNotThere_whenThePackageHasNone() throws Exception {
    try (FunctionLoader loader =
        new FunctionLoader("Greeter", new URL[] {directory.toUri().toURL()}, client)) {
      assertThrows(ClassNotFoundException.class, () -> loader.loadClass(CLIENT));
      assertNull(loader.get());
    }
  }

  /** Returns the loader of a package with this version of the SDK. */
  private FunctionLoader loader(String version) throws IOException {
    byte[] code =
        ClassFile.of()
            .build(
                ClassDesc.of(VERSION),
                info ->
                    info.withFlags(ClassFile.ACC_PUBLIC)
                        .withField(
                            "SDK_VERSION",
                            CD_String,
                            field ->
                                field
                                    .withFlags(
                                        ClassFile.ACC_PUBLIC
                                            | ClassFile.ACC_STATIC
                                            | ClassFile.ACC_FINAL)
                                    .with(ConstantValueAttribute.of(version))));
    Path file = directory.resolve(VERSION.replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    Files.write(file, code);
    return new FunctionLoader("Greeter", new URL[] {directory.toUri().toURL()}, client);
  }
}
