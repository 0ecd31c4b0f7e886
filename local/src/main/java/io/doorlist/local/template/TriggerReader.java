package io.doorlist.local.template;

import io.doorlist.local.json.JsonTree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the triggers of functions, and the queues, out of a template. */
final class TriggerReader {
  private static final int MAX_QUEUE_CONCURRENCY = 1000;
  private static final int MAX_RETRIES = 10_000;
  private static final List<String> ATTRIBUTES =
      List.of("DelaySeconds", "MessageRetentionPeriod", "VisibilityTimeout");

  private final Map<String, TemplateNode> functions;
  private final Map<String, TemplateNode> queues;

  TriggerReader(Map<String, TemplateNode> functions, Map<String, TemplateNode> queues) {
    this.functions = functions;
    this.queues = queues;
  }

  List<Trigger.Stream> streams() {
    return events("DynamoDB").stream().map(this::stream).toList();
  }

  private Trigger.Stream stream(Event event) {
    TemplateNode at = event.properties();
    TemplateNode destination = at.at("DestinationConfig").at("OnFailure").at("Destination");
    return new Trigger.Stream(
        trigger(event, at.at("Stream"), 100),
        !at.at("StartingPosition").textOr("LATEST").equals("LATEST"),
        at.at("MaximumRetryAttempts").integerOr(-1, -1, MAX_RETRIES),
        flag(at.at("BisectBatchOnFunctionError")),
        destination.isAbsent() ? null : queue(destination));
  }

  List<Trigger.Queue> queueTriggers() {
    return events("SQS").stream().map(this::queueTrigger).toList();
  }

  private Trigger.Queue queueTrigger(Event event) {
    TemplateNode at = event.properties();
    return new Trigger.Queue(
        trigger(event, at.at("Queue"), 10),
        queue(at.at("Queue")),
        at.at("ScalingConfig").at("MaximumConcurrency").integerOr(5, 2, MAX_QUEUE_CONCURRENCY));
  }

  /**
   * Returns the attributes of each queue as SQS takes them, by logical id; a queue comes after
   * those that it names.
   */
  Map<String, Map<String, Object>> queues() {
    LinkedHashMap<String, Map<String, Object>> all = new LinkedHashMap<>();
    queues.forEach(
        (name, queue) -> {
          if (queue.at("Properties").at("RedrivePolicy").isAbsent()) {
            all.put(name, attributes(queue.at("Properties")));
          }
        });
    queues.forEach((name, queue) -> all.putIfAbsent(name, attributes(queue.at("Properties"))));
    return all;
  }

  private static Map<String, Object> attributes(TemplateNode properties) {
    if (flag(properties.at("FifoQueue"))) {
      throw properties.at("FifoQueue").wrong("is not served here");
    }
    LinkedHashMap<String, Object> attributes = new LinkedHashMap<>();
    for (String name : ATTRIBUTES) {
      if (!properties.at(name).isAbsent()) {
        attributes.put(name, properties.at(name).text());
      }
    }
    TemplateNode redrive = properties.at("RedrivePolicy");
    if (!redrive.isAbsent()) {
      attributes.put(
          "RedrivePolicy", new String(JsonTree.write(redrive.plain()), StandardCharsets.UTF_8));
    }
    return attributes;
  }

  private record Event(String function, String name, TemplateNode properties) {}

  private List<Event> events(String type) {
    ArrayList<TriggerReader.Event> events = new ArrayList<>();
    functions.forEach(
        (function, place) ->
            place
                .at("Properties")
                .at("Events")
                .members()
                .forEach(
                    (name, event) -> {
                      if (event.at("Type").text().equals(type)) {
                        events.add(new Event(function, name, event.at("Properties")));
                      }
                    }));
    return events;
  }

  private static Trigger trigger(Event event, TemplateNode source, int batchSize) {
    TemplateNode at = event.properties();
    return new Trigger(
        event.function() + "." + event.name(),
        event.function(),
        source.text(),
        at.at("BatchSize").integerOr(batchSize, 1, 10_000),
        at.at("FilterCriteria").at("Filters").elements().stream()
            .map(TriggerReader::filter)
            .toList(),
        at.at("FunctionResponseTypes").elements().stream()
            .anyMatch(each -> each.text().equals("ReportBatchItemFailures")));
  }

  private static FilterPattern filter(TemplateNode filter) {
    TemplateNode pattern = filter.at("Pattern");
    try {
      return FilterPattern.read(pattern.text());
    } catch (IllegalArgumentException e) {
      throw pattern.wrong(e.getMessage());
    }
  }

  private String queue(TemplateNode arn) {
    String name = arn.text().replaceFirst("^.*:", "");
    if (!queues.containsKey(name)) {
      throw arn.wrong("names no queue of this template");
    }
    return name;
  }

  private static boolean flag(TemplateNode place) {
    return !place.isAbsent() && place.flag();
  }
}
