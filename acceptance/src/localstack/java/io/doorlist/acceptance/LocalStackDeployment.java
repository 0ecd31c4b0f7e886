package io.doorlist.acceptance;

import io.doorlist.acceptance.client.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Deploys the stack before the first test, with the same command as on AWS, and directs the suite to
 * it. {@code -Ddoorlist.endpoint} names a stand-in for AWS that runs; otherwise LocalStack is started
 * by Testcontainers. {@code sam} must be on the path.
 */
public final class LocalStackDeployment implements LauncherSessionListener {
  /** The last one that needs no account. */
  private static final String IMAGE = "localstack/localstack:4.14.0";

  private static final String ENDPOINT = System.getProperty("doorlist.endpoint");
  private static final String REGION = "us-east-1";
  private static final String STACK = "doorlist";

  /** What the template's rules ask for where the table is not protected; a check holds this. */
  private static final List<String> PARAMETERS =
      List.of("DeletionProtection=false", "LogRetentionDays=7");

  private static final Path ROOT = Path.of(System.getProperty("doorlist.root"));

  private LocalStackContainer container;
  private String endpoint;

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    endpoint = ENDPOINT == null ? start() : ENDPOINT.replaceFirst("/+$", "");
    deploy();
    Map<String, String> outputs = outputs();
    URI api = URI.create(outputs.get("ApiUrl"));
    String id = api.getHost().substring(0, api.getHost().indexOf('.'));
    System.setProperty(
        "doorlist.url", "%s/restapis/%s%s/_user_request_".formatted(endpoint, id, api.getPath()));
    System.setProperty(
        "doorlist.target",
        "--endpoint %s --table %s".formatted(endpoint, outputs.get("TableName")));
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    if (container != null) {
      container.stop();
    }
  }

  private String start() {
    container = new LocalStackContainer(DockerImageName.parse(IMAGE));
    // The newer engine does not resolve !Ref of resources that SAM generates, such as
    // AuthorizerFunction.Alias.
    container.withEnv("PROVIDER_OVERRIDE_CLOUDFORMATION", "engine-legacy");
    container.start();
    return container.getEndpoint().toString();
  }

  private void deploy() {
    boolean arm = System.getProperty("os.arch").equals("aarch64");
    List<String> command =
        new ArrayList<>(List.of("deploy", "--stack-name", STACK, "--resolve-s3"));
    command.addAll(List.of("--template-file", ROOT.resolve("template.yaml").toString()));
    command.addAll(List.of("--capabilities", "CAPABILITY_IAM", "--no-confirm-changeset"));
    command.add("--parameter-overrides");
    command.add("Architecture=" + (arm ? "arm64" : "x86_64"));
    command.addAll(PARAMETERS);
    sam(command);
  }

  private Map<String, String> outputs() {
    String json =
        sam(List.of("list", "stack-outputs", "--stack-name", STACK, "--output", "json"));
    Map<String, String> outputs = new HashMap<>();
    for (Object each : (List<?>) Json.parse("{\"all\":" + json + "}").get("all")) {
      Map<String, Object> output = Json.object(each);
      outputs.put((String) output.get("OutputKey"), (String) output.get("OutputValue"));
    }
    return outputs;
  }

  /** Runs a sam command on the stand-in, and returns its output. */
  private String sam(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("sam"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Map<String, String> environment = builder.environment();
    environment.put("AWS_ENDPOINT_URL", endpoint);
    environment.put("AWS_ACCESS_KEY_ID", "test");
    environment.put("AWS_SECRET_ACCESS_KEY", "test");
    environment.put("AWS_DEFAULT_REGION", REGION);
    environment.put("SAM_CLI_TELEMETRY", "0");
    try {
      Process process = builder.start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + " failed:\n" + out);
      }
      return out;
    } catch (IOException e) {
      throw new IllegalStateException("sam cannot be run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
