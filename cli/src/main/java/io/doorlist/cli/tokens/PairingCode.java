package io.doorlist.cli.tokens;

import io.doorlist.domain.Mode;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.phone.PairingLink;
import io.doorlist.table.Table;
import java.net.URI;
import java.time.Instant;
import java.util.List;

/**
 * What a phone may open once it has scanned the QR code. Each phone gets a new token.
 *
 * @param event the event's slug; empty for all events
 * @param list the check-in list that the phone opens first; empty if people choose it on the phone
 */
public record PairingCode(String account, String event, String list, Mode mode, Role role) {
  /**
   * A phone's own token, and the link to scan.
   *
   * @param token the token's id
   */
  public record Paired(Role role, String token, String link) {
    public QrImage image() {
      return QrImage.of(link);
    }
  }

  /**
   * Creates the token of a phone, and the link that the phone scans.
   *
   * @param url the address at which phones find the API
   */
  public Paired pair(Table table, URI url, String name, Instant now) {
    List<String> events = event.isEmpty() ? List.of() : List.of(event);
    String secret = new Tokens(table, account).create(name, events, mode, role, now);
    String page = url + (role == Role.FULL ? "/-/board" : "/-/scan");
    String link = new PairingLink("", account, event, list, secret).on(page);
    return new Paired(role, TokenSecret.read(secret).orElseThrow().id(), link);
  }
}
