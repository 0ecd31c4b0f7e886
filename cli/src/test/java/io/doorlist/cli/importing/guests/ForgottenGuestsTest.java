package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.ingest.ErasureStore;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 69: whoever was forgotten does not come back by a list that says the same of them. */
class ForgottenGuestsTest extends GuestListFixture {
  private static final String OTHERS =
      "\nBen Oh;b@x.org;VIP\nCid Ng;c@x.org;VIP\nDan Ox;d@x.org;Crew";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Name;E-Mail;Type|Ann Lee;a@x.org;VIP|Name;Type|Ann Lee;VIP",
        "Name;E-Mail;Type|Ann Lee;a@x.org;VIP|Name;E-Mail;Type|ANN LEE;;VIP",
        "Name;E-Mail;Type|Ann Lee;a@x.org;VIP|Name;E-Mail;Type;Table|Ann Lee;A@x.org;Crew;7",
        "Name;E-Mail;Type;+1|Ann Lee;a@x.org;VIP;Eva Po|Name;Type;+1|Ann Lee;VIP;Eva Po",
        "Name;Type|Ann Lee;VIP|Name;E-Mail;Type|Ann Lee;a@x.org;VIP",
        "Name;Type|Ann Lee;VIP|Name;Type;Table|Ann Lee;VIP;7"
      })
  void whoeverWasForgotten_doesNotComeBack_whateverTheListHasOfTheirAddress(
      String titles, String row, String laterTitles, String laterRow) {
    imported(titles + "\n" + row);
    forget("Ann Lee");

    CommandResult result = run(laterTitles + "\n" + laterRow);

    assertTrue(result.err().contains("row 2 is left out: its guest was forgotten"), result.err());
    assertFalse(result.err().contains("Ann"), result.err());
    assertTrue(tickets().stream().noneMatch(it -> it.name() != null), tickets().toString());
  }

  /** Another address, another type or other companions are another guest's. */
  @ParameterizedTest
  @ValueSource(strings = {"Ann Lee;ann@y.org;VIP", "Ann Lee;;Crew", "Anna Lee;a@x.org;VIP"})
  void anotherGuest_comesIn(String row) {
    imported("Name;E-Mail;Type\nAnn Lee;a@x.org;VIP" + OTHERS);
    forget("Ann Lee");

    imported("Name;E-Mail;Type\n" + row + OTHERS);

    assertEquals(row.split(";")[0], named(row.split(";")[0]).name());
  }

  /** What earlier versions kept of somebody: name and e-mail, or name and all that decided. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "annlee/axorg#Name;E-Mail;Type#Ann Lee;a@x.org;VIP",
        "annlee//vip|||{}#Name;Type#Ann Lee;VIP",
        "annlee//vip|||{Table=7}#Name;Type;Table#Ann Lee;VIP;7",
        "annlee//vip|||{Internal Note=by taxi}#Name;Type;Internal Note#Ann Lee;VIP;by taxi"
      })
  void digestsOfEarlierVersions_count(String said, String titles, String row) {
    imported("Name\nEva Po");
    keepDigestOf(said.replace("/", "\n"));

    CommandResult result = run(titles + "\n" + row);

    assertTrue(result.err().contains("row 2 is left out: its guest was forgotten"), result.err());
  }

  /** By a code or a reference, the ticket is known, and has no name any more. */
  @ParameterizedTest
  @ValueSource(strings = {"Code", "Reference"})
  void whoeverWasForgotten_doesNotComeBack_byTheirCode(String mark) {
    String list = "Name;E-Mail;" + mark + "\nAnn Lee;a@x.org;K7Q2\nBen Oh;b@x.org;K7Q3";
    imported(list);
    forget("Ann Lee");
    List<Ticket> before = tickets();

    CommandResult result = run(list);

    assertTrue(result.err().contains("row 2 is left out: its guest was forgotten"), result.err());
    assertEquals(before, tickets());
  }

  private void keepDigestOf(String said) {
    Erasure erasure =
        new Erasure("gala", 1L, Set.of(), Instant.parse("2026-03-01T10:00:00Z"), null);
    new ErasureStore(table.stores().forCommand(), false)
        .begin("acme", erasure.knownBy("key", Set.of(said)));
  }

  private void forget(String name) {
    long order =
        new AccountReader(table.stores().forCommand(), "acme")
            .orders("gala", id -> true)
            .filter(it -> name.equals(it.tickets().getFirst().name()))
            .map(Order::id)
            .findFirst()
            .orElseThrow();
    CommandResult result =
        table.runWith("", "forget", "--account=acme", "--event=gala", "--order=" + order);
    assertEquals(0, result.status(), result.err());
  }
}
