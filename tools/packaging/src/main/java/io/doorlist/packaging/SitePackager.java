package io.doorlist.packaging;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the pages in the form in which they are served. A page keeps its name. Everything that
 * pages load goes to a folder that is named by a hash of all files. So browsers may keep these
 * files for ever, and modules find each other by their plain names.
 */
public final class SitePackager {
  private static final String VERSION = "@version@";
  private static final String FILES = "\"@files@\"";
  private static final String DESK = "\"@desk@\"";

  /**
   * The files whose names must always lead to the newest version. They are pages, the service
   * worker, the manifest, and the description of the API.
   */
  private static final Pattern ENTRANCE =
      Pattern.compile(".*\\.html|sw\\.js|.*\\.(webmanifest|yaml)");

  private static final Pattern SERVED = Pattern.compile(".*\\.(html|js|css|svg|webmanifest|yaml)");

  /**
   * The files that a phone keeps for hours without a network. It fetches the others when it needs
   * them.
   */
  private static final Pattern KEPT =
      Pattern.compile("(?!swagger|docs|drawing|tickets|words-|desk|guests).*");

  /**
   * The further files that a laptop at a desk keeps, because it draws codes for new tickets and
   * badges.
   */
  private static final Pattern KEPT_AT_DESK = Pattern.compile("(desk(?!-words)|guests|drawing).*");

  private static final Pattern SOURCE_MAP =
      Pattern.compile("^(//# |/\\*# )sourceMappingURL=.*$", Pattern.MULTILINE);

  private SitePackager() {}

  /**
   * The entry point for the build.
   *
   * @param arguments the folder to write to, and the files and folders to read. {@code name=file}
   *     renames a file. A WebAssembly file becomes a script that sets {@code wasm} to its base64,
   *     because the gateway compresses and passes only text.
   */
  public static void main(String[] arguments) throws IOException {
    Map<String, String> files = new TreeMap<>();
    for (int i = 1; i < arguments.length; i++) {
      String[] named = arguments[i].split("=", 2);
      if (named.length == 1) {
        read(Path.of(arguments[i]), files);
      } else {
        add(named[0], text(Path.of(named[1])), files);
      }
    }
    write(files, Path.of(arguments[0]));
  }

  private static void read(Path from, Map<String, String> files) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        String name = each.getFileName().toString();
        if (SERVED.matcher(name).matches()) {
          add(name, text(each), files);
        }
      }
    }
  }

  private static String text(Path file) throws IOException {
    return file.toString().endsWith(".wasm")
        ? "var wasm='" + Base64.getEncoder().encodeToString(Files.readAllBytes(file)) + "'"
        : SOURCE_MAP.matcher(Files.readString(file)).replaceAll("");
  }

  private static void add(String name, String text, Map<String, String> files) throws IOException {
    if (files.put(name, text) != null) {
      throw new IOException("two files are called " + name);
    }
  }

  /** Writes the files with these names. */
  static void write(Map<String, String> files, Path to) throws IOException {
    Map<String, String> assets = new TreeMap<>(files);
    assets.keySet().removeIf(name -> ENTRANCE.matcher(name).matches());
    String version = version(files);
    String kept = urls(assets.keySet(), KEPT, version);
    String keptAtDesk = urls(assets.keySet(), KEPT_AT_DESK, version);

    clear(to);
    for (Map.Entry<String, String> file : files.entrySet()) {
      boolean asset = assets.containsKey(file.getKey());
      Path target = asset ? to.resolve("assets").resolve(version) : to;
      Files.createDirectories(target);
      Files.writeString(
          target.resolve(file.getKey()),
          asset
              ? file.getValue()
              : file.getValue()
                  .replace(VERSION, version)
                  .replace(FILES, kept)
                  .replace(DESK, keptAtDesk));
    }
    Files.writeString(to.resolve("version"), version);
  }

  /** Returns the addresses of files as a list in JavaScript. */
  private static String urls(Collection<String> names, Pattern some, String version) {
    return names.stream()
        .filter(name -> some.matcher(name).matches())
        .map(name -> "\"assets/" + version + "/" + name + "\"")
        .collect(Collectors.joining(", "));
  }

  private static void clear(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private static String version(Map<String, String> files) {
    StringBuilder all = new StringBuilder();
    files.forEach((name, text) -> all.append(name + "\n" + text.length() + "\n").append(text));
    byte[] bytes = all.toString().getBytes(StandardCharsets.UTF_8);
    return FunctionPackager.sha256(bytes).substring(0, 12);
  }
}
