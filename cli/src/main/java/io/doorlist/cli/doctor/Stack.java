package io.doorlist.cli.doctor;

import io.doorlist.cli.connection.AwsApi;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.w3c.dom.Document;

record Stack(
    String name,
    String status,
    Map<String, String> parameters,
    Map<String, String> outputs,
    List<Resource> resources) {
  private static final String SERVICE = "cloudformation";
  private static final String VERSION = "2010-05-15";

  record Resource(String id, String physicalId, String type) {}

  static Stack read(AwsApi aws, String name) {
    Map<String, String> form = new HashMap<>(Map.of("StackName", name));
    Document stack = aws.query(SERVICE, VERSION, "DescribeStacks", form);
    List<Resource> resources = new ArrayList<>();
    String next;
    do {
      Document page = aws.query(SERVICE, VERSION, "ListStackResources", form);
      for (Map<String, String> each : AwsApi.members(page, "StackResourceSummaries")) {
        resources.add(
            new Resource(
                each.get("LogicalResourceId"),
                each.getOrDefault("PhysicalResourceId", ""),
                each.get("ResourceType")));
      }
      next = AwsApi.text(page, "NextToken");
      form.put("NextToken", next);
    } while (!next.isEmpty());
    return new Stack(
        name,
        AwsApi.text(stack, "StackStatus"),
        values(stack, "Parameters", "Parameter"),
        values(stack, "Outputs", "Output"),
        resources);
  }

  List<Resource> ofType(String type) {
    return resources.stream().filter(each -> each.type().equals(type)).toList();
  }

  /** Returns whether the stack is for trials, so that its table may be deleted. */
  boolean isForTrials() {
    return "false".equals(parameters.get("DeletionProtection"));
  }

  /**
   * Returns a number from AWS's JSON or XML, where it may be written as a text; 0 if it is absent.
   */
  static int number(Object value) {
    return value == null ? 0 : (int) Double.parseDouble(value.toString());
  }

  /** Returns an object from AWS's JSON; empty if it is absent. */
  static Map<?, ?> map(Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private static Map<String, String> values(Document stack, String list, String word) {
    return AwsApi.members(stack, list).stream()
        .collect(
            Collectors.toMap(
                each -> each.get(word + "Key"), each -> each.getOrDefault(word + "Value", "")));
  }
}
