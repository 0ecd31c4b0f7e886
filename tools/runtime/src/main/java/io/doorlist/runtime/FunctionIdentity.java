package io.doorlist.runtime;

import io.doorlist.local.template.FunctionSpec;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The identity that Lambda gives a function. */
record FunctionIdentity(FunctionSpec spec) {
  private static final String REGION = "eu-west-1";

  String arn() {
    return "arn:aws:lambda:%s:123456789012:function:%s".formatted(REGION, spec.name());
  }

  /**
   * Returns the environment of its process: the template's variables, and those that Lambda sets.
   *
   * @param code where its package is unpacked
   * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html">Lambda's
   *     environment variables</a>
   */
  Map<String, String> environment(Path code, Initialization initialization) {
    TreeMap<String, String> environment = new TreeMap<>(spec.environment());
    environment.put("_HANDLER", spec.handler());
    environment.put("AWS_ACCESS_KEY_ID", "local");
    environment.put("AWS_SECRET_ACCESS_KEY", "local");
    environment.put("AWS_DEFAULT_REGION", REGION);
    environment.put("AWS_REGION", REGION);
    environment.put("AWS_EXECUTION_ENV", "AWS_Lambda_java25");
    environment.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(spec.memoryMegabytes()));
    environment.put("AWS_LAMBDA_FUNCTION_NAME", spec.name());
    environment.put("AWS_LAMBDA_FUNCTION_TIMEOUT", Long.toString(spec.timeout().toSeconds()));
    environment.put("AWS_LAMBDA_FUNCTION_VERSION", "1");
    environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", initialization.word());
    environment.put("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/" + spec.name());
    environment.put("AWS_LAMBDA_LOG_STREAM_NAME", "local");
    environment.put("LAMBDA_TASK_ROOT", code.toString());
    environment.put("LANG", "en_US.UTF-8");
    environment.put("TZ", ":UTC");
    return environment;
  }
}
