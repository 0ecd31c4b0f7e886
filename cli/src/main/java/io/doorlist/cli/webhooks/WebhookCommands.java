package io.doorlist.cli.webhooks;

import io.doorlist.cli.connection.AccountCommand;
import io.doorlist.cli.connection.ModeCommand;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.webhooks.Webhooks.Redelivery;
import io.doorlist.domain.WholeNumber;
import io.doorlist.domain.Worded;
import io.doorlist.domain.webhook.CircuitBreaker;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.domain.webhook.WebhookSecret;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.json.WebhookEventJson;
import io.doorlist.webhook.DeliveryOutcome;
import io.doorlist.webhook.Message;
import io.doorlist.webhook.RefusedTargetException;
import io.doorlist.webhook.Resolver;
import io.doorlist.webhook.WebhookClient;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for webhooks. */
@Command(
    name = "webhook",
    description = "Subscribe to webhook events, try and repeat their delivery.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      WebhookCommands.Add.class,
      WebhookCommands.ListAll.class,
      WebhookCommands.Rotate.class,
      WebhookCommands.Remove.class,
      WebhookCommands.Test.class,
      WebhookCommands.Redeliver.class
    })
public final class WebhookCommands {
  /** How long to wait for a receiver, the same as in the webhook sender. */
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private static final Duration MAX_OVERLAP = Duration.ofDays(365);

  private WebhookCommands() {}

  /** Returns a client that works like the one of the webhook sender. */
  private static WebhookClient client(boolean nearby) {
    return new WebhookClient(nearby, Resolver.SYSTEM, TIMEOUT);
  }

  private abstract static class OfOne extends AccountCommand {
    @Parameters(paramLabel = "ID", description = "Its id, wh_...")
    String id;
  }

  @Command(
      name = "add",
      description = {
        "Subscribe a URL to webhook events.",
        "The secret that signs the messages is shown once."
      })
  static final class Add extends ModeCommand {
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

    @Override
    public Integer call() {
      if (toLan && target.onAws()) {
        throw usage("--to-lan is for a table on this machine");
      }
      WebhookSubscription subscription = subscription();
      try {
        client(toLan).check(url);
      } catch (RefusedTargetException e) {
        throw new Failure("--url is refused: " + e.getMessage());
      } catch (UnknownHostException e) {
        throw new Failure("--url is refused: its host has no address");
      }
      connected(table -> new Webhooks(table, account).create(subscription));
      if (json) {
        console.json(Webhooks.membersWithSecret(subscription));
      } else {
        console.result(subscription.id());
        console.result(subscription.secret().reveal());
        console.message("This is the only time that the secret is shown.");
      }
      if (url.startsWith("http:")) {
        console.message("Plain http: whoever is on that network can read what is sent.");
      }
      return 0;
    }

    private WebhookSubscription subscription() {
      SecureRandom random = new SecureRandom();
      List<WebhookEventType> chosen = types.stream().map(this::type).distinct().toList();
      try {
        return new WebhookSubscription(
            WebhookSubscription.newId(random),
            account,
            url,
            chosen,
            events.stream().distinct().toList(),
            mode(),
            WebhookSecret.create(random),
            null,
            null,
            clock.instant(),
            CircuitBreaker.CLOSED);
      } catch (IllegalArgumentException e) {
        throw usage("--account must be a slug");
      }
    }

    private WebhookEventType type(String word) {
      try {
        return Worded.read(WebhookEventType.class, word);
      } catch (IllegalArgumentException e) {
        throw usage(
            Stream.of(WebhookEventType.values())
                .map(WebhookEventType::word)
                .collect(Collectors.joining(", ", "--types must be of ", "")));
      }
    }
  }

  @Command(name = "list", description = "List the webhooks of an account.")
  static final class ListAll extends AccountCommand {

    @Override
    public Integer call() {
      report(
          connected(table -> new Webhooks(table, account).list()),
          Webhooks::members,
          Webhooks::lines,
          "account '" + account + "' has no webhooks");
      return 0;
    }
  }

