package io.doorlist.cli.webhooks;

import io.doorlist.cli.connection.AccountCommand;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.webhooks.Redeliveries.Redelivery;
import io.doorlist.domain.Ids;
import io.doorlist.domain.webhook.DeliveryProgress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Has a webhook event delivered again. */
@Command(
    name = "redeliver",
    description = {
      "Deliver a webhook event again, at once and with ten new tries, to every webhook that wants"
          + " it now.",
      "Receivers know it by the same webhook-id as before."
    })
public final class WebhookRedeliverCommand extends AccountCommand {
  @Parameters(
      paramLabel = "ID",
      description = "The webhook event's id, as listWebhookEvents shows it.")
  private String id;

  public WebhookRedeliverCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    long number = Ids.read(id).orElseThrow(() -> usage("ID must be a webhook event's"));
    List<Redelivery> redeliveries =
        connected(stores -> new Redeliveries(stores, clock).ask(account, number));
    report(
        redeliveries,
        WebhookRedeliverCommand::members,
        all -> all.stream().map(WebhookRedeliverCommand::line).toList(),
        "no webhook of account '" + account + "' wants it");
    return redeliveries.isEmpty() ? 1 : 0;
  }

  private static Map<String, Object> members(Redelivery redelivery) {
    DeliveryProgress before = redelivery.before();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("webhook", redelivery.subscription().id());
    members.put("url", redelivery.subscription().url());
    members.put("state_before", before.state().word());
    members.put("attempts_before", before.attempts());
    members.put("answer_before", before.answer());
    return members;
  }

  private static String line(Redelivery redelivery) {
    DeliveryProgress before = redelivery.before();
    String last = before.answer() == null ? "" : ", last " + before.answer();
    return "redelivering to %s (%s before, attempts %d%s)"
        .formatted(redelivery.subscription().id(), before.state().word(), before.attempts(), last);
  }
}
