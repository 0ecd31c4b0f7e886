package io.doorlist.cli.webhooks;

import io.doorlist.cli.connection.ModeCommand;
import io.doorlist.cli.connection.TableOptions;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Failure;
import io.doorlist.domain.Worded;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.domain.webhook.WebhookSecret;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.webhook.RefusedTargetException;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Creates a subscription and shows its secret, once. */
@Command(
    name = "add",
    description = {
      "Subscribe a URL to webhook events.",
      "The secret that signs the messages is shown once."
    })
public final class WebhookAddCommand extends ModeCommand {
  @Option(
      names = "--url",
      paramLabel = "URL",
      required = true,
      description = "The https URL to post to, at a public host name; see --to-lan.")
  private String url;

  @Option(
      names = "--types",
      paramLabel = "TYPE",
      split = ",",
      description = "Types of webhook events, such as ticket.checked_in (default: all).")
  private List<String> types = List.of();

  @Option(
      names = "--events",
      paramLabel = "E",
      split = ",",
      description = "Slugs of events (default: all).")
  private List<String> events = List.of();

  @Option(
      names = "--to-lan",
      description =
          "Take the address of a printer or display in this machine's own private networks, or of"
              + " this machine, by plain http too; for `up`, not on AWS.")
  private boolean toLan;

  public WebhookAddCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    if (toLan && target.onAws()) {
      throw usage("--to-lan is for a table on this machine");
    }
    WebhookSubscription subscription = subscription();
    checkUrl();
    try (TableOptions.Connection connection = target.connect(clock)) {
      new Webhooks(connection.stores()).create(subscription);
    }
    show(subscription);
    if (url.startsWith("http:")) {
      console.message("Plain http: whoever is on that network can read what is sent.");
    }
    return 0;
  }

  private WebhookSubscription subscription() {
    SecureRandom random = new SecureRandom();
    List<WebhookEventType> chosen = new ArrayList<>();
    for (String type : types) {
      chosen.add(type(type));
    }
    try {
      return new WebhookSubscription(
          WebhookSubscription.newId(random),
          account,
          url,
          chosen.stream().distinct().toList(),
          events.stream().distinct().toList(),
          mode(),
          WebhookSecret.create(random),
          null,
          null,
          clock.instant());
    } catch (IllegalArgumentException e) {
      throw usage("--account must be a slug");
    }
  }

  private void checkUrl() {
    try {
      Webhooks.client(toLan).check(url);
    } catch (RefusedTargetException e) {
      throw new Failure("--url is refused: " + e.getMessage());
    } catch (UnknownHostException e) {
      throw new Failure("--url is refused: its host has no address");
    }
  }

  private WebhookEventType type(String word) {
    try {
      return Worded.read(WebhookEventType.class, word);
    } catch (IllegalArgumentException e) {
      List<String> words = new ArrayList<>();
      for (WebhookEventType type : WebhookEventType.values()) {
        words.add(type.word());
      }
      throw usage("--types must be of " + String.join(", ", words));
    }
  }

  private void show(WebhookSubscription subscription) {
    if (json) {
      console.json(Webhooks.membersWithSecret(subscription));
    } else {
      console.result(subscription.id());
      console.result(subscription.secret().reveal());
      console.message("This is the only time that the secret is shown.");
    }
  }
}