  @Command(
      name = "rotate",
      description = {
        "Give a webhook a new secret, which is shown once.",
        "Messages are signed with both for a while, so that receivers can switch."
      })
  static final class Rotate extends OfOne {
    @Option(
        names = "--overlap",
        paramLabel = "ISO",
        defaultValue = "P1D",
        description =
            "How long the present secret also signs: P1D, PT1H, PT0S (default:"
                + " ${DEFAULT-VALUE}).")
    private String overlap;

    @Override
    public Integer call() {
      Instant end = clock.instant().plus(overlap()).truncatedTo(ChronoUnit.SECONDS);
      WebhookSecret secret = WebhookSecret.create(new SecureRandom());
      WebhookSubscription rotated =
          connected(table -> new Webhooks(table, account).rotate(id, secret, end));
      if (json) {
        console.json(Webhooks.membersWithSecret(rotated));
      } else {
        console.result(rotated.secret().reveal());
        console.message("This is the only time that the secret is shown.");
        console.message("The former secret also signs until " + end + ".");
      }
      return 0;
    }

    private Duration overlap() {
      try {
        Duration length = Duration.parse(overlap);
        if (!length.isNegative() && length.compareTo(MAX_OVERLAP) <= 0) {
          return length;
        }
      } catch (DateTimeException e) {
        // The end of this method reports the fault.
      }
      throw usage("--overlap must be a length of time such as P1D, a year at most");
    }
  }

  @Command(
      name = "remove",
      description = {
        "Remove a webhook.",
        "Pending deliveries to it are given up and count as failed."
      })
  static final class Remove extends OfOne {

    @Override
    public Integer call() {
      WebhookSubscription removed = connected(table -> new Webhooks(table, account).remove(id));
      report(Webhooks.members(removed), "removed " + removed.id() + " " + removed.url());
      return 0;
    }
  }

  @Command(
      name = "test",
      description = {
        "Send a signed test message from this machine to a webhook, and show the result.",
        "It is of type webhook.test and is not among the account's webhook events."
      })
  static final class Test extends OfOne {

    @Override
    public Integer call() {
      WebhookSubscription to = connected(table -> new Webhooks(table, account).get(id));
      Instant start = clock.instant();
      byte[] test = WebhookEventJson.testMessage(account, to.mode(), start);
      Message message = new Message("msg_test_" + UUID.randomUUID(), test);
      Map<String, String> headers = message.headers(start, to.secrets(start));
      DeliveryOutcome outcome = client(!target.onAws()).post(to.url(), headers, message.payload());
      long took = Duration.between(start, clock.instant()).toMillis();
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("webhook_id", message.id());
      members.put("success", outcome.success());
      members.put("answer", outcome.word());
      members.put("milliseconds", took);
      String how = outcome.success() ? "delivered" : "failed";
      report(members, "%s: %s after %d ms (%s)".formatted(how, outcome.word(), took, message.id()));
      return outcome.success() ? 0 : 1;
    }
  }

  @Command(
      name = "redeliver",
      description = {
        "Deliver a webhook event again, at once and with ten new tries, to every webhook that wants"
            + " it now.",
        "Receivers know it by the same webhook-id as before."
      })
  static final class Redeliver extends AccountCommand {
    @Parameters(
        paramLabel = "ID",
        description = "The webhook event's id, as listWebhookEvents shows it.")
    private String id;

    @Override
    public Integer call() {
      long number = WholeNumber.readId(id).orElseThrow(() -> usage("ID must be a webhook event's"));
      List<Redelivery> redeliveries =
          connected(table -> new Webhooks(table, account).redeliver(number, clock));
      report(
          redeliveries,
          Redeliver::members,
          all -> all.stream().map(Redeliver::line).toList(),
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
      String line = "redelivering to %s (%s before, attempts %d%s)";
      String id = redelivery.subscription().id();
      return line.formatted(id, before.state().word(), before.attempts(), last);
    }
  }
}
