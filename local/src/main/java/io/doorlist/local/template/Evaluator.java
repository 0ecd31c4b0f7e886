package io.doorlist.local.template;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Evaluates intrinsic functions as a deployment on this machine would. It knows those that the
 * template uses in the parts that this host reads. Parameters have their values, the table has its
 * name, and everything else is named by its logical id. Other intrinsic functions are refused, but
 * only where their value is needed.
 *
 * @param queues the URL of SQS
 */
record Evaluator(
    Map<String, String> parameters,
    Map<?, ?> conditions,
    Map<?, ?> resources,
    String tableName,
    String region,
    URI queues) {
  static final String API = "AWS::Serverless::Api";
  static final String FUNCTION = "AWS::Serverless::Function";
  static final String QUEUE = "AWS::SQS::Queue";
  static final String TABLE = "AWS::DynamoDB::Table";

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");

  /**
   * Returns a value, evaluated if it is an intrinsic function. Its members and elements are not
   * evaluated yet. Null also stands for {@code AWS::NoValue}.
   */
  Object evaluate(Object written) {
    if (!(written instanceof Map<?, ?> map) || map.size() != 1) {
      return written;
    }
    Map.Entry<?, ?> only = map.entrySet().iterator().next();
    String name = String.valueOf(only.getKey());
    return switch (name) {
      case "Ref" -> ref((String) only.getValue());
      case "Fn::GetAtt" -> attribute((String) only.getValue());
      case "Fn::Sub" -> substitute((String) only.getValue());
      case "Fn::If" -> {
        List<?> triple = (List<?>) only.getValue();
        yield evaluate(triple.get(holds(triple.getFirst()) ? 1 : 2));
      }
      default -> {
        if (name.startsWith("Fn::")) {
          throw new TemplateException(name + " cannot be evaluated on one machine");
        }
        yield written;
      }
    };
  }

  /**
   * Returns whether a condition holds. It is the name of one of {@code Conditions}, or a condition
   * itself.
   */
  boolean holds(Object condition) {
    if (condition instanceof String name) {
      if (!conditions.containsKey(name)) {
        throw new TemplateException("there is no condition " + name);
      }
      return holds(conditions.get(name));
    }
    Map.Entry<?, ?> only = ((Map<?, ?>) condition).entrySet().iterator().next();
    return switch ((String) only.getKey()) {
      case "Condition" -> holds(only.getValue());
      case "Fn::Equals" -> {
        List<?> pair = (List<?>) only.getValue();
        yield text(pair.getFirst()).equals(text(pair.getLast()));
      }
      case "Fn::And" -> ((List<?>) only.getValue()).stream().allMatch(this::holds);
      case "Fn::Or" -> ((List<?>) only.getValue()).stream().anyMatch(this::holds);
      case "Fn::Not" -> !holds(((List<?>) only.getValue()).getFirst());
      default -> throw new TemplateException(only.getKey() + " is not a condition");
    };
  }

  private String text(Object written) {
    return String.valueOf(evaluate(written));
  }

  private String ref(String name) {
    if (parameters.containsKey(name)) {
      return parameters.get(name);
    }
    return switch (name) {
      case "AWS::AccountId" -> Deployment.ACCOUNT_ID;
      case "AWS::NoValue" -> null;
      case "AWS::Partition" -> "aws";
      case "AWS::Region" -> region;
      case "AWS::URLSuffix" -> "amazonaws.com";
      default ->
          switch (type(name)) {
            case TABLE -> tableName;
            case QUEUE -> Deployment.queueUrl(queues, name);
            default -> name;
          };
    };
  }

  private String attribute(String path) {
    int dot = path.indexOf('.');
    String resource = path.substring(0, dot);
    String attribute = path.substring(dot + 1);
    if (!attribute.equals("Arn") && !attribute.equals("StreamArn")) {
      throw new TemplateException("the attribute " + path + " is not known on one machine");
    }
    String id =
        switch (type(resource)) {
          case FUNCTION -> "lambda:%s:%s:function:" + resource;
          case TABLE ->
              "dynamodb:%s:%s:table/"
                  + tableName
                  + (attribute.equals("Arn") ? "" : "/stream/local");
          case QUEUE -> "sqs:%s:%s:" + resource;
          default -> "local:%s:%s:" + resource;
        };
    return "arn:aws:" + id.formatted(region, Deployment.ACCOUNT_ID);
  }

  private String type(String resource) {
    if (resources.get(resource) instanceof Map<?, ?> map) {
      return String.valueOf(map.get("Type"));
    }
    throw new TemplateException("there is no parameter or resource " + resource);
  }

  private String substitute(String text) {
    return VARIABLE
        .matcher(text)
        .replaceAll(
            variable -> {
              String name = variable.group(1);
              return Matcher.quoteReplacement(
                  name.contains(".") ? attribute(name) : String.valueOf(ref(name)));
            });
  }
}
