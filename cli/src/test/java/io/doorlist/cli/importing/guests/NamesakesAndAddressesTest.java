package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.domain.order.TicketState;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 69: namesakes whose e-mail addresses tell them apart, as random lists had them. */
class NamesakesAndAddressesTest extends GuestListFixture {
  private static final String OTHERS = "\nDan Ox;d@x.org%1$s\nEva Po;e@x.org%1$s\nFay;f@x.org%1$s";

  /** The name is somebody else's, as the address is in the list: the no is that of its owner. */
  @Test
  void aNamesakeWithoutAddress_doesNotHideTheNoOfWhoeverHasIt() {
    run("Name;E-Mail\nLea Schmidt;lea@x.org" + OTHERS.formatted(""));
    String lea = named("Lea Schmidt").qrCodeIdentifier();

    run("Name;E-Mail;RSVP\nLae Schmidt;lea@x.org;no\nLea Schmidt;;yes" + OTHERS.formatted(";yes"));

    assertEquals(TicketState.VOID, only(lea).state());
    assertEquals("Lae Schmidt", only(lea).name());
    assertEquals(5, tickets().size());
  }

  @Test
  void aNamesakeWithoutAddress_neverGetsTheTicketOfOneWhoHasOne() {
    run(
        "Name;E-Mail;+1\nLea Schmidt;lea@x.org;\nLea Schmidt;;Mit Eins, Mit Zwei"
            + OTHERS.formatted(";"));
    String lea =
        tickets().stream()
            .filter(it -> "lea@x.org".equals(it.email()))
            .findFirst()
            .orElseThrow()
            .qrCodeIdentifier();

    CommandResult result =
        run("Name;E-Mail;+1\nLea Schmidt;;" + OTHERS.formatted(";"), "--replace", "--yes");

    assertEquals("lea@x.org", only(lea).email(), result.err());
    assertTrue(result.err().contains("Lea Schmidt ("), result.err());
  }

  /** Whose family name comes first is the customer too, however many columns the name is in. */
  @Test
  void namesInTwoColumns_areThoseInOne() {
    imported("姓;名;Type\n高橋;葵;VIP\n高橋;葵;Normal\n佐藤;翔太;VIP");
    Set<String> before = codes();

    CommandResult result = imported("氏名;Type\n高橋葵;VIP\n高橋葵;Normal\n佐藤翔太;VIP");

    assertFalse(result.err().contains("cannot be told apart"), result.err());
    assertEquals(before, codes());
  }

  private Set<String> codes() {
    return tickets().stream()
        .map(it -> it.ticketType() + it.name() + it.qrCodeIdentifier())
        .collect(Collectors.toSet());
  }

  /** Whoever is spelt as before comes first, as accents do not count otherwise. */
  @Test
  void companionsWhoDifferByAnAccent_doNotChangeTickets() {
    imported(
        "Name;+1;RSVP\nN.N.;Jose Ray;no\nN.N.;José Ray;yes\nDan Ox;;yes\nEva Po;;yes\nFay;;yes");
    String out = named("Jose Ray").qrCodeIdentifier();
    String in = named("José Ray").qrCodeIdentifier();

    imported("Name;+1\nN.N.;Jose Ray\nN.N.;José Ray\nDan Ox;\nEva Po;\nFay;");

    assertEquals("Jose Ray", only(out).name());
    assertEquals("José Ray", only(in).name());
    assertEquals(TicketState.VALID, only(in).state());
  }

  /** Two letters that changed places are the commonest slip. */
  @ParameterizedTest
  @CsvSource({"Lea, Lae, true", "Ivo, Iov, true", "Anna, Nora, false", "Bo, Ob, false"})
  void swappedLetters_areOneSlip(String one, String other, boolean agree) {
    assertEquals(agree, Spelling.firstNamesAgree(one, other));
  }
}
