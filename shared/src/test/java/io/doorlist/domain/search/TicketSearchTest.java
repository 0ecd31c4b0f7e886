package io.doorlist.domain.search;

import static io.doorlist.domain.order.Orders.AT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Orders;
import io.doorlist.domain.order.Ticket;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TicketSearchTest {
  private static final int LONGEST = 200;

  private static TicketWords words(String name, String email, Customer customer) {
    return words(name, email, null, customer);
  }

  private static TicketWords words(String name, String email, String phone, Customer customer) {
    Ticket ticket = Orders.ticket(1, name, email, phone);
    return TicketWords.of(Orders.order(customer, null, ticket)).getFirst();
  }

  private static Customer customer(String first, String last, String email) {
    return new Customer(first, last, email, null, null, null, Customer.UNKNOWN.address());
  }

  private static boolean finds(String typed, TicketWords ticket) {
    return TicketSearch.of(typed).orElseThrow().rank(ticket).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "Ada Example, ada exa",
    "Ada Example, EXAMPLE",
    "Ada Example, exa ad",
    "Zoë Ångström, zoe ang",
    "Zoe Angstrom, Zoë Ångström",
    "Søren Kierkegård, soren kierkegard",
    "Łukasz Żółć, lukasz zol",
    "Straße Jürgen, strasse",
    "Jürgen Müller, mueller juergen",
    "Jürgen Mueller-Jaeger, müller jäger",
    "Jörg Schröder, Schrö",
    "Joe Doe, joe doe",
    "Michael Sue, michael sue",
    "Søren Kierkegård, soeren kierkegaard",
    "Åse Bæk, aase baek",
    "王伟, 王伟",
    "森陽, 森陽",
    "高橋葵, 高橋 葵",
    "高橋 葵, 高橋葵",
    "高橋葵, 葵 高橋",
    "김민준, 김 민준",
    "김 민준, 김민준",
    "スーザン 林, スー 林",
    "Ada 高橋葵, ada 高橋",
    "김민, 김민",
    "Ng Wei, ng",
    "Wei Ng, Ng",
    "İbrahim Yıldız, ibrahim yil",
    "Σοφία Παπαδόπουλος, παπαδοπουλοσ",
    "Дмитрий Ёлкин, елкин",
    "Nguyễn Thị Hường, nguyen huong",
    "王小明, 王小",
    "김민준, 김민준",
    "עִבְרִית שלום, עברית",
    "मीनाक्षी शर्मा, मीना",
    "Conan O'Brien, o’brien",
    "Conan O'Brien, obrien",
    "Conan O'Brien, brien",
    "Jean-Luc Picard, jean luc",
    "Jean-Luc Picard, luc"
  })
  void names_areFoundByBeginningsOfTheirWords(String name, String typed) {
    assertTrue(finds(typed, words(name, null, Customer.UNKNOWN)));
  }

  @ParameterizedTest
  @CsvSource({
    "Ada Example, ample",
    "Ada Example, ada bee",
    "Ada Example, adaexample",
    "Ngo Li, ng",
    "Jung Li, ng",
    "Jon Sun, joe",
    "Jon Sun, sue",
    "高橋葵, 葵橋"
  })
  void names_areNotFoundByOtherParts(String name, String typed) {
    assertFalse(finds(typed, words(name, null, Customer.UNKNOWN)));
  }

  @Test
  void everythingElse_isFoundByItsBeginning_andTheBuyerToo() {
    TicketWords ticket =
        words("Ada Example", "Ada@Example.org", customer("Bob", "Buyer", "o'bob@example.com"));

    assertTrue(finds("k7qx2-1", ticket));
    assertTrue(finds("K7QX", ticket));
    assertTrue(finds("ada@ex", ticket));
    assertTrue(finds("buyer bob", ticket));
    assertTrue(finds("o'bob@", ticket));
    assertFalse(finds("7QX2", ticket));
    assertFalse(finds("example.org", ticket));
  }

  @Test
  void reference_isBetterThanName_andNameThanAddress() {
    TicketWords ticket = words("K7Q Name", "k7qmail@example.org", Customer.UNKNOWN);

    assertEquals(OptionalInt.of(0), TicketSearch.of("k7qx2").orElseThrow().rank(ticket));
    assertEquals(OptionalInt.of(1), TicketSearch.of("k7q").orElseThrow().rank(ticket));
    assertEquals(OptionalInt.of(2), TicketSearch.of("k7q name").orElseThrow().rank(ticket));
    assertEquals(OptionalInt.of(4), TicketSearch.of("k7qm").orElseThrow().rank(ticket));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "王", "a b", "@@@", "' a ' b", "  -  ", "á́́"})
  void fewLetters_areNoSearch(String typed) {
    assertTrue(TicketSearch.of(typed).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "a b c", "王小明", "ab1", "王伟", "ng", "äö"})
  void enoughLetters_areASearch(String typed) {
    assertTrue(TicketSearch.of(typed).isPresent());
  }

  @ParameterizedTest
  @CsvSource({
    "+49 170 1234567, 0170 123 45 67",
    "0170/1234567, +49 (0)170 1234567",
    "+49 (0) 170-1234567, 0049 170 1234567",
    "1234567, 1234567"
  })
  void phoneNumbers_areFoundHoweverTheyAreWritten(String number, String typed) {
    Customer buyer =
        new Customer("Bob", "Buyer", null, number, null, null, Customer.UNKNOWN.address());

    for (TicketWords ticket :
        List.of(words("Ada", null, number, Customer.UNKNOWN), words("Ada", null, buyer))) {
      assertTrue(finds(typed, ticket));
      assertFalse(finds("0170 123 45 68", ticket));
      assertFalse(finds("234567", ticket));
      String line = ticket.phone() + "\t" + ticket.buyerPhone();
      assertTrue(line.contains(TicketSearch.of(typed).orElseThrow().hint()));
    }
  }

  @Test
  void reference_isFoundWithANumberSign() {
    TicketWords ticket = words("Ada", null, Customer.UNKNOWN);

    assertEquals(OptionalInt.of(0), TicketSearch.of("#K7QX2-1").orElseThrow().rank(ticket));
  }

  @Test
  void hint_isPartOfEveryTextThatTheSearchFinds() {
    TicketWords ticket = words("Conan O'Brien", "o'brien@example.org", Customer.UNKNOWN);

    for (String typed : List.of("o'brien", "con o'b", "o'brien@ex", "brien")) {
      String hint = TicketSearch.of(typed).orElseThrow().hint();
      assertTrue((ticket.name() + ticket.email()).contains(hint), typed);
    }
    for (String name : List.of("Müller", "Mueller")) {
      for (String typed : List.of("mueller", "müller")) {
        String hint = TicketSearch.of(typed).orElseThrow().hint();
        assertTrue(words(name, null, Customer.UNKNOWN).name().contains(hint), typed);
      }
    }
    assertEquals("高", TicketSearch.of("高橋 葵").orElseThrow().hint());
  }

  @Test
  void forgottenPeople_leaveTheirWords_andNobodyElseDoes() {
    TicketWords ticket =
        words("Ada Example", "ada@example.org", customer("Bob", "Buyer", "bob@example.com"));
    Erasure attendee = new Erasure("gala", 1001, Set.of(1L), AT, null);
    Erasure order = new Erasure("gala", 1001, Set.of(), AT, null);

    TicketWords withoutAttendee = ticket.without(attendee, Set.of(1L));
    TicketWords withoutAll = ticket.without(order, Set.of(1L));

    assertFalse(finds("ada", withoutAttendee));
    assertTrue(finds("bob", withoutAttendee));
    assertFalse(finds("bob", withoutAll));
    assertTrue(finds("k7qx2-1", withoutAll));
    assertEquals(ticket, ticket.without(attendee, Set.of(2L)));
    assertEquals(
        "",
        words("Ada", null, "0170 1234567", Customer.UNKNOWN).without(attendee, Set.of(1L)).phone());
  }

  @Test
  void wholeReference_findsItsTicketOnly_ignoringCase() {
    TicketSearch search = TicketSearch.ofReference("k7qx2-1").orElseThrow();
    TicketSearch other = TicketSearch.ofReference("K7QX2").orElseThrow();
    TicketWords ticket = words("K7qx2 Lovelace", null, Customer.UNKNOWN);

    assertEquals(OptionalInt.of(0), search.rank(ticket));
    assertEquals(OptionalInt.empty(), other.rank(ticket));
    assertTrue(TicketSearch.ofReference("").isEmpty());
    assertEquals("lovelace", TicketSearch.of("ada lovelace").orElseThrow().hint());
  }

  @Test
  void longText_isCut_onlyBeyondTheLongest() {
    String longest = "x".repeat(LONGEST);

    assertEquals(longest, words(null, longest, Customer.UNKNOWN).email());
    assertTrue(words(null, longest + "x", Customer.UNKNOWN).email().length() < LONGEST);
  }
}
