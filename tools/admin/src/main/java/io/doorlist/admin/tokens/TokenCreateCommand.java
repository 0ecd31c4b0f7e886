package io.doorlist.admin.tokens;

import io.doorlist.admin.connection.AccountCommand;
import io.doorlist.admin.connection.TableOptions;
import io.doorlist.admin.console.Console;
import io.doorlist.admin.console.Text;
import io.doorlist.domain.AccessToken;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Role;
import io.doorlist.domain.TokenSecret;
import io.doorlist.phone.PairingLink;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a token and shows its secret, once. */
@Command(
    name = "create",
    description = {"Create a token.", "Its secret is shown once and kept nowhere."})
public final class TokenCreateCommand extends AccountCommand {
  private static final int MAX_NAME = 100;
  private static final String LOCAL_PAGE = "http://127.0.0.1:3000/-/scan";

  @Option(
      names = "--event",
      paramLabel = "E",
      description = "An event that it opens; repeat for several (default: all events).")
  private List<String> events = List.of();

  @Option(
      names = "--mode",
      paramLabel = "live|test",
      defaultValue = "live",
      description = "Which data it opens (default: ${DEFAULT-VALUE}).")
  private String mode;

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
              + " https://door.example.org/-/scan (default: the page of `doorlist up`).")
  private URI page;

  @Option(
      names = "--list",
      paramLabel = "L",
      description = "With --qr and one --event: the check-in list that the phone opens first.")
  private Long list;

  public TokenCreateCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    Instant now = clock.instant();
    Mode chosenMode = word("--mode", mode, Mode::of);
    Role chosenRole = word("--role", role, Role::of);
    Instant expiresAt = expires == null ? null : expiresAt(now);
    if (name != null && !Text.isName(name, MAX_NAME)) {
      throw usage("--name must have 1 to " + MAX_NAME + " printable characters");
    }
    checkPairing();
    TokenSecret secret = TokenSecret.create(chosenMode, new SecureRandom());
    AccessToken token = token(secret, chosenRole, now, expiresAt);
    try (TableOptions.Connection connection = target.connect(clock)) {
      new Tokens(connection.stores()).create(token, secret);
    }
    show(token, secret);
    if (pairs()) {
      pair(secret);
    }
    return 0;
  }

  private boolean pairs() {
    return qr || qrFile != null;
  }

  private void checkPairing() {
    if (!pairs() && (page != null || list != null)) {
      throw usage("--page and --list go with --qr or --qr-file");
    }
    if (!pairs()) {
      return;
    }
    if (page == null && target.onAws()) {
      throw usage("--qr needs --page: where the phone finds the scanner page");
    }
    if (page != null && (page.getHost() == null || page.getRawFragment() != null)) {
      throw usage("--page must be an address such as https://door.example.org/-/scan");
    }
    if (list != null && events.size() != 1) {
      throw usage("--list needs one --event, whose list it is");
    }
    if (qrFile != null && !QrImage.canWrite(qrFile)) {
      throw usage("--qr-file must end in .png or .svg");
    }
  }

  /** Draws what pairs a phone: the token is in the address's fragment, which is never sent. */
  private void pair(TokenSecret secret) {
    PairingLink link =
        new PairingLink(
            "",
            account,
            events.size() == 1 ? events.getFirst() : "",
            list == null ? "" : list.toString(),
            secret.reveal());
    QrImage code = QrImage.of(link.on(page == null ? LOCAL_PAGE : page.toString()));
    if (qr) {
      code.lines(console.coloured()).forEach(console::message);
    }
    if (qrFile != null) {
      code.writeTo(qrFile);
      console.message("The QR code is in " + qrFile + "; anyone who has it has the token.");
    }
  }

  private AccessToken token(TokenSecret secret, Role chosenRole, Instant now, Instant expiresAt) {
    try {
      return AccessToken.of(
          secret, name, account, events.stream().distinct().toList(), chosenRole, now, expiresAt);
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
