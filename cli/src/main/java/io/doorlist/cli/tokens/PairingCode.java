package io.doorlist.cli.tokens;

import io.doorlist.cli.console.Console;
import io.doorlist.domain.Mode;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.phone.PairingLink;
import io.doorlist.store.Stores;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;

/**
 * Pairs one phone: a new token, and the code to scan.
 *
 * @param event slug; empty for all events
 * @param list the check-in list that the phone opens first; empty if it is chosen there
 */
public record PairingCode(String account, String event, String list, Mode mode, Role role) {
  private static final String BOARD = "/-/board";
  private static final String SCANNER = "/-/scan";

  /**
   * Creates the token and draws the code.
   *
   * @param url where phones find the API
   * @param name of the token
   */
  public void draw(Console console, Stores stores, URI url, String name, Instant now) {
    TokenSecret secret = TokenSecret.create(mode, new SecureRandom());
    List<String> events = event.isEmpty() ? List.of() : List.of(event);
    new Tokens(stores)
        .create(AccessToken.of(secret, name, account, events, role, now, null), secret);
    String page = url + (role == Role.FULL ? BOARD : SCANNER);
    String link = new PairingLink("", account, event, list, secret.reveal()).on(page);
    console.result(role.word() + " " + link);
    QrImage.of(link).lines(console.coloured()).forEach(console::message);
  }

  /** Draws any link. */
  public static void draw(Console console, URI link) {
    QrImage.of(link.toString()).lines(console.coloured()).forEach(console::message);
  }
}
