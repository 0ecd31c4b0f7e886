package io.doorlist.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The folders of {@code tools}. */
class ToolsTest {
  private static final Path TOOLS = Sources.ROOT.resolve("tools");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| \\[([\\w-]+)]");

  @Test
  void everyFolder_answersItsQuestion() throws IOException {
    List<String> asked =
        ROW.matcher(Sources.text(TOOLS.resolve("README.md")))
            .results()
            .map(row -> row.group(1))
            .toList();

    // A folder that only a build or Python made has nothing that is kept.
    try (Stream<Path> folders = Files.list(TOOLS)) {
      List<String> there =
          folders
              .filter(Files::isDirectory)
              .map(each -> each.getFileName().toString())
              .filter(each -> !each.equals("target") && !each.startsWith("__"))
              .sorted()
              .toList();
      assertEquals(there, asked);
    }
  }
}
