package io.doorlist.local.function;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.template.FunctionSpec;
import java.net.URI;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Hands functions their environment. They share this process, whose environment cannot change, so
 * they find each variable as a system property of its name.
 */
final class FunctionSettings {
  /** Held while a host's functions are made, so that each host's read what is theirs. */
  static final Object LOCK = new Object();

  /** What the host before this one set. */
  private static final Set<String> LAST = new HashSet<>();

  private FunctionSettings() {}

  /** Where a function calls services. */
  record Services(URI dynamodb, URI queues) {}

  /**
   * Sets the variables of all functions and what the AWS SDK needs to call services on this
   * machine. The caller holds {@link #LOCK}.
   *
   * @throws LocalHostException if two functions give one name different values, or a variable of
   *     this process's own environment would hide one
   */
  static void apply(Collection<FunctionSpec> functions, Services services) {
    var settings = new TreeMap<String, String>();
    for (FunctionSpec function : functions) {
      function
          .environment()
          .forEach(
              (name, value) -> {
                String other = settings.putIfAbsent(name, value);
                if (other != null && !other.equals(value)) {
                  throw new LocalHostException(
                      "two functions give the environment variable %s different values"
                          .formatted(name));
                }
              });
    }
    settings.put("AWS_ENDPOINT_URL_DYNAMODB", services.dynamodb().toString());
    settings.put("AWS_ENDPOINT_URL_SQS", services.queues().toString());
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      String hidden = System.getenv(setting.getKey());
      if (hidden != null && !hidden.equals(setting.getValue())) {
        throw new LocalHostException(
            "unset the environment variable %s: it hides the template's"
                .formatted(setting.getKey()));
      }
    }
    if (System.getProperty("aws.region") == null) {
      System.setProperty("aws.region", "eu-west-1");
    }
    System.setProperty("aws.accessKeyId", "local");
    System.setProperty("aws.secretAccessKey", "local");
    LAST.forEach(System::clearProperty);
    LAST.clear();
    settings.forEach(System::setProperty);
    LAST.addAll(settings.keySet());
  }
}
