package io.doorlist.cli.doctor;

import io.doorlist.cli.connection.AwsApi;
import io.doorlist.cli.connection.AwsFault;
import io.doorlist.cli.connection.NoAnswer;
import io.doorlist.cli.connection.RunningHost;
import io.doorlist.cli.connection.TableOptions;
import io.doorlist.cli.console.ConsoleCommand;
import io.doorlist.cli.console.Version;
import java.time.Clock;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Checks an AWS account before the first deployment, and the deployed stack afterwards. The command
 * changes nothing.
 */
@Command(
    name = "doctor",
    description = {
      "Say whether an AWS account is ready for the stack, and whether a deployed stack works.",
      "Prints a line for each check, with what to do. Exit status 1 if something is wrong."
    })
public final class DoctorCommand extends ConsoleCommand {
  @Option(
      names = "--stack",
      paramLabel = "NAME",
      description =
          "The deployed stack (default: DOORLIST_STACK; without one, only the account is checked).")
  private String stack;

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "Where it is or will be (default: AWS_REGION, or the profile's).")
  private String region;

  @Option(
      names = "--people",
      paramLabel = "N",
      description = "Compare limits with what an evening with so many people needs.")
  private Integer people;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The address that phones use (default: the stack's).")
  private String url;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Option(
      names = "--here",
      description =
          "Check the `up` of this machine instead, and print what a helper needs to know.")
  private boolean here;

  private final Clock clock = Clock.systemUTC();

  @Override
  public Integer call() throws InterruptedException {
    if (here) {
      return lookHere();
    }
    if (people != null && people < 1) {
      throw usage("--people must be at least 1");
    }
    Findings findings = new Findings();
    try (AwsApi aws = new AwsApi(region)) {
      look(aws, findings);
    } catch (SdkClientException e) {
      findings.wrong(
          "credentials",
          NoAnswer.of(e, region == null ? "in this shell's region" : "in region " + region)
              .reason(),
          "name a region (--region, AWS_REGION) and credentials (AWS_PROFILE, `aws sso login`)");
    }
    if (json) {
      console.json(findings.all().stream().map(Findings.Result::members).toList());
    } else {
      findings.all().forEach(each -> console.result(each.line()));
    }
    return findings.anyWrong() ? 1 : 0;
  }

  private int lookHere() throws InterruptedException {
    if (stack != null || region != null || people != null || url != null || json) {
      throw usage("--here goes without other options");
    }
    RunningHost host = RunningHost.find();
    HostChecks checks =
        new HostChecks(Version.text(), host.folder(), host.temporary(), host.api(), null, clock);
    List<String> lines = checks.lines();
    lines.forEach(console::result);
    return lines.stream().anyMatch(HostChecks::isWrong) ? 1 : 0;
  }

  private void look(AwsApi aws, Findings findings) throws InterruptedException {
    AccountChecks account = new AccountChecks(aws, findings);
    if (!account.credentials()) {
      return;
    }
    String name = stack == null ? TableOptions.setting(TableOptions.STACK) : stack;
    Stack deployed = name == null ? null : deployed(aws, name, findings);
    boolean created =
        deployed != null && "create".equals(deployed.parameters().get("ApiGatewayLogRole"));
    EveningNeeds needs = EveningNeeds.of(people == null ? 0 : people);
    int calls = people == null ? 0 : needs.calls();
    findings.look("log role", "apigateway:GET on /account", () -> account.logRole(created));
    findings.look("concurrency", "lambda:GetAccountSettings", () -> account.concurrency(calls));
    if (people != null) {
      findings.ok(
          "evening",
          "%,d people, %,d phones, %,d check-ins and %,d requests a second"
              .formatted(
                  people, needs.phones(), needs.checkinsPerSecond(), needs.requestsPerSecond()));
      findings.look(
          "gateway",
          "apigateway:GET on /account",
          () -> account.requestRate(needs.requestsPerSecond()));
    }
    if (deployed != null) {
      StackChecks checks = new StackChecks(aws, deployed, findings);
      checks.run();
      if (people != null) {
        checks.evening(needs);
      }
    }
    String address = url != null ? url : deployed == null ? null : deployed.outputs().get("ApiUrl");
    if (address != null) {
      new ApiChecks(address, clock, findings).run();
    }
  }

  /**
   * Returns the stack; {@code null} if it does not exist, cannot be read, is being deleted, or
   * failed at its first deployment.
   */
  private static Stack deployed(AwsApi aws, String name, Findings findings) {
    try {
      Stack stack = Stack.read(aws, name);
      String status = stack.status();
      boolean deleted = status.startsWith("DELETE_");
      if (deleted || status.startsWith("ROLLBACK_")) {
        String advice =
            deleted
                ? "somebody deleted it: wait until it is gone, then deploy again"
                : "its first deployment failed: delete it, then deploy again";
        findings.wrong("stack", name + " is " + status, advice);
        return null;
      }
      findings.expect(
          status.endsWith("_COMPLETE"),
          "stack",
          name + " is " + status,
          status.endsWith("_FAILED")
              ? "continue the rollback in CloudFormation's console"
              : "wait until it is complete");
      return stack;
    } catch (AwsFault e) {
      if (e.getMessage().contains("does not exist")) {
        findings.note("stack", name + " is not deployed, so the name is free", "deploy it");
      } else {
        findings.wrong(
            "stack", e.getMessage(), "allow cloudformation:DescribeStacks and ListStackResources");
      }
      return null;
    }
  }
}
