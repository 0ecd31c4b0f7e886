package io.doorlist.http;

import io.doorlist.domain.Digests;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An {@code ETag} (RFC 9110, 8.8.3). It is weak: it stands for the same content, but not for the
 * same bytes, as the gateway may compress the answer.
 */
public record EntityTag(String text) {
  /** Increase this when the members of a tagged answer change, or how they are written. */
  static final int SHAPE = 1;

  private static final int BYTES = 16;
  private static final Pattern LISTED =
      Pattern.compile("[ \\t,]*((?:W/)?\"[\\x21\\x23-\\x7e\\x80-\\xff]*\")[ \\t]*(?:,|$)");

  public static EntityTag of(String version, String settings) {
    byte[] digest = Arrays.copyOf(Digests.sha256(SHAPE + "|" + settings + "|" + version), BYTES);
    return new EntityTag(
        "W/\"" + Base64.getUrlEncoder().withoutPadding().encodeToString(digest) + "\"");
  }

  /**
   * Returns whether the headers name this tag. An unreadable header matches nothing, so the client
   * gets the whole answer.
   */
  public boolean isAmong(List<String> ifNoneMatch) {
    return ifNoneMatch.stream().anyMatch(this::isIn);
  }

  private boolean isIn(String header) {
    if (header.strip().equals("*")) {
      return true;
    }
    Matcher listed = LISTED.matcher(header);
    while (listed.lookingAt()) {
      if (opaque(listed.group(1)).equals(opaque(text))) {
        return true;
      }
      listed.region(listed.end(), header.length());
    }
    return false;
  }

  /** Returns the part of a tag that weak comparison uses. */
  private static String opaque(String tag) {
    return tag.substring(tag.indexOf('"'));
  }
}
