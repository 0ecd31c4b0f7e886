package io.doorlist.local.function;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class FunctionLoaderTest {
  @TempDir private Path folder;

  /** A file that is open can be read without another descriptor, even once it is deleted. */
  @Test
  void jars_areOpenFromTheStart() throws Exception {
    String resource = getClass().getName().replace('.', '/') + ".class";
    Path jar = folder.resolve("one.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar));
        InputStream code = getClass().getResourceAsStream("/" + resource)) {
      zip.putNextEntry(new ZipEntry(resource));
      code.transferTo(zip);
    }
    URL[] path = {jar.toUri().toURL()};

    try (FunctionLoader one = new FunctionLoader("One", path, null)) {
      Files.delete(jar);
      assertSame(one, one.loadClass(getClass().getName()).getClassLoader());
    }
  }

  @Test
  void sdk_isTheHosts_andNothingElse() throws Exception {
    try (FunctionLoader one = new FunctionLoader("One", new URL[0], null)) {
      assertSame(DynamoDbClient.class, one.loadClass(DynamoDbClient.class.getName()));
      assertThrows(ClassNotFoundException.class, () -> one.loadClass(getClass().getName()));
    }
  }
}
