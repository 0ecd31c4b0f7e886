package io.doorlist.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No class and no package depends on itself through others, in any module. */
class CirclesTest {
  @TempDir private Path folder;

  private static Circles written(String part) throws IOException {
    return new Circles(
        Sources.java(
            Sources.files(".java").stream()
                .filter(file -> Sources.name(file).contains(part))
                .toList()));
  }

  @Test
  void classes_areInNoCircle() throws IOException {
    assertEquals(List.of(), written("src/main/java/").ofClasses());
  }

  @Test
  void packages_areInNoCircle() throws IOException {
    assertEquals(List.of(), written("src/main/java/").ofPackages());
  }

  @Test
  void aConstantOfAnotherClass_closesACircle() throws IOException {
    Path one = write("a/One.java", "package a; import b.Two; class One { int x = Two.X; }");
    Path two = write("b/Two.java", "package b; class Two { static final int X = a.One.Y; }");

    Circles circles = new Circles(Sources.java(List.of(one, two)));

    assertEquals(List.of(Set.of("a.One", "b.Two")), circles.ofClasses());
    assertEquals(List.of(Set.of("a", "b")), circles.ofPackages());
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
