package io.doorlist.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** The browser that is installed on this machine; none is downloaded. */
final class Chromium {
  private static final List<String> ARGUMENTS =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--use-fake-device-for-media-stream");

  private static final Playwright PLAYWRIGHT = started();

  private static Browser shared;

  private Chromium() {}

  private static Playwright started() {
    Optional<Path> found = find();
    if (found.isEmpty()) {
      System.err.println("pages: no Chromium is installed, so they are not tested in a browser");
      return null;
    }
    return Playwright.create(
        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
  }

  private static Optional<Path> find() {
    return List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .stream()
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Skips the test if there is no browser. */
  static void required() {
    Assumptions.assumeTrue(PLAYWRIGHT != null, "no Chromium");
  }

  /**
   * Returns the browser of all tests, each of which has its own phones; it ends with this process.
   * Its pages may not open the camera: to read pictures would take most of the processor.
   */
  static synchronized Browser shared() {
    if (shared == null) {
      shared = start(ARGUMENTS);
    }
    return shared;
  }

  /** Starts a browser whose camera shows green fields; all pages may open it. */
  static Browser launch(String... more) {
    List<String> arguments = new ArrayList<>(ARGUMENTS);
    arguments.add("--use-fake-ui-for-media-stream");
    arguments.addAll(List.of(more));
    return start(arguments);
  }

  private static Browser start(List<String> arguments) {
    return PLAYWRIGHT
        .chromium()
        .launch(
            new LaunchOptions()
                .setExecutablePath(find().orElseThrow())
                .setHeadless(true)
                .setArgs(arguments));
  }

  /** Starts a browser whose camera plays a film. */
  static Browser launch(Path film) {
    return launch("--use-file-for-fake-video-capture=" + film);
  }
}
