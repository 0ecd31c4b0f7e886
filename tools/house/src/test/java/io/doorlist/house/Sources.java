package io.doorlist.house;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The files of this repository, as they are before anything is built. */
final class Sources {
  static final Path ROOT = Path.of(System.getProperty("doorlist.root"));

  private static final Set<String> BUILT = Set.of("target", "node_modules", ".git");

  private Sources() {}

  /** Returns the files with this ending; nothing that was built, downloaded or is hidden. */
  static List<Path> files(String ending) {
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          ROOT,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes any) {
              String name = folder.getFileName().toString();
              boolean hidden = name.startsWith(".") && !folder.equals(ROOT);
              return hidden || BUILT.contains(name)
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes any) {
              if (file.toString().endsWith(ending)) {
                files.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files.stream().sorted().toList();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a file's path as people write it. */
  static String name(Path file) {
    return ROOT.relativize(file).toString().replace('\\', '/');
  }

  /** Returns the Java files as the compiler reads them; package descriptions are left out. */
  static List<CompilationUnitTree> java(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<Path> classes =
          files.stream().filter(file -> !file.endsWith("package-info.java")).toList();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(classes));
      List<CompilationUnitTree> units = new ArrayList<>();
      task.parse().forEach(units::add);
      return units;
    }
  }
}
