package io.doorlist.acceptance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A hole in the service that a test must find: a source file with one text replaced. The resulting
 * class goes into a copy of the function's package, before the jar with the right one.
 *
 * @param function its folder in functions/
 * @param source the file, from the root of the repository
 * @param found the text to replace, which must occur exactly once
 */
record PlantedHole(String function, String source, String found, String instead) {
  private static final Path ROOT = Path.of(System.getProperty("doorlist.root"));

  /**
   * Creates the package with the hole, and a template that refers to it; returns the template.
   *
   * @param directory an empty directory for all output
   */
  Path plant(Path directory) throws IOException {
    Path classes = directory.resolve("classes");
    unpack(ROOT.resolve("functions/" + function + "/target/function.zip"), classes);
    compile(mutant(directory), classes);
    Path archive = directory.resolve("function.zip");
    pack(classes, archive);

    String own = "CodeUri: functions/" + function + "/target/function.zip";
    String template = Files.readString(ROOT.resolve("template.yaml"));
    assertTrue(template.contains(own), own);
    return Files.writeString(
        directory.resolve("template.yaml"),
        template
            .replace(own, "CodeUri: " + archive)
            .replace("CodeUri: functions/", "CodeUri: " + ROOT.resolve("functions") + "/"));
  }

  private Path mutant(Path directory) throws IOException {
    return Files.writeString(directory.resolve(Path.of(source).getFileName()), mutated());
  }

  /** Returns the source with the hole. */
  String mutated() throws IOException {
    String text = Files.readString(ROOT.resolve(source));
    assertEquals(2, text.split(Pattern.quote(found), -1).length, "not there once: " + found);
    return text.replace(found, instead);
  }

  private static void compile(Path file, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files =
            compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        Stream<Path> jars = Files.list(classes.resolve("lib"))) {
      String path =
          Stream.concat(Stream.of(classes), jars)
              .map(Path::toString)
              .collect(Collectors.joining(System.getProperty("path.separator")));
      List<String> options = List.of("-proc:none", "-d", classes.toString(), "-cp", path);
      boolean compiled =
          compiler
              .getTask(messages, files, null, options, null, files.getJavaFileObjects(file))
              .call();
      assertTrue(compiled, messages::toString);
    }
  }

  private static void unpack(Path archive, Path directory) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
        if (!entry.isDirectory()) {
          Path target = directory.resolve(entry.getName());
          Files.createDirectories(target.getParent());
          try (InputStream content = zip.getInputStream(entry)) {
            Files.copy(content, target);
          }
        }
      }
    }
  }

  private static void pack(Path directory, Path archive) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(directory)) {
      all.filter(Files::isRegularFile).forEach(files::add);
    }
    try (OutputStream out = Files.newOutputStream(archive);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Path file : files) {
        zip.putNextEntry(new ZipEntry(directory.relativize(file).toString()));
        Files.copy(file, zip);
      }
    }
  }
}
