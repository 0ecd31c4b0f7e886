package io.doorlist.domain.search;

import io.doorlist.domain.Mode;
import java.time.Instant;

/** A device's search for tickets. */
public record SearchCommand(TicketSearch search, Mode mode, String tokenId, Instant deadline) {}
