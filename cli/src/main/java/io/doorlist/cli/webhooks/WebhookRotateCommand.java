package io.doorlist.cli.webhooks;

import io.doorlist.cli.connection.TableOptions;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Failure;
import io.doorlist.domain.webhook.WebhookSecret;
import io.doorlist.domain.webhook.WebhookSubscription;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Gives a subscription a new secret, and shows it once. */
@Command(
    name = "rotate",
    description = {
      "Give a webhook a new secret, which is shown once.",
      "Messages are signed with both for a while, so that receivers can switch."
    })
public final class WebhookRotateCommand extends OneWebhookCommand {
  private static final Duration MAX_OVERLAP = Duration.ofDays(365);

  @Option(
      names = "--overlap",
      paramLabel = "ISO",
      defaultValue = "P1D",
      description =
          "How long the secret that it has signs too: P1D, PT1H, PT0S (default: ${DEFAULT-VALUE}).")
  private String overlap;

  public WebhookRotateCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    Duration length = overlap();
    WebhookSubscription rotated;
    try (TableOptions.Connection connection = target.connect(clock)) {
      WebhookSubscription found = new Webhooks(connection.stores()).get(account, id);
      rotated =
          found.rotated(
              WebhookSecret.create(new SecureRandom()),
              clock.instant().plus(length).truncatedTo(ChronoUnit.SECONDS));
      if (!connection.stores().webhooks().rotate(rotated)) {
        throw new Failure("the webhook was removed in the meantime");
      }
    }
    show(rotated);
    return 0;
  }

  private Duration overlap() {
    try {
      Duration length = Duration.parse(overlap);
      if (!length.isNegative() && length.compareTo(MAX_OVERLAP) <= 0) {
        return length;
      }
    } catch (DateTimeException e) {
      // Reported below.
    }
    throw usage("--overlap must be a length of time such as P1D, a year at most");
  }

  private void show(WebhookSubscription rotated) {
    if (json) {
      console.json(Webhooks.membersWithSecret(rotated));
    } else {
      console.result(rotated.secret().reveal());
      console.message("This is the only time that the secret is shown.");
      console.message("The secret before it signs too until " + rotated.formerSecretEndsAt() + ".");
    }
  }
}
