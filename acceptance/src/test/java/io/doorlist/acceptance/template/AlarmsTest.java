package io.doorlist.acceptance.template;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every alarm is sent to the topic, and docs/operations.md says what to do about it. */
class AlarmsTest {
  private static final Path ROOT = Path.of(System.getProperty("doorlist.root"));
  private static final List<String> TOPIC = List.of("!Ref AlarmTopic");

  @Test
  void everyAlarm_isHeardWhenItBeginsAndEnds_andHasARow() throws IOException {
    SortedSet<String> alarms = new TreeSet<>();
    Object resources = YamlFile.read("template.yaml").get("Resources");
    YamlFile.ofType(Json.object(resources), "AWS::CloudWatch::Alarm")
        .forEach(
            (name, alarm) -> {
              for (String when : List.of("AlarmActions", "OKActions")) {
                assertEquals(TOPIC, alarm.get(when), name + " " + when);
              }
              alarms.add(name.replaceFirst("Alarm$", ""));
            });

    assertEquals(alarms, rows());
  }

  /** Returns the alarms in the table: when each rings, what to look at, what to do. */
  private static SortedSet<String> rows() throws IOException {
    String text = Files.readString(ROOT.resolve("docs/operations.md"));
    return text.substring(text.indexOf("\n## Alarms\n") + 1)
        .lines()
        .skip(1)
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.startsWith("| ") && !line.startsWith("| alarm "))
        .peek(line -> assertEquals(4, line.split(" \\|").length, line))
        .map(line -> line.substring(2, line.indexOf(" | ")))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
