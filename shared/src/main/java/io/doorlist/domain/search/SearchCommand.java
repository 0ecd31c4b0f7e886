package io.doorlist.domain.search;

import io.doorlist.domain.Mode;
import java.time.Instant;
import java.util.Objects;

/**
 * A device's search for tickets.
 *
 * @param tokenId id of the requesting token
 * @param deadline when the answer must be there at the latest
 */
public record SearchCommand(TicketSearch search, Mode mode, String tokenId, Instant deadline) {
  public SearchCommand {
    Objects.requireNonNull(search, "search");
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(tokenId, "tokenId");
    Objects.requireNonNull(deadline, "deadline");
  }
}
