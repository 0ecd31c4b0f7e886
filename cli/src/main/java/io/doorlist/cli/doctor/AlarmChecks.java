package io.doorlist.cli.doctor;

import io.doorlist.cli.connection.AwsApi;
import io.doorlist.cli.connection.AwsFault;
import io.doorlist.cli.console.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.w3c.dom.Document;

/** Checks whether a stack's alarms exist, and whether anybody hears them. */
record AlarmChecks(AwsApi aws, Stack stack, Findings findings) {
  /**
   * The word that SNS gives instead of an ARN until the subscriber follows the link in its mail.
   */
  private static final String PENDING = "PendingConfirmation";

  void run() {
    findings.look("alarms", "cloudwatch:DescribeAlarms", this::alarms);
  }

  private void alarms() {
    List<Stack.Resource> expected = stack.ofType("AWS::CloudWatch::Alarm");
    Map<String, String> names = new HashMap<>(Map.of("MaxRecords", "100"));
    for (Stack.Resource alarm : expected) {
      names.put("AlarmNames.member." + names.size(), alarm.physicalId());
    }
    int found = 0;
    int silent = 0;
    int unsaid = 0;
    Document answer = aws.query("monitoring", "2010-08-01", "DescribeAlarms", names);
    for (Map<String, String> alarm : AwsApi.members(answer, "MetricAlarms")) {
      found++;
      if ("ALARM".equals(alarm.get("StateValue"))) {
        findings.wrong("alarm " + alarm.get("AlarmName"), "rings", "see its row in \"Alarms\"");
      }
      boolean acts = !alarm.getOrDefault("AlarmActions", "").isEmpty();
      if (!acts && !alarm.containsKey("ActionsEnabled")) {
        unsaid++;
      } else if (!acts || "false".equals(alarm.get("ActionsEnabled"))) {
        silent++;
      }
    }
    findings.expect(
        !expected.isEmpty() && found >= expected.size(),
        "alarms",
        "%d of %d are there".formatted(found, expected.size()),
        "deploy again: somebody deleted them");
    if (silent > 0) {
      String none =
          Text.count(silent, "alarm") + (silent == 1 ? " reaches nobody" : " reach nobody");
      findings.wrong("alarm actions", none, "deploy again: somebody took their actions away");
    } else if (unsaid > 0) {
      // AWS says of every alarm whether it acts. Some programs that imitate AWS do not.
      findings.note("alarm actions", "are not said here", "look at the alarms there");
    } else {
      findings.ok("alarm actions", "every alarm has one");
    }
    Set<String> targets = new LinkedHashSet<>(AwsApi.texts(answer, "AlarmActions"));
    targets.forEach(this::target);
  }

  private void target(String arn) {
    if (arn.contains(":sns:")) {
      String check = "alarm topic " + arn.substring(arn.lastIndexOf(':') + 1);
      findings.look(check, "sns:ListSubscriptionsByTopic", () -> topic(check, arn));
    } else {
      findings.note("alarm target " + arn, "is no topic", "look there to see whom it tells");
    }
  }

  private void topic(String check, String arn) {
    List<String> subscriptions;
    try {
      subscriptions = subscriptions(arn);
    } catch (AwsFault e) {
      if (!e.code().equals("NotFound")) {
        throw e;
      }
      findings.wrong(check, "is not there", "deploy again: somebody deleted it");
      return;
    }
    long hear = subscriptions.stream().filter(each -> each.startsWith("arn:")).count();
    long wait = subscriptions.stream().filter(PENDING::equals).count();
    String confirm = "confirm by the mail that AWS sent, which is valid for two days";
    if (hear > 0 && wait == 0) {
      findings.ok(check, hearers(hear));
    } else if (hear > 0) {
      findings.note(check, hearers(hear) + ", " + wait + " has not confirmed", confirm);
    } else if (wait > 0) {
      findings.wrong(check, "nobody has confirmed of " + wait + " subscribed", confirm);
    } else if (stack.isForTrials()) {
      findings.note(check, "nobody is subscribed", "deploy with AlarmEmail before an evening");
    } else {
      findings.wrong(check, "nobody is subscribed", "deploy with AlarmEmail, or subscribe to it");
    }
  }

  private static String hearers(long number) {
    return Text.count(number, "subscriber") + (number == 1 ? " hears it" : " hear it");
  }

  /** Returns the ARN of each subscription to a topic, or the word that SNS gives in its place. */
  private List<String> subscriptions(String topic) {
    Map<String, String> form = new HashMap<>(Map.of("TopicArn", topic));
    List<String> all = new ArrayList<>();
    String next;
    do {
      Document page = aws.query("sns", "2010-03-31", "ListSubscriptionsByTopic", form);
      AwsApi.members(page, "Subscriptions")
          .forEach(each -> all.add(each.getOrDefault("SubscriptionArn", "")));
      next = AwsApi.text(page, "NextToken");
      form.put("NextToken", next);
    } while (!next.isEmpty());
    return all;
  }
}
