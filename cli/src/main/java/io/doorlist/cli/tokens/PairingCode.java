package io.doorlist.cli.tokens;

import io.doorlist.cli.console.Console;
import io.doorlist.domain.Mode;
import io.doorlist.domain.token.Role;
import io.doorlist.phone.PairingLink;
import io.doorlist.store.Stores;
import java.net.URI;
import java.time.Instant;
import java.util.List;

/**
 * Pairs one phone: a new token, and the code to scan.
 *
 * @param event slug; empty for all events
 * @param list the check-in list that the phone opens first; empty if it is chosen there
 */
public record PairingCode(String account, String event, String list, Mode mode, Role role) {
  /** Creates the token and draws the code; phones find the API at the address. */
  public void draw(Console console, Stores stores, URI url, String name, Instant now) {
    List<String> events = event.isEmpty() ? List.of() : List.of(event);
    String secret = new Tokens(stores, account).create(name, events, mode, role, now);
    String page = url + (role == Role.FULL ? "/-/board" : "/-/scan");
    String link = new PairingLink("", account, event, list, secret).on(page);
    console.result(role.word() + " " + link);
    QrImage.of(link).draw(console);
  }
}
