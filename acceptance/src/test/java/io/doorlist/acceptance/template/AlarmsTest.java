package io.doorlist.acceptance.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Every alarm of the template is sent to the topic, and docs/operations.md says what to do about
 * it.
 */
class AlarmsTest {
  private static final Path ROOT = Path.of(System.getProperty("doorlist.root"));
  private static final String SUFFIX = "Alarm";

  @Test
  void everyAlarm_hasARow_andEveryRowAnAlarm() throws IOException {
    Map<String, List<String>> rows = rows();

    assertEquals(alarms(), new TreeSet<>(rows.keySet()));
    rows.forEach(
        (alarm, cells) -> {
          assertEquals(3, cells.size(), alarm);
          cells.forEach(cell -> assertFalse(cell.isBlank(), alarm));
        });
  }

  @Test
  void everyAlarm_isHeard_whenItBeginsAndWhenItEnds() throws IOException {
    Object resources = YamlFile.withFunctions(ROOT.resolve("template.yaml")).get("Resources");
    for (String alarm : alarms()) {
      Object properties = Json.at(resources, alarm + SUFFIX, "Properties");
      for (String when : List.of("AlarmActions", "OKActions")) {
        assertEquals(
            "!If [Heard, [!Ref AlarmTopicArn], !Ref AWS::NoValue]",
            Json.at(properties, when),
            alarm + " " + when);
      }
    }
  }

  /** An alarm is charged by the metrics that it watches. */
  @Test
  void price_isThatOfTheMetricsTheyWatch() throws IOException {
    int metrics = 0;
    for (String alarm : alarms()) {
      Object properties =
          Json.at(YamlFile.read("template.yaml").get("Resources"), alarm + SUFFIX, "Properties");
      metrics += Math.max(1, metricsOf(properties));
    }

    String price =
        "%d metrics, %d.%d0 USD at 0.10 USD each".formatted(metrics, metrics / 10, metrics % 10);
    assertTrue(Files.readString(ROOT.resolve("docs/operations.md")).contains(price), price);
  }

  private static int metricsOf(Object alarm) {
    Object metrics = Json.at(alarm, "Metrics");
    return metrics == null
        ? 0
        : (int)
            Json.objects(metrics).stream().filter(each -> each.containsKey("MetricStat")).count();
  }

  /** Returns the names of the template's alarms, without their common ending. */
  private static SortedSet<String> alarms() {
    SortedSet<String> alarms = new TreeSet<>();
    Json.object(YamlFile.read("template.yaml").get("Resources"))
        .forEach(
            (name, resource) -> {
              if ("AWS::CloudWatch::Alarm".equals(Json.at(resource, "Type"))) {
                assertTrue(name.endsWith(SUFFIX), name);
                alarms.add(name.substring(0, name.length() - SUFFIX.length()));
              }
            });
    return alarms;
  }

  /** Returns the table's row of each alarm: when it rings, what to look at, what to do. */
  private static Map<String, List<String>> rows() throws IOException {
    String text = Files.readString(ROOT.resolve("docs/operations.md"));
    String section = text.substring(text.indexOf("\n## Alarms\n") + 1);
    return section
        .lines()
        .skip(1)
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.startsWith("| ") && !line.startsWith("| alarm "))
        .map(line -> Arrays.asList(line.substring(2, line.length() - 2).split(" \\| ")))
        .collect(Collectors.toMap(List::getFirst, cells -> cells.subList(1, cells.size())));
  }
}
