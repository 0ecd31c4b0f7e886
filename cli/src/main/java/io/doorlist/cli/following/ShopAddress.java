package io.doorlist.cli.following;

import io.doorlist.cli.importing.pretix.PretixSource;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The address of a pretix to follow.
 *
 * @param organizer the organiser's short name there
 * @param event the slug of the only event to follow, or {@code THEIRS=OURS} if its slug here is
 *     another; {@code null} for all events
 */
public record ShopAddress(URI url, String organizer, String event) {
  private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Pattern SLASHES = Pattern.compile("/+$");
  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7E]{1,500}");

  /**
   * Returns what is wrong with the address, beginning with the name of the wrong part; empty if
   * nothing is.
   */
  public Optional<String> fault() {
    boolean https = "https".equals(url.getScheme());
    boolean here = "http".equals(url.getScheme()) && HERE.contains(String.valueOf(url.getHost()));
    if (url.getHost() == null || url.getUserInfo() != null || !(https || here)) {
      return Optional.of("url must be an address such as https://pretix.eu: the token goes there");
    }
    return PretixSource.EventChoice.of(event).isPresent()
        ? Optional.empty()
        : Optional.of("event must be the slug of an event, or THEIRS=OURS");
  }

  /** Returns whether a text can be an API token. */
  public static boolean isToken(String text) {
    return text != null && TOKEN.matcher(text).matches();
  }

  PretixSource.EventChoice choice() {
    return PretixSource.EventChoice.of(event).orElseThrow();
  }

  /**
   * Returns the name of what is followed. Under this name the table keeps how far following came.
   */
  String shop() {
    PretixSource.EventChoice choice = choice();
    String shop = SLASHES.matcher(url.toString()).replaceFirst("") + " " + organizer;
    return choice.theirs() == null ? shop : shop + " " + choice.theirs() + "=" + choice.ours();
  }
}
