package io.doorlist.packaging;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Names the author and the licence of everything in a folder that we give away. It refuses what may
 * not be given away, files whose author is not known, and what lacks a text that its licence
 * requires.
 *
 * <p>The bills of materials that Maven makes in the same build name the jars. A native library is
 * known by the jar from which it comes. A table names the scripts of the pages, and the Java
 * runtime has its own texts. Everything else must be ours.
 */
public final class Licences {
  /** The SPDX identifiers of licences under which anybody may pass on what is here. */
  private static final Set<String> ALLOWED =
      Set.of(
          "Apache-2.0",
          "MIT",
          "MIT-0",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "0BSD",
          "ISC",
          "EPL-1.0",
          "EPL-2.0",
          "MPL-1.1",
          "MPL-2.0",
          "OFL-1.1",
          "CC0-1.0",
          "Unlicense",
          "blessing");

  /** Names of licences in POMs, and the identifiers that belong to them. */
  private static final Map<String, String> NAMES =
      Map.of(
          "Bouncy Castle Licence",
          "MIT",
          "Mozilla Public License Version 1.1",
          "MPL-1.1",
          "Public Domain",
          "CC0-1.0");

  /** Libraries that have several licences to choose from, and the one that we choose. */
  private static final Map<String, String> CHOSEN =
      Map.of(
          "com.github.albfernandez:juniversalchardet",
          "MPL-1.1",
          "org.eclipse.angus:jakarta.mail",
          "EPL-2.0");

