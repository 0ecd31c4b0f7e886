package io.doorlist.cli.tokens;

import io.doorlist.cli.connection.ModeCommand;
import io.doorlist.cli.connection.TableOptions;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Text;
import io.doorlist.domain.Worded;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Creates a token and shows its secret, once. */
@Command(
    name = "create",
    description = {"Create a token.", "Its secret is shown once and kept nowhere."})
public final class TokenCreateCommand extends ModeCommand {
  private static final int MAX_NAME = 100;

  @Option(
      names = "--event",
      paramLabel = "E",
      description = "An event that it opens; repeat for several (default: all events).")
  private List<String> events = List.of();

  @Option(
      names = "--role",
      paramLabel = "full|desk|scanner",
      defaultValue = "full",
      description =
          "Everything, what a desk at the door needs, or what a scanner needs"
              + " (default: ${DEFAULT-VALUE}).")
  private String role;

  @Option(names = "--name", paramLabel = "N", description = "A name of your choice.")
  private String name;

  @Option(
      names = "--gate",
      paramLabel = "NUMBER",
      description = "The shop's number of the gate at which it scans, for rules and totals.")
  private Long gate;

  @Option(
      names = "--expires",
      paramLabel = "ISO",
      description =
          "When it stops working: a timestamp (2026-12-31T22:00:00Z), the last day, in UTC"
              + " (2026-12-31), or a period from now (P30D, PT12H); never by default.")
  private String expires;

  @Mixin private Pairing pairing;

  public TokenCreateCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    Instant now = clock.instant();
    Role chosenRole = word("--role", role, word -> Worded.read(Role.class, word));
    Instant expiresAt = expires == null ? null : expiresAt(now);
    if (name != null && !Text.isName(name, MAX_NAME)) {
      throw usage("--name must have 1 to " + MAX_NAME + " printable characters");
    }
    if (gate != null && gate < 1) {
      throw usage("--gate must be the number of a gate");
    }
    pairing.check(events);
    TokenSecret secret = TokenSecret.create(mode(), new SecureRandom());
    AccessToken token = token(secret, chosenRole, now, expiresAt);
    try (TableOptions.Connection connection = target.connect(clock)) {
      new Tokens(connection.stores()).create(token, secret);
    }
    show(token, secret);
    pairing.draw(console, account, events, secret);
    return 0;
  }

  private AccessToken token(TokenSecret secret, Role chosenRole, Instant now, Instant expiresAt) {
    try {
      return AccessToken.of(
              secret,
              name,
              account,
              events.stream().distinct().toList(),
              chosenRole,
              now,
              expiresAt)
          .at(gate);
    } catch (IllegalArgumentException e) {
      throw usage("--account must be a slug");
    }
  }

  private void show(AccessToken token, TokenSecret secret) {
    if (!json) {
      console.result(secret.reveal());
      console.message("This is the only time that it is shown.");
      return;
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("token", secret.reveal());
    members.putAll(Tokens.members(token));
    console.json(members);
  }

  private Instant expiresAt(Instant now) {
    Instant time =
        Expiry.read(expires, now)
            .orElseThrow(
                () ->
                    usage(
                        "--expires must be a timestamp with a zone, a date, or a period such as"
                            + " P30D or PT12H"));
    if (!time.isAfter(now)) {
      throw usage("--expires must be in the future");
    }
    return time;
  }
}
