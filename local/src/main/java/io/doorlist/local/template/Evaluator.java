package io.doorlist.local.template;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Evaluates intrinsic functions as a deployment on this machine would see them: parameters have
 * their values, the table has its name, everything else is named by its logical id. Conditions are
 * evaluated. What only AWS can know (imports, mappings, attributes other than ARNs) is refused, but
 * only where it is needed.
 *
 * @param parameters a string, or for list types a list of strings, by name
 * @param queues where SQS answers
 */
record Evaluator(
    Map<String, Object> parameters,
    Map<?, ?> conditions,
    Map<?, ?> resources,
    String tableName,
    String region,
    URI queues) {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");

  /**
   * Returns the value, evaluated if it is an intrinsic; its members and elements are not evaluated
   * yet. Null means {@code AWS::NoValue} too.
   */
  Object evaluate(Object written, String path) {
    if (written instanceof Map<?, ?> map) {
      Optional<Intrinsic> intrinsic = Intrinsic.of(map);
      return intrinsic.isPresent() ? evaluate(intrinsic.get(), path) : written;
    }
    return written instanceof Intrinsic intrinsic ? evaluate(intrinsic, path) : written;
  }

  private Object evaluate(Intrinsic intrinsic, String path) {
    Object argument = intrinsic.argument();
    return switch (intrinsic.name()) {
      case "Ref" -> ref(text(argument, path), path);
      case "GetAtt" -> attribute(argument, path);
      case "Sub" -> substitute(argument, path);
      case "Join" -> {
        List<?> pair = elements(argument, 2, path);
        List<String> parts =
            elements(pair.get(1), path).stream().map(part -> text(part, path)).toList();
        yield String.join(text(pair.get(0), path), parts);
      }
      case "Split" -> {
        List<?> pair = elements(argument, 2, path);
        yield List.of(text(pair.get(1), path).split(Pattern.quote(text(pair.get(0), path)), -1));
      }
      case "Select" -> {
        List<?> pair = elements(argument, 2, path);
        List<?> from = elements(pair.get(1), path);
        String index = text(pair.get(0), path);
        if (!index.matches("[0-9]{1,6}") || Integer.parseInt(index) >= from.size()) {
          throw wrong(path, "!Select has no element " + index);
        }
        yield evaluate(from.get(Integer.parseInt(index)), path);
      }
      case "If" -> {
        List<?> triple = elements(argument, 3, path);
        yield evaluate(triple.get(holds(text(triple.get(0), path), path) ? 1 : 2), path);
      }
      case "Equals", "And", "Or", "Not", "Condition" -> holds(intrinsic, path);
      default -> throw wrong(path, "!" + intrinsic.name() + " cannot be evaluated on one machine");
    };
  }

  /**
   * Returns whether the named condition holds.
   *
   * @throws TemplateException if there is no such condition
   */
  boolean holds(String condition, String path) {
    if (!conditions.containsKey(condition)) {
      throw wrong(path, "there is no condition " + condition);
    }
    return holds(conditions.get(condition), path);
  }

  private boolean holds(Object statement, String path) {
    Intrinsic intrinsic =
        statement instanceof Map<?, ?> map
            ? Intrinsic.of(map).orElse(null)
            : asIntrinsic(statement);
    if (intrinsic == null) {
      throw wrong(path, "a condition is !Equals, !And, !Or, !Not or another condition's name");
    }
    Object argument = intrinsic.argument();
    return switch (intrinsic.name()) {
      case "Equals" -> {
        List<?> pair = elements(argument, 2, path);
        yield text(pair.get(0), path).equals(text(pair.get(1), path));
      }
      case "And" -> elements(argument, path).stream().allMatch(each -> holds(each, path));
      case "Or" -> elements(argument, path).stream().anyMatch(each -> holds(each, path));
      case "Not" -> !holds(elements(argument, 1, path).get(0), path);
      case "Condition" -> holds(text(argument, path), path);
      default -> throw wrong(path, "!" + intrinsic.name() + " is not a condition");
    };
  }

  private static Intrinsic asIntrinsic(Object value) {
    return value instanceof Intrinsic intrinsic ? intrinsic : null;
  }

  private Object ref(String name, String path) {
    if (parameters.containsKey(name)) {
      return parameters.get(name);
    }
    if (resources.containsKey(name)) {
      return switch (type(name)) {
        case ResourceTypes.TABLE -> tableName;
        case ResourceTypes.QUEUE -> Deployment.queueUrl(queues, name);
        default -> name;
      };
    }
    return switch (name) {
      case "AWS::AccountId" -> Deployment.ACCOUNT_ID;
      case "AWS::NoValue" -> null;
      case "AWS::Partition" -> "aws";
      case "AWS::Region" -> region;
      case "AWS::StackId" -> arn("cloudformation", "stack/doorlist-local/local");
      case "AWS::StackName" -> "doorlist-local";
      case "AWS::URLSuffix" -> "amazonaws.com";
      default -> {
        // SAM's own references, such as !Ref CheckinFunction.Alias, name the resource first.
        int dot = name.indexOf('.');
        if (dot > 0 && resources.containsKey(name.substring(0, dot))) {
          yield attribute(name.substring(0, dot), "Arn", path);
        }
        throw wrong(path, "!Ref " + name + " names no parameter or resource");
      }
    };
  }

  private String attribute(Object argument, String path) {
    if (argument instanceof List<?>) {
      List<?> pair = elements(argument, 2, path);
      return attribute(text(pair.get(0), path), text(pair.get(1), path), path);
    }
    String name = text(argument, path);
    int dot = name.indexOf('.');
    if (dot < 1) {
      throw wrong(path, "!GetAtt " + name + " names no attribute");
    }
    return attribute(name.substring(0, dot), name.substring(dot + 1), path);
  }

  private String attribute(String resource, String attribute, String path) {
    if (!resources.containsKey(resource)) {
      throw wrong(path, "!GetAtt " + resource + " names no resource");
    }
    if (!attribute.equals("Arn") && !attribute.equals("StreamArn")) {
      throw wrong(path, "!GetAtt of " + attribute + " cannot be evaluated on one machine");
    }
    return switch (type(resource)) {
      case ResourceTypes.FUNCTION -> arn("lambda", "function:" + resource);
      case ResourceTypes.TABLE ->
          arn("dynamodb", "table/" + tableName + (attribute.equals("Arn") ? "" : "/stream/local"));
      case ResourceTypes.QUEUE -> arn("sqs", resource);
      default -> arn("local", resource);
    };
  }

  private String arn(String service, String resource) {
    return "arn:aws:%s:%s:%s:%s".formatted(service, region, Deployment.ACCOUNT_ID, resource);
  }

  private String type(String resource) {
    return resources.get(resource) instanceof Map<?, ?> map ? String.valueOf(map.get("Type")) : "";
  }

  private String substitute(Object argument, String path) {
    String text;
    Map<?, ?> own = Map.of();
    if (argument instanceof List<?>) {
      List<?> pair = elements(argument, 2, path);
      text = text(pair.get(0), path);
      if (pair.get(1) instanceof Map<?, ?> map) {
        own = map;
      }
    } else {
      text = text(argument, path);
    }
    StringBuilder result = new StringBuilder();
    Matcher variables = VARIABLE.matcher(text);
    while (variables.find()) {
      String name = variables.group(1);
      String value;
      if (name.startsWith("!")) {
        value = "${" + name.substring(1) + "}";
      } else if (own.containsKey(name)) {
        value = text(own.get(name), path);
      } else if (name.contains(".") && !name.contains("::")) {
        value = attribute(name, path);
      } else {
        value = text(ref(name, path), path);
      }
      variables.appendReplacement(result, Matcher.quoteReplacement(value));
    }
    return variables.appendTail(result).toString();
  }

  private String text(Object written, String path) {
    Object value = evaluate(written, path);
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    throw wrong(path, "a string is missing in an intrinsic function");
  }

  private List<?> elements(Object written, int count, String path) {
    List<?> elements = elements(written, path);
    if (elements.size() != count) {
      throw wrong(path, "an intrinsic function takes %d arguments".formatted(count));
    }
    return elements;
  }

  private List<?> elements(Object written, String path) {
    if (evaluate(written, path) instanceof List<?> list) {
      return new ArrayList<>(list);
    }
    throw wrong(path, "a list is missing in an intrinsic function");
  }

  private static TemplateException wrong(String path, String problem) {
    return new TemplateException(path + ": " + problem);
  }
}
