package io.doorlist.cli.tokens;

import io.doorlist.cli.connection.AccountCommand;
import io.doorlist.cli.connection.ModeCommand;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.lines.TimestampReader;
import io.doorlist.domain.Worded;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.phone.PairingLink;
import io.doorlist.table.Table;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for access tokens. */
@Command(
    name = "token",
    description = "Create, list and revoke access tokens.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      TokenCommands.Create.class,
      TokenCommands.ListAll.class,
      TokenCommands.Revoke.class
    })
public final class TokenCommands {
  private static final int MAX_NAME = 100;

  /** The last second of the years that RFC 3339 can write. */
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  private TokenCommands() {}

  @Command(
      name = "create",
      description = {"Create a token.", "Its secret is shown once and kept nowhere."})
  static final class Create extends ModeCommand {
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

    @Option(names = "--qr", description = "Draw a QR code here that pairs a phone with the token.")
    private boolean qr;

    @Option(
        names = "--qr-file",
        paramLabel = "FILE",
        description = "Write that QR code to a file, .png or .svg.")
    private Path qrFile;

    @Option(
        names = "--page",
        paramLabel = "URL",
        description =
            "With --qr: where the phone finds the scanner page, such as"
                + " https://door.example.org/-/scan; for `doorlist up --lan` there is `pair`.")
    private URI page;

    @Option(
        names = "--list",
        paramLabel = "L",
        description = "With --qr and one --event: the check-in list that the phone opens first.")
    private Long list;

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
      checkPairing();
      TokenSecret secret = TokenSecret.create(mode(), new SecureRandom());
      AccessToken token = token(secret, chosenRole, now, expiresAt);
      connected(table -> new Tokens(table, account).create(token, secret));
      if (json) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("token", secret.reveal());
        members.putAll(Tokens.members(token));
        console.json(members);
      } else {
        console.result(secret.reveal());
        console.message("This is the only time that it is shown.");
      }
      if (qr || qrFile != null) {
        pair(secret);
      }
      return 0;
    }

    private void checkPairing() {
      if (!qr && qrFile == null) {
        if (page != null || list != null) {
          throw usage("--page and --list go with --qr or --qr-file");
        }
        return;
      }
      if (page == null) {
        throw usage("--qr needs --page: where the phone finds the scanner page");
      }
      if (page.getHost() == null || page.getRawFragment() != null) {
        throw usage("--page must be an address such as https://door.example.org/-/scan");
      }
      if (list != null && events.size() != 1) {
        throw usage("--list needs one --event, whose list it is");
      }
      if (qrFile != null && !QrImage.canWrite(qrFile)) {
        throw usage("--qr-file must end in .png or .svg");
      }
    }

    /**
     * Shows the link for pairing. The token is in its fragment, which no browser sends to a server.
     */
    private void pair(TokenSecret secret) {
      String event = events.size() == 1 ? events.getFirst() : "";
      String opened = list == null ? "" : list.toString();
      String address =
          new PairingLink("", account, event, opened, secret.reveal()).on(page.toString());
      QrImage code = QrImage.of(address);
      if (qr) {
        console.message(address);
        code.draw(console);
      }
      if (qrFile != null) {
        code.writeTo(qrFile);
        console.message("The QR code is in " + qrFile + "; anyone who has it has the token.");
      }
    }

    private AccessToken token(TokenSecret secret, Role chosenRole, Instant now, Instant expiresAt) {
      List<String> opened = events.stream().distinct().toList();
      try {
        return AccessToken.of(secret, name, account, opened, chosenRole, now, expiresAt).at(gate);
      } catch (IllegalArgumentException e) {
        throw usage("--account must be a slug");
      }
    }

    /**
     * Reads when the token expires, to the second. It may be a timestamp with a zone, a last day in
     * UTC, or a period from now on.
     */
    private Instant expiresAt(Instant now) {
      Instant time;
      try {
        if (expires.startsWith("P")) {
          time =
              expires.contains("T")
                  ? now.plus(Duration.parse(expires))
                  : now.atOffset(ZoneOffset.UTC).plus(Period.parse(expires)).toInstant();
        } else if (TimestampReader.isDate(expires)) {
          LocalDate next = LocalDate.parse(expires).plusDays(1);
          time = next.atStartOfDay(ZoneOffset.UTC).toInstant();
        } else {
          time = TimestampReader.read(expires).orElseThrow();
        }
      } catch (DateTimeException | ArithmeticException | NoSuchElementException e) {
        throw usage(
            "--expires must be a timestamp with a zone, a date, or a period such as P30D or PT12H");
      }
      if (!time.isAfter(now)) {
        throw usage("--expires must be in the future");
      }
      return time.isAfter(LAST) ? LAST : time.truncatedTo(ChronoUnit.SECONDS);
    }
  }

  @Command(name = "list", description = "List the tokens of an account.")
  static final class ListAll extends AccountCommand {

    @Override
    public Integer call() {
      report(
          connected(table -> new Tokens(table, account).list()),
          Tokens::members,
          tokens -> Tokens.lines(tokens, clock.instant()),
          "account '" + account + "' has no tokens");
      return 0;
    }
  }

  @Command(
      name = "revoke",
      description = {
        "Revoke a token.",
        "The gateway may accept it for as long as it remembers the authorizer's answers (60 s by"
            + " default)."
      })
  static final class Revoke extends AccountCommand {
    @Parameters(
        paramLabel = "TOKEN",
        description = "Its name, its id, or the first 12 or more characters of its secret.")
    private String word;

    @Override
    public Integer call() {
      return connected(this::revoke);
    }

    private int revoke(Table table) {
      Tokens tokens = new Tokens(table, account);
      List<AccessToken> found = tokens.named(word);
      if (found.isEmpty()) {
        throw new Failure("account '" + account + "' has no such token");
      }
      if (found.size() > 1) {
        console.message("doorlist: that may be one of these; name one by its id:");
        Tokens.lines(found, clock.instant()).forEach(console::message);
        return 1;
      }
      AccessToken token = found.getFirst();
      tokens.revoke(token);
      String named = token.name() == null ? "" : " (" + Text.printable(token.name()) + ")";
      String line = "revoked " + token.hint() + "…" + token.lastFour() + named;
      report(Tokens.members(token), line);
      return 0;
    }
  }
}
