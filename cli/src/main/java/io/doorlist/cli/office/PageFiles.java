package io.doorlist.cli.office;

import io.doorlist.local.office.Office.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The files of the organiser's page. Some are only for this page, and others are for the pages of
 * phones, too. They contain no data. Thread-safe.
 */
final class PageFiles {
  private static final String ASSETS = "assets/";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*\\.[a-z]+");
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml");

  private final Map<String, Reply> files = new ConcurrentHashMap<>();

  /** Finds a file by its name below the page. The empty name is the page itself. */
  Optional<Reply> find(String name) {
    return Optional.ofNullable(files.computeIfAbsent(name, any -> read(any).orElse(null)));
  }

  private static Optional<Reply> read(String name) {
    if (name.isEmpty()) {
      return own("office.html").map(file -> reply("office.html", file));
    }
    String asset = name.startsWith(ASSETS) ? name.substring(ASSETS.length()) : "";
    if (!NAME.matcher(asset).matches()) {
      return Optional.empty();
    }
    return own(asset).or(() -> shared(asset)).map(file -> reply(asset, file));
  }

  private static Reply reply(String name, byte[] file) {
    String ending = name.substring(name.lastIndexOf('.') + 1);
    return new Reply(200, TYPES.getOrDefault(ending, "text/plain; charset=utf-8"), file, null);
  }

  private static Optional<byte[]> own(String name) {
    return read("/io/doorlist/cli/office/" + name, name);
  }

  private static Optional<byte[]> shared(String name) {
    return read("/site/version", name)
        .map(version -> new String(version, StandardCharsets.UTF_8).strip())
        .flatMap(version -> read("/site/assets/" + version + "/" + name, name));
  }

  private static Optional<byte[]> read(String path, String name) {
    try (InputStream file = PageFiles.class.getResourceAsStream(path)) {
      return file == null ? Optional.empty() : Optional.of(file.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("the file " + name + " cannot be read", e);
    }
  }
}
