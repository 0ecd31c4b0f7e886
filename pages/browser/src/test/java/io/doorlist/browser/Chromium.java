package io.doorlist.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.BrowserType.LaunchPersistentContextOptions;
import com.microsoft.playwright.Playwright;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The browser that is installed on this machine; none is downloaded. */
final class Chromium {
  private static final Optional<Path> FOUND =
      Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
          .map(Path::of)
          .filter(Files::isExecutable)
          .findFirst();

  private static final String FAKE_CAMERA = "--use-fake-device-for-media-stream";

  private static final List<String> ARGUMENTS =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          FAKE_CAMERA);

  private static Playwright playwright;
  private static Browser shared;

  private Chromium() {}

  /** Skips the test if there is no browser. */
  static void required() {
    if (FOUND.isEmpty()) {
      System.err.println("pages: no Chromium is installed, so they are not tested in a browser");
    }
    Assumptions.assumeTrue(FOUND.isPresent(), "no Chromium");
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

  /** Starts a browser whose camera plays a film; all pages may open it. */
  static Browser launch(Path film) {
    String plays = "--use-file-for-fake-video-capture=" + film;
    return start(
        Stream.concat(ARGUMENTS.stream(), Stream.of("--use-fake-ui-for-media-stream", plays))
            .toList());
  }

  /** Starts a browser with so many cameras; all pages may open them. */
  static Browser launchWithCameras(int cameras) {
    List<String> arguments = new ArrayList<>(ARGUMENTS);
    arguments.add("--use-fake-ui-for-media-stream");
    arguments.remove(FAKE_CAMERA);
    arguments.add(FAKE_CAMERA + "=device-count=" + cameras);
    return start(arguments);
  }

  /** Starts a browser with what is kept in a folder. */
  static BrowserContext profile(Path folder) {
    return chromium()
        .launchPersistentContext(
            folder,
            new LaunchPersistentContextOptions()
                .setExecutablePath(FOUND.orElseThrow())
                .setHeadless(true)
                .setViewportSize(1280, 800)
                .setArgs(ARGUMENTS));
  }

  /** Kills the browser that has a folder open, with all of its processes, as a power cut does. */
  static void kill(Path folder) {
    List<ProcessHandle> all =
        ProcessHandle.current()
            .descendants()
            .filter(each -> command(each).contains("--user-data-dir=" + folder))
            .flatMap(each -> Stream.concat(Stream.of(each), each.descendants()))
            .distinct()
            .toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(each -> each.onExit().join());
  }

  /** Returns the arguments of a process; none if it has ended. */
  private static List<String> command(ProcessHandle process) {
    try {
      Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      return List.of(Files.readString(file).split("\0"));
    } catch (IOException e) {
      return List.of();
    }
  }

  private static synchronized BrowserType chromium() {
    if (playwright == null) {
      playwright =
          Playwright.create(
              new Playwright.CreateOptions()
                  .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    }
    return playwright.chromium();
  }

  private static Browser start(List<String> arguments) {
    return chromium()
        .launch(
            new LaunchOptions()
                .setExecutablePath(FOUND.orElseThrow())
                .setHeadless(true)
                .setArgs(arguments));
  }
}
