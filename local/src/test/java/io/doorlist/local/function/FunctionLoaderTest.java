package io.doorlist.local.function;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.UnavailableException;
import io.doorlist.environment.Environment;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Write;
import io.doorlist.table.aws.DynamoEngine;
import io.doorlist.table.memory.MemoryEngine;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    try (FunctionLoader one = FunctionLoader.isolating("One", path, null)) {
      Files.delete(jar);
      assertSame(one, one.loadClass(getClass().getName()).getClassLoader());
    }
  }

  @Test
  void sdk_isTheHosts_andNothingElse_whereAFunctionIsIsolated() throws Exception {
    try (FunctionLoader one = FunctionLoader.isolating("One", new URL[0], null)) {
      assertSame(DynamoDbClient.class, one.loadClass(DynamoDbClient.class.getName()));
      for (Class<?> other : List.of(getClass(), Key.class, UnavailableException.class)) {
        assertThrows(ClassNotFoundException.class, () -> one.loadClass(other.getName()));
      }
    }
  }

  /** A function throws and catches what the table of its host throws. */
  @Test
  void wordsOfTheTable_areTheHosts_whereAnIsolatedFunctionUsesIt_andNoEngineIs() throws Exception {
    Engine table = new MemoryEngine();
    try (FunctionLoader one = FunctionLoader.isolating("One", new URL[0], table)) {
      for (Class<?> shared : List.of(Key.class, Engine.class, UnavailableException.class)) {
        assertSame(shared, one.loadClass(shared.getName()));
      }
      for (Class<?> own : List.of(DynamoEngine.class, MemoryEngine.class, Environment.class)) {
        assertThrows(ClassNotFoundException.class, () -> one.loadClass(own.getName()));
      }
      Key key = new Key("a", "b");
      one.get().close();
      assertTrue(one.get().write(Write.put(new Item(key))).isPresent());
      assertTrue(table.get(key).isPresent());
    }
  }

  /** Functions that share classes have each the table and the settings of their own host. */
  @Test
  void sharing_takesAllClassesFromTheHost_andOffersAnotherTable() throws Exception {
    Engine table = new MemoryEngine();
    Engine other = new MemoryEngine();
    Key key = new Key("a", "b");
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (FunctionLoader one = FunctionLoader.sharing("One", new URL[0], table);
        FunctionLoader two = FunctionLoader.sharing("Two", new URL[0], other)) {
      assertSame(DynamoEngine.class, one.loadClass(DynamoEngine.class.getName()));
      thread.setContextClassLoader(one);
      DynamoEngine.fromEnvironment("any").write(Write.put(new Item(key)));
      thread.setContextClassLoader(two);
      assertTrue(DynamoEngine.fromEnvironment("any").get(key).isEmpty());
      assertTrue(table.get(key).isPresent());
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