  /** Licences that require their text, with the author's name, in each copy. */
  private static final Set<String> WITH_TEXT =
      Set.of("MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "OFL-1.1");

  private static final Pattern TEXT =
      Pattern.compile(
          "(META-INF/)?(.*/)?[^/]*(LICEN[SC]E|NOTICE|COPYING)[^/]*", Pattern.CASE_INSENSITIVE);

  private static final Pattern NOTICE =
      Pattern.compile("(META-INF/)?NOTICE[^/]*", Pattern.CASE_INSENSITIVE);

  /**
   * The files of an archive that are ours. Libraries, pages and the runtime are checked in other
   * ways.
   */
  private static final Pattern OURS =
      Pattern.compile(
          "bin/doorlist(\\.cmd)?|doorlist|Doorlist\\.(cmd|command)|(LICENSE|NOTICE|README\\.md|THIRD-PARTY\\.txt)"
              + "|(template|openapi|samconfig)\\.(yaml|toml)|lib/[a-z]+\\.options|third-party/.*"
              + "|functions/[a-z-]+/target/function\\.zip/io/doorlist/.*");

  private static final Comparator<Part> BY_FILE =
      Comparator.comparing(Part::file).thenComparing(Part::what);

  private static final Path RUNTIME_LICENCE = Path.of("runtime", "legal", "java.base", "LICENSE");

  /** Something that others made. */
  private record Part(String file, String what, String version, List<String> licences) {}

  private static final String LIBRARIES = "lib/native/";

  private final Path root;
  private final Path folder;
  private final Path texts;
  private final Map<String, Part> known = new TreeMap<>();

  /** The jars in the folder, and whether a copy of each has the text of its licence. */
  private final Map<Part, Boolean> jars = new TreeMap<>(BY_FILE);

  private final Set<Part> parts = new TreeSet<>(BY_FILE);
  private final Set<String> notices = new TreeSet<>();
  private final Set<String> wrong = new TreeSet<>();

  private Licences(Path root, Path folder) {
    this.root = root;
    this.folder = folder;
    this.texts = root.resolve("tools/archive/third-party");
  }

  /**
   * The entry point for the build. It ends with status 1 if something may not be given away.
   *
   * @param arguments the root of the repository, the folder that is given away, and bills of
   *     materials
   */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]);
    List<Path> boms = Stream.of(arguments).skip(2).map(Path::of).toList();
    List<String> wrong = write(root, Path.of(arguments[1]), boms);
    wrong.forEach(each -> System.err.println("licences: " + each));
    if (!wrong.isEmpty()) {
      System.exit(1);
    }
  }

  /**
   * Writes {@code NOTICE}, {@code THIRD-PARTY.txt} and the texts of licences. Returns what is
   * wrong.
   */
  static List<String> write(Path root, Path folder, List<Path> boms) throws IOException {
    Licences licences = new Licences(root, folder);
    for (Path bom : boms) {
      licences.read(bom);
    }
    licences.clear();
    licences.files();
    licences.scripts();
    licences.runtime();
    licences.list();
    return List.copyOf(licences.wrong);
  }

  private void read(Path bom) throws IOException {
    for (Element each : children(child(document(bom), "components"))) {
      String version = text(each, "version");
      String file = text(each, "name") + "-" + version + ".jar";
      List<String> named = new ArrayList<>();
      for (Element licence : children(child(each, "licenses"))) {
        String name = text(licence, "id").isEmpty() ? text(licence, "name") : text(licence, "id");
        // A licence may be an expression without an id and a name.
        named.add(NAMES.getOrDefault(name, name.isEmpty() ? licence.getTextContent() : name));
      }
      String what = text(each, "group") + ":" + text(each, "name");
      String chosen = CHOSEN.get(what);
      List<String> ours = named.contains(chosen) ? List.of(chosen) : List.copyOf(named);
      known.put(file, new Part(file, what, version, ours));
    }
  }

  private void clear() throws IOException {
    Path copies = folder.resolve("third-party");
    if (Files.exists(copies)) {
      try (Stream<Path> all = Files.walk(copies)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
    Files.createDirectories(copies);
  }

  private void files() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path each : files) {
      String name = folder.relativize(each).toString().replace('\\', '/');
      if (name.endsWith(".jar") && !name.startsWith("runtime/")) {
        jar(each, name);
      } else if (name.startsWith(LIBRARIES)) {
        library(each, name);
      } else if (!name.startsWith("runtime/") && !OURS.matcher(name).matches()) {
        wrong.add(name + ": nobody says whose this is");
      }
    }
    for (Map.Entry<Part, Boolean> each : jars.entrySet()) {
      check(each.getKey(), each.getValue());
    }
  }

  private void jar(Path jar, String name) throws IOException {
    String file = jar.getFileName().toString();
    Part part = known.get(file);
    if (file.startsWith("doorlist-") && (part == null || part.what().startsWith("io.doorlist:"))) {
      return;
    }
    if (part == null) {
      wrong.add(name + ": it is in no bill of materials");
      return;
    }
    // A jar may occur several times. In the package of a function it may lack the text, because an
    // earlier jar has the same.
    jars.merge(part, copy(jar, file), Boolean::logicalOr);
  }

  /** Finds the jar of the build that has this native library, byte for byte. */
  private void library(Path library, String name) throws IOException {
    byte[] bytes = Files.readAllBytes(library);
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(root.resolve("cli/target/cli"), "*.jar")) {
      for (Path each : all) {
        if (has(each, library.getFileName().toString(), bytes)) {
          String file = each.getFileName().toString();
          Part part = known.get(file);
          if (part == null) {
            wrong.add(name + ": its jar, " + file + ", is in no bill of materials");
          } else {
            jars.merge(part, copy(each, file), Boolean::logicalOr);
          }
          return;
        }
      }
    }
    wrong.add(name + ": nobody says whose this is");
  }

  private static boolean has(Path jar, String file, byte[] bytes) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().filter(each -> isFile(each, file)).toList()) {
        if (Arrays.equals(bytes, zip.getInputStream(entry).readAllBytes())) {
          return true;
        }
      }
      return false;
    }
  }

  private static boolean isFile(ZipEntry entry, String file) {
    return entry.getName().endsWith("/" + file);
  }

  /** Copies the licence texts of a jar. Returns whether it has any. */
  private boolean copy(Path jar, String file) throws IOException {
    boolean found = false;
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().filter(each -> isText(each.getName())).toList()) {
        byte[] text = zip.getInputStream(entry).readAllBytes();
        if (NOTICE.matcher(entry.getName()).matches()) {
          notices.add(new String(text, StandardCharsets.UTF_8).strip());
        } else {
          found = true;
          String plain = entry.getName().replaceFirst("^META-INF/", "").replace('/', '-');
          Path target = folder.resolve("third-party").resolve(file.replace(".jar", ""));
          Files.createDirectories(target);
          Files.write(target.resolve(plain), text);
        }
      }
    }
    return found;
  }

  private static boolean isText(String name) {
    return TEXT.matcher(name).matches() && !name.endsWith(".class") && !name.endsWith("/");
  }

  private void check(Part part, boolean hasText) throws IOException {
    parts.add(part);
    if (part.licences().isEmpty()) {
      wrong.add(part.file() + ": " + part.what() + " names no licence");
    }
    for (String each : part.licences()) {
      if (!ALLOWED.contains(each)) {
        wrong.add(part.file() + ": " + part.what() + " may not be given away under: " + each);
      } else if (WITH_TEXT.contains(each) && !hasText && !ownText(part.what().split(":")[0])) {
        wrong.add(part.file() + ": " + part.what() + " lacks the text of its licence, " + each);
      }
    }
  }

  /**
   * Copies the licence text of a library that comes without one. We keep such texts beside the
   * table of scripts.
   */
  private boolean ownText(String name) throws IOException {
    Path text = texts.resolve(name + ".txt");
    if (!Files.exists(text)) {
      return false;
    }
    Path target = folder.resolve("third-party").resolve(name + ".txt");
    Files.write(target, Files.readAllBytes(text));
    return true;
  }

  private void scripts() throws IOException {
    Set<String> served = new TreeSet<>();
    Path assets = root.resolve("pages/target/classes/site/assets");
    try (Stream<Path> all = Files.walk(assets)) {
      all.filter(Files::isRegularFile).forEach(each -> served.add(each.getFileName().toString()));
    }
    try (Stream<Path> all = Files.list(root.resolve("pages/src/main/web"))) {
      all.forEach(each -> served.remove(each.getFileName().toString()));
    }
    String pins =
        Files.readString(root.resolve("pom.xml"))
            + Files.readString(root.resolve("pages/package.json"));
    Set<String> named = new TreeSet<>();
    for (String line : Files.readAllLines(texts.resolve("scripts.tsv"))) {
      if (!line.startsWith("#")) {
        String[] row = line.split("\t");
        named.add(row[0]);
        if (!pins.contains(">" + row[2] + "<") && !pins.contains("\"" + row[2] + "\"")) {
          wrong.add(row[0] + ": the build has another version of " + row[1] + " than " + row[2]);
        }
        check(
            new Part("pages: " + row[0], row[1], row[2], List.of(row[3].split(" and "))),
            row.length > 4 && ownText(row[4].replace(".txt", "")));
      }
    }
    served.stream()
        .filter(each -> !named.contains(each))
        .forEach(each -> wrong.add("pages: " + each + ": scripts.tsv does not say whose this is"));
    named.stream()
        .filter(each -> !served.contains(each))
        .forEach(each -> wrong.add("pages: " + each + ": scripts.tsv has what is not there"));
  }

  private void runtime() throws IOException {
    if (!Files.exists(folder.resolve("runtime"))) {
      return;
    }
    Path licence = folder.resolve(RUNTIME_LICENCE);
    String text = Files.exists(licence) ? Files.readString(licence) : "";
    if (text.contains("GNU General Public License")
        && text.contains("\"CLASSPATH\" EXCEPTION TO THE GPL")) {
      parts.add(
          new Part(
              "runtime",
              "OpenJDK, whose parts are in runtime/legal",
              version(),
              List.of("GPL-2.0-with-classpath-exception")));
    } else {
      wrong.add("runtime: it is not under the GPL 2 with the Classpath Exception");
    }
  }

  private String version() throws IOException {
    return Files.readAllLines(folder.resolve("runtime/release")).stream()
        .filter(line -> line.startsWith("JAVA_VERSION="))
        .map(line -> line.replaceAll("[^0-9.]", ""))
        .collect(Collectors.joining());
  }

  private void list() throws IOException {
    String rows =
        parts.stream()
            .map(
                each ->
                    String.format(
                        Locale.ROOT,
                        "%-44s %s %s: %s%n",
                        each.file(),
                        each.what(),
                        each.version(),
                        String.join(" and ", each.licences())))
            .collect(Collectors.joining());
    Files.writeString(
        folder.resolve("THIRD-PARTY.txt"),
        "What others made, and its licence. Texts are in third-party, of the Apache License 2.0 in"
            + " LICENSE.\n\n"
            + rows);
    Files.writeString(
        folder.resolve("NOTICE"),
        "Doorlist\nTHIRD-PARTY.txt lists what others made. Their own notices follow.\n\n"
            + String.join("\n\n----\n\n", notices)
            + "\n");
  }

  private static Element document(Path file) throws IOException {
    try {
      return DocumentBuilderFactory.newDefaultInstance()
          .newDocumentBuilder()
          .parse(file.toFile())
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(file + " cannot be read", e);
    }
  }

  private static List<Element> children(Element of) {
    List<Element> found = new ArrayList<>();
    for (Node each = of == null ? null : of.getFirstChild();
        each != null;
        each = each.getNextSibling()) {
      if (each instanceof Element) {
        found.add((Element) each);
      }
    }
    return found;
  }

  private static Element child(Element of, String name) {
    return children(of).stream()
        .filter(each -> each.getTagName().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static String text(Element of, String name) {
    Element child = child(of, name);
    return child == null ? "" : child.getTextContent().strip();
  }
}
