package io.doorlist.cli.office;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.tokens.PairingCode;
import io.doorlist.cli.tokens.PairingCode.Paired;
import io.doorlist.cli.tokens.Tokens;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.local.gateway.GatewayServer.Reachable;
import io.doorlist.store.checkin.pulse.PulseStore;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.table.TableFormat;
import io.doorlist.store.token.TokenStore;
import io.doorlist.table.Table;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The phones of an account. They can be listed, paired and shut out.
 *
 * @param reachable how phones find this machine at present
 * @param here the address of the API on this machine
 */
record Phones(
    Table table,
    String account,
    Clock clock,
    Supplier<Optional<Reachable>> reachable,
    Supplier<URI> here) {
  /**
   * The beginning of the names of tokens for pages on this machine. A new token replaces the last
   * one with the same name.
   */
  private static final String OWN = "this laptop: ";

  private static final PulseWindow SHORT = new PulseWindow(1, false);

  /**
   * A phone that is paired.
   *
   * @param heard when and where it scanned last, as far as it has reported that; {@code null} if it
   *     has not
   */
  record Phone(AccessToken token, ListPulse.Phone heard) {}

  /** Returns the phones, the newest first. */
  List<Phone> list(List<EventDefinition> events) {
    List<ListPulse.Phone> heard = new ArrayList<>();
    List<AccessToken> tokens = new TokenStore(table, new TableFormat(table)).list(account);
    Map<Mode, List<ListPulse.Phone>> byMode = new EnumMap<>(Mode.class);
    for (AccessToken token : tokens) {
      byMode.computeIfAbsent(token.mode(), mode -> heard(events, mode));
    }
    return tokens.reversed().stream()
        .map(token -> new Phone(token, heardOf(token, byMode.get(token.mode()))))
        .toList();
  }

  private List<ListPulse.Phone> heard(List<EventDefinition> events, Mode mode) {
    List<ListPulse.Phone> heard = new ArrayList<>();
    for (EventDefinition each : events) {
      new PulseStore(table, new SumStore(table))
          .read(account, each.event().slug(), each.lists(), mode, SHORT)
          .lists()
          .forEach(list -> heard.addAll(list.phones()));
    }
    heard.sort(Comparator.comparing(ListPulse.Phone::lastScanAt).reversed());
    return heard;
  }

  /** Returns what a phone reported last. The phone is recognised by its name. */
  private static ListPulse.Phone heardOf(AccessToken token, List<ListPulse.Phone> heard) {
    return heard.stream()
        .filter(phone -> phone.name() != null && phone.name().equals(token.name()))
        .findFirst()
        .orElse(null);
  }

  /**
   * Creates a token for a phone.
   *
   * @param event the event's slug; empty for all events
   * @param mode test for a rehearsal
   * @throws Failure if no phone reaches this machine
   */
  Paired pair(String event, String list, Mode mode, Role role, String name) {
    URI url =
        reachable
            .get()
            .map(Reachable::url)
            .orElseThrow(
                () ->
                    new Failure(
                        FailureType.NO_NETWORK,
                        "phones cannot reach this machine: join the Wi-Fi, and start with --lan"));
    return new PairingCode(account, event, list, mode, role)
        .pair(table, url, name, clock.instant());
  }

  /** Returns a link with a new token that opens a page on this machine. */
  String page(String event, Role role) {
    String name = OWN + role.word();
    Tokens tokens = new Tokens(table, account);
    tokens.named(name).forEach(tokens::revoke);
    String link =
        new PairingCode(account, event, "", Mode.LIVE, role)
            .pair(table, here.get(), name, clock.instant())
            .link();
    // The link of a desk leads a phone to the scanner. On this machine the desk's page is meant.
    return role == Role.DESK ? link.replace("/-/scan#", "/-/desk#") : link;
  }

  /** Returns the names of paired phones, without the tokens of pages on this machine. */
  List<String> names() {
    return new TokenStore(table, new TableFormat(table))
        .list(account).stream()
            .map(AccessToken::name)
            .map(name -> name == null ? "?" : name)
            .filter(name -> !name.startsWith(OWN))
            .toList();
  }

  /** Revokes the token of a phone. Returns whether the phone was paired. */
  boolean revoke(String token) {
    Optional<AccessToken> found =
        new TokenStore(table, new TableFormat(table))
            .list(account).stream().filter(each -> each.id().equals(token)).findFirst();
    found.ifPresent(new Tokens(table, account)::revoke);
    return found.isPresent();
  }
}
