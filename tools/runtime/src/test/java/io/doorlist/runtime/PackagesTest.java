package io.doorlist.runtime;

import static io.doorlist.testing.Gateway.ROOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.json.Json;
import io.doorlist.local.template.FunctionSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packages contain the jars that docs/dependencies.md lists. */
class PackagesTest {
  /** A row of docs/dependencies.md: jars, functions, reason. */
  private static final Pattern ROW =
      Pattern.compile("^\\| (`[^|]+`) \\| ([^|]+) \\| ([^|]+) \\|$", Pattern.MULTILINE);

  private static final Pattern VERSION = Pattern.compile("-[0-9][^/]*\\.jar$");
  private static final long MAX_BYTES = 8_000_000;

  static Stream<FunctionSpec> functions() {
    return SampleStack.functions();
  }

  @Test
  void everyJar_isInTheDocumentWithItsReason() throws Exception {
    Map<String, Set<String>> inPackages = new TreeMap<>();
    for (FunctionSpec function : functions().toList()) {
      for (String jar : jars(function)) {
        String name = VERSION.matcher(jar).replaceAll("");
        inPackages.computeIfAbsent(name, any -> new TreeSet<>()).add(folder(function));
      }
    }

    assertEquals(documented(), inPackages);
  }

  @ParameterizedTest
  @MethodSource("functions")
  void bom_namesTheJarsOfThePackage(FunctionSpec function) throws Exception {
    Path file = function.codeUri().resolveSibling("bom.json");
    List<?> components = (List<?>) Json.readObject(Files.readAllBytes(file)).get("components");

    Set<String> named =
        components.stream()
            .map(each -> (Map<?, ?>) each)
            .map(each -> "%s-%s.jar".formatted(each.get("name"), each.get("version")))
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(jars(function), named);
  }

  @ParameterizedTest
  @MethodSource("functions")
  void checksum_isThePackages(FunctionSpec function) throws Exception {
    String written = Files.readString(function.codeUri().resolveSibling("function.zip.sha256"));

    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(function.codeUri()));
    assertEquals(HexFormat.of().formatHex(digest) + "  function.zip", written.strip());
  }

  @ParameterizedTest
  @MethodSource("functions")
  void package_isSmall(FunctionSpec function) throws Exception {
    long bytes = Files.size(function.codeUri());

    assertTrue(bytes <= MAX_BYTES, () -> function.name() + " has " + bytes);
  }

  /** Returns the functions that contain each jar, according to docs/dependencies.md. */
  private static Map<String, Set<String>> documented() throws IOException {
    Set<String> all = functions().map(PackagesTest::folder).collect(Collectors.toSet());
    Map<String, Set<String>> jars = new TreeMap<>();
    ROW.matcher(Files.readString(ROOT.resolve("docs/dependencies.md")))
        .results()
        .forEach(
            row -> {
              String in = row.group(2).strip();
              for (String jar : row.group(1).replace("`", "").split(", ")) {
                jars.put(jar, new TreeSet<>(functionsIn(in, all)));
              }
            });
    return jars;
  }

  /** Reads {@code all}, {@code all but pages} or the functions' names. */
  private static Set<String> functionsIn(String column, Set<String> all) {
    if (!column.startsWith("all")) {
      return Set.of(column.split(", "));
    }
    Set<String> functions = new TreeSet<>(all);
    functions.remove(column.replaceFirst("^all( but )?", ""));
    return functions;
  }

  private static String folder(FunctionSpec function) {
    return ROOT.resolve("functions").relativize(function.codeUri()).getName(0).toString();
  }

  private static Set<String> jars(FunctionSpec function) throws IOException {
    try (ZipFile zip = new ZipFile(function.codeUri().toFile())) {
      return zip.stream()
          .map(ZipEntry::getName)
          .filter(name -> name.startsWith("lib/"))
          .map(name -> name.substring("lib/".length()))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
