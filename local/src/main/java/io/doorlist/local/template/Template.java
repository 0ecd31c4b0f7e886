package io.doorlist.local.template;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A SAM template, the only source of routes, functions, authorizer and gateway answers. Its content
 * depends on parameters, so you pass their values when you ask for a part.
 */
public final class Template {
  private final Path directory;
  private final Map<?, ?> document;

  private Template(Path directory, Map<?, ?> document) {
    this.directory = directory;
    this.document = document;
  }

  /**
   * Reads a template.
   *
   * @throws TemplateException if the file cannot be read or is not a template
   */
  public static Template read(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    return new Template(absolute.getParent(), TemplateYaml.read(absolute));
  }

  /**
   * Returns the part that API Gateway and Lambda read.
   *
   * @param parameters values by name; a parameter without a value here has its default
   * @param queues the URL of SQS
   * @throws TemplateException if a parameter has no value, or something cannot be served here
   */
  public Deployment deployment(Map<String, String> parameters, String tableName, URI queues) {
    Evaluator evaluator =
        new Evaluator(
            parameters(parameters),
            section("Conditions"),
            section("Resources"),
            tableName,
            System.getProperty("aws.region", "eu-west-1"),
            queues);
    return new DeploymentReader(
            directory,
            new TemplateNode(section("Globals"), "Globals", evaluator).at("Function"),
            resources(evaluator, Evaluator.API),
            resources(evaluator, Evaluator.FUNCTION),
            resources(evaluator, Evaluator.QUEUE))
        .read();
  }

  /** Returns the properties of each resource of a type whose condition holds, by its logical id. */
  private Map<String, TemplateNode> resources(Evaluator evaluator, String type) {
    Map<String, TemplateNode> found = new LinkedHashMap<>();
    section("Resources")
        .forEach(
            (name, written) -> {
              Map<?, ?> resource = (Map<?, ?>) written;
              Object condition = resource.get("Condition");
              if (type.equals(resource.get("Type"))
                  && (condition == null || evaluator.holds(condition))) {
                found.put(
                    (String) name,
                    new TemplateNode(
                        resource.get("Properties"),
                        "Resources." + name + ".Properties",
                        evaluator));
              }
            });
    return found;
  }

  private Map<String, String> parameters(Map<String, String> given) {
    Map<String, String> values = new HashMap<>();
    section("Parameters")
        .forEach(
            (name, written) -> {
              Map<?, ?> declaration = (Map<?, ?>) written;
              Object fallback = declaration.get("Default");
              String value =
                  given.getOrDefault(name, fallback == null ? null : fallback.toString());
              Object pattern = declaration.get("AllowedPattern");
              if (value == null) {
                throw new TemplateException("Parameters." + name + " has no value");
              }
              if (pattern != null && !value.matches(pattern.toString())) {
                throw new TemplateException(
                    "Parameters.%s does not match its AllowedPattern %s".formatted(name, pattern));
              }
              values.put((String) name, value);
            });
    for (String name : given.keySet()) {
      if (!values.containsKey(name)) {
        throw new TemplateException("Parameters has no " + name);
      }
    }
    return values;
  }

  private Map<?, ?> section(String name) {
    return document.get(name) instanceof Map<?, ?> map ? map : Map.of();
  }
}
