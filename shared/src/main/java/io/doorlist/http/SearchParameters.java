package io.doorlist.http;

import io.doorlist.domain.InvalidInputException;
import io.doorlist.domain.search.SearchCommand;
import io.doorlist.domain.search.TicketSearch;

/** Reads the parameters of {@code searchTickets}. */
public final class SearchParameters {
  private static final String Q = "q";
  private static final int MAX_CHARACTERS = 200;

  private SearchParameters() {}

  /**
   * Reads {@code q}.
   *
   * @throws InvalidInputException if it is missing, too short or too long
   */
  public static SearchCommand search(Call call) {
    TicketSearch search =
        call.query()
            .text(Q, MAX_CHARACTERS)
            .flatMap(TicketSearch::of)
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        Q, "must have " + TicketSearch.MIN_LETTERS + " letters at least"));
    return new SearchCommand(search, call.mode(), call.caller().tokenId(), call.deadline());
  }
}
