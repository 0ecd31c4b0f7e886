package io.doorlist.local.template;

import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A SAM template: the one source for routes, functions, authorizer, gateway answers and table. Its
 * content depends on its parameters, so you ask for each part with their values.
 */
public final class Template {

  /** A placeholder for the address of queues, for parts that need none. */
  private static final URI NO_QUEUES = URI.create("http://127.0.0.1:9");

  private final Path directory;
  private final Map<?, ?> document;

  private Template(Path directory, Map<?, ?> document) {
    this.directory = directory;
    this.document = document;
  }

  /**
   * Reads a template. If every parameter has a default, everything in the template that this host
   * uses is checked at once; otherwise it is checked once the values are known.
   *
   * @throws TemplateException if the file cannot be read, is not a template, or says something that
   *     cannot be served
   */
  public static Template read(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Template template = new Template(absolute.getParent(), TemplateYaml.read(absolute));
    for (String section : List.of("Parameters", "Conditions", "Globals", "Resources")) {
      template.section(section);
    }
    if (template.section("Resources").isEmpty()) {
      throw new TemplateException("Resources is missing");
    }
    if (template.parametersHaveDefaults()) {
      template.deployment(Map.of(), "doorlist", NO_QUEUES);
      if (!template.resources(template.evaluator("doorlist"), ResourceTypes.TABLE).isEmpty()) {
        template.tableDefinition("doorlist");
      }
    }
    return template;
  }

  /**
   * Returns the part that API Gateway and Lambda read.
   *
   * @param parameters values by name; the others have their defaults
   * @param queues where SQS answers
   */
  public Deployment deployment(Map<String, String> parameters, String tableName, URI queues) {
    return reader(parameters, tableName, queues).read();
  }

  /**
   * Returns every function by its logical id, in the template's order: those that the API calls and
   * those that anything else calls.
   *
   * @param parameters values by name; the others have their defaults
   * @throws TemplateException if a parameter has no value, or a function cannot be run here
   */
  public Map<String, FunctionSpec> functions(Map<String, String> parameters, String tableName) {
    return reader(parameters, tableName, NO_QUEUES).readFunctions();
  }

  private DeploymentReader reader(Map<String, String> parameters, String tableName, URI queues) {
    Evaluator evaluator = evaluator(parameters, tableName, queues);
    declarations()
        .forEach(
            (name, declaration) -> {
              if (declaration.at("Default").isAbsent() && !parameters.containsKey(name)) {
                throw declaration.wrong("has no default: give it a value");
              }
            });
    TemplateNode globals = new TemplateNode(section("Globals"), "Globals", evaluator);
    Map<String, TemplateNode> functions = resources(evaluator, ResourceTypes.FUNCTION);
    TriggerReader triggers =
        new TriggerReader(functions, resources(evaluator, ResourceTypes.QUEUE));
    return new DeploymentReader(
        directory, globals, functions, resources(evaluator, ResourceTypes.API), triggers);
  }

  /**
   * Returns the part that DynamoDB reads.
   *
   * @throws TemplateException if the template has no table, or several
   */
  public TableDefinition tableDefinition(String tableName) {
    Map<String, TemplateNode> tables = resources(evaluator(tableName), ResourceTypes.TABLE);
    if (tables.size() != 1) {
      throw new TemplateException(
          "Resources must have one %s, not %d".formatted(ResourceTypes.TABLE, tables.size()));
    }
    return TableDefinition.of(tables.values().iterator().next().at("Properties"), tableName);
  }

  private Map<String, TemplateNode> resources(Evaluator evaluator, String type) {
    LinkedHashMap<String, TemplateNode> found = new LinkedHashMap<>();
    new TemplateNode(section("Resources"), "Resources", evaluator)
        .members()
        .forEach(
            (name, resource) -> {
              TemplateNode condition = resource.at("Condition");
              if (resource.at("Type").text().equals(type)
                  && (condition.isAbsent()
                      || evaluator.holds(condition.text(), "Resources." + name))) {
                found.put(name, resource);
              }
            });
    return found;
  }

  private Evaluator evaluator(String tableName) {
    return evaluator(Map.of(), tableName, NO_QUEUES);
  }

  private Evaluator evaluator(Map<String, String> given, String tableName, URI queues) {
    return new Evaluator(
        parameters(given),
        section("Conditions"),
        section("Resources"),
        tableName,
        System.getProperty("aws.region", "eu-west-1"),
        queues);
  }

  private Map<String, Object> parameters(Map<String, String> given) {
    LinkedHashMap<String, Object> values = new LinkedHashMap<>();
    declarations()
        .forEach(
            (name, declaration) -> {
              String value = given.get(name);
              if (value == null && !declaration.at("Default").isAbsent()) {
                value = declaration.at("Default").text();
              }
              if (value != null) {
                check(declaration, value);
                boolean list = declaration.at("Type").textOr("String").contains("List");
                values.put(name, list ? List.of(value.split(",", -1)) : value);
              }
            });
    for (String name : given.keySet()) {
      if (!values.containsKey(name)) {
        throw new TemplateException("Parameters has no " + name);
      }
    }
    return values;
  }

  private static void check(TemplateNode declaration, String value) {
    if (declaration.at("Type").textOr("String").equals("Number")) {
      if (!value.matches("-?[0-9]+(\\.[0-9]+)?")) {
        throw declaration.wrong("must be a number");
      }
      double number = Double.parseDouble(value);
      TemplateNode least = declaration.at("MinValue");
      TemplateNode most = declaration.at("MaxValue");
      if (!least.isAbsent() && number < Double.parseDouble(least.text())) {
        throw declaration.wrong("must be at least " + least.text());
      }
      if (!most.isAbsent() && number > Double.parseDouble(most.text())) {
        throw declaration.wrong("must be at most " + most.text());
      }
    }
    TemplateNode allowed = declaration.at("AllowedValues");
    if (!allowed.isAbsent()
        && allowed.elements().stream().noneMatch(each -> each.text().equals(value))) {
      throw declaration.wrong("is not one of its AllowedValues");
    }
    TemplateNode pattern = declaration.at("AllowedPattern");
    try {
      if (!pattern.isAbsent() && !Pattern.matches(pattern.text(), value)) {
        throw declaration.wrong("does not match its AllowedPattern " + pattern.text());
      }
    } catch (PatternSyntaxException e) {
      throw pattern.wrong("is not a regular expression");
    }
  }

  private boolean parametersHaveDefaults() {
    return declarations().values().stream().noneMatch(each -> each.at("Default").isAbsent());
  }

  private Map<String, TemplateNode> declarations() {
    Evaluator evaluator = new Evaluator(Map.of(), Map.of(), Map.of(), "", "", NO_QUEUES);
    return new TemplateNode(section("Parameters"), "Parameters", evaluator).members();
  }

  private Map<?, ?> section(String name) {
    Object section = document.get(name);
    if (section == null) {
      return Map.of();
    }
    if (section instanceof Map<?, ?> map) {
      return map;
    }
    throw new TemplateException(name + " must be a mapping");
  }
}
