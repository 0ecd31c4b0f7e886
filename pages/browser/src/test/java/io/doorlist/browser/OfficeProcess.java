package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import io.doorlist.cli.Doorlist;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** An {@code up} that serves the organiser's page, in a process of its own. */
final class OfficeProcess implements AutoCloseable {
  static final Path ROOT = Path.of(System.getProperty("doorlist.root"));

  private final Process process;
  private final Map<String, String> printed = new TreeMap<>();

  private OfficeProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts one whose data is in a folder, and waits until it serves.
   *
   * @param folder of nothing else
   */
  static OfficeProcess start(Path folder) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Ddoorlist.root=" + ROOT));
    command.addAll(List.of("-cp", ROOT.resolve("cli/target/cli") + "/*"));
    command.addAll(List.of(Doorlist.class.getName(), "up", "--port=0", "--trust-port=0"));
    command.addAll(List.of("--host=127.0.0.2", "--office", "--no-browser"));
    command.add("--data=" + folder.resolve("data"));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("XDG_CACHE_HOME", folder.toString());
    builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
    OfficeProcess office = new OfficeProcess(builder.start());
    while (!office.printed.containsKey("office")) {
      String line = office.process.inputReader().readLine();
      assertTrue(line != null, "./doorlist up ended");
      String[] parts = line.split(" ", 2);
      office.printed.put(parts[0], parts[parts.length - 1]);
    }
    return office;
  }

  /** Returns the address of the page, without its code. */
  String url() {
    return printed.get("ready") + "/-/office";
  }

  /** Opens the page in a new tab, by the file that has the code. */
  Page open(BrowserContext laptop) {
    Page page = laptop.newPage();
    show(page);
    return page;
  }

  /** Opens it in a tab. */
  void show(Page page) {
    page.navigate(Path.of(printed.get("office")).toUri().toString());
    page.waitForSelector("#app h1");
  }

  /** Returns whether it ends by itself. */
  boolean ends() throws InterruptedException {
    return process.waitFor(60, TimeUnit.SECONDS);
  }

  /** Ends it as the loss of power does. */
  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
