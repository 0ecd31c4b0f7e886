package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.console.Failure;
import io.doorlist.domain.order.Ticket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody comes in, or is kept out, by silence: what titles and values of answers mean. */
class WhoComesInTest {
  /** Titles and values as people wrote them, noted down without a look at our tables. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RSVP Status|No|VOID",
        "Will you attend?|Yes|VALID",
        "Will you be attending our dinner on 5 May?|No, sorry|VOID",
        "Are you coming?|YES!|VALID",
        "Will you attend|no|VOID",
        "Kommst du mit|nein|VOID",
        "Czy będziesz z nami|nie|VOID",
        "Katılacak mısınız|hayır|VOID",
        "Чи прийдете ви|ні|VOID",
        "هل ستحضر|لا|VOID",
        "ご参加されますか|いいえ|VOID",
        "Attending|not attending|VOID",
        "Going|GOING|VALID",
        "Confirmed|no|VOID",
        "Approved|yes|VALID",
        "Paid|no|VOID",
        "Payment Status|unpaid|PENDING",
        "Registration Status|Registered|VALID",
        "Booking Status|cancelled|VOID",
        "Cancelled on|2026-03-01|VOID",
        "Cancelled on||VALID",
        "Invitation Status|Invited|PENDING",
        "RSVP|SENT|PENDING",
        "RSVP|tentative|PENDING",
        "RSVP|Yes, I'll be there|VALID",
        "RSVP|✅|VALID",
        "RSVP|❌|VOID",
        "RSVP|✔️|VALID",
        "Status|Transferred|VOID",
        "Zusage|ja|VALID",
        "Zusage|nein|VOID",
        "Kommt|ja|VALID",
        "Kommst du?|nein|VOID",
        "Teilnahme|abgesagt (krank)|VOID",
        "Teilnahme|dabei|VALID",
        "Bezahlt|ja|VALID",
        "Rückmeldung|eingeladen|PENDING",
        "Rückmeldung|kommt nicht|VOID",
        "Présence|Oui|VALID",
        "Présence|absente|VOID",
        "Asistirá|Sí|VALID",
        "Asistirá|no|VOID",
        "Conferma|sì|VALID",
        "Parteciperà|No|VOID",
        "Aanwezig|nee|VOID",
        "Aanwezig|Ja|VALID",
        "Obecność|tak|VALID",
        "Potwierdzenie|nie|VOID",
        "Presença|sim|VALID",
        "Confirmação|não|VOID",
        "Katılım|evet|VALID",
        "Geliyor|hayır|VOID",
        "Прийде|так|VALID",
        "Участь|ні|VOID",
        "الحضور|نعم|VALID",
        "الحضور|لا|VOID",
        "出欠|出席|VALID",
        "出欠|欠席|VOID",
        "ご出欠|はい|VALID"
      })
  void answersAreKnown_inTitlesAndValues(String title, String value, Admission expected) {
    String cell = value == null ? "" : value;
    GuestList list =
        GuestLists.read("Name;%s\nAnn Lee;\"%s\"\nBen Oh;\"%s\"".formatted(title, cell, cell));

    assertEquals(List.of(), list.refused());
    assertEquals(
        List.of(expected, expected), list.guests().stream().map(GuestRow::admission).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kommt leider nicht",
        "Yes, but not coming",
        "paid (cancelled)",
        "yes - no",
        "No - paid",
        "perhaps later"
      })
  void aValueWithWordsOfBothSides_refusesItsRow(String value) {
    GuestList list = GuestLists.read("Name;Status\nAnn Lee;\"%s\"\nBen Oh;paid".formatted(value));

    assertEquals(List.of("Ben Oh"), list.guests().stream().map(GuestRow::name).toList());
    assertEquals(1, list.refused().size());
  }

  @Test
  void theWorstAnswerCounts_ofSeveralColumns() {
    GuestList list =
        GuestLists.read("Name,RSVP Status,Payment Status\nAnn,yes,paid\nBen,No,paid\nCid,,paid");

    assertEquals(
        List.of(Admission.VALID, Admission.VOID, Admission.PENDING),
        list.guests().stream().map(GuestRow::admission).toList());
  }

  @Test
  void whoHasNotAnswered_waits_andComesInAsTold() {
    String text = "Name;RSVP\nAnn;yes\nBen;\nCid;maybe";
    GuestList out = GuestLists.read(text);
    assertEquals(
        List.of(Admission.VALID, Admission.PENDING, Admission.PENDING),
        out.guests().stream().map(GuestRow::admission).toList());
    assertEquals(
        List.of(
            "2 rows without an answer (3, 4): they do not come in yet; --unanswered=in lets them"
                + " in"),
        GuestLists.notes(out));

    GuestListOptions options = new GuestListOptions();
    options.unanswered = GuestListOptions.Unanswered.IN;
    GuestList in = GuestLists.read(text.getBytes(StandardCharsets.UTF_8), options);
    assertTrue(in.guests().stream().allMatch(guest -> guest.admission() == Admission.VALID));
    assertEquals(
        List.of("2 rows without an answer (3, 4): they come in, as --unanswered says"),
        GuestLists.notes(in));
  }

  @Test
  void aColumnThatLooksLikeAnswers_isNamed_whetherOrNotAnotherDecides() {
    String rows = "Ann;no;paid\nBen;yes;paid\nCid;no;paid";
    GuestList list = GuestLists.read("Name;Vegetarian;Status\n" + rows);

    assertEquals(
        List.of(
            "'Vegetarian' says no in 2 rows, yes in 1 row; it decides nothing."
                + " --columns 'status=Vegetarian' if it says who comes"),
        GuestLists.notes(list));
    assertTrue(list.guests().stream().allMatch(guest -> guest.admission() == Admission.VALID));
    assertEquals(
        List.of(), GuestLists.notes(GuestLists.read("Name;Table;Status\nAnn;1;paid\nBen;0;paid")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Name;+1|Ann Lee;2|3|Ann Lee, Ann Lee +1, Ann Lee +2",
        "Name;Begleitung|Ann Lee;Ben Four, Cleo Four|3|Ann Lee, Ben Four, Cleo Four",
        "Name;Begleitung|Ann Lee;Eva M + Ida M|3|Ann Lee, Eva M, Ida M",
        "Name;Begleitung|Ann Lee;2 (mit Hund)|3|Ann Lee, Ann Lee +1, Ann Lee +2",
        "Name|Anna + Ben Krug|2|Anna Krug, Ben Krug",
        "Name|Cleo Fink +1|2|Cleo Fink, Cleo Fink +1",
        "Name;Personen|Ann Lee;2 Pers.|2|Ann Lee, Ann Lee +1",
        "Name;Adults;Kids|Ann Lee;2;1|3|Ann Lee, Ann Lee +1, Ann Lee +2",
        "Guest 1;Guest 2|Ann Lee;Ben Four|2|Ann Lee, Ben Four",
        "Name;Adults;Children;Infants|Ann Lee;1;1;1|3|Ann Lee, Ann Lee +1, Ann Lee +2",
        "Name;Erwachsene;Kinder|Ann Lee;2;|2|Ann Lee, Ann Lee +1",
        "Name;+1|Ann Lee;maybe|1|Ann Lee"
      })
  void companionsAreCounted_andHaveTheirNames(
      String titles, String row, int persons, String names) {
    GuestList list = GuestLists.read(titles + "\n" + row);

    GuestRow guest = list.guests().getFirst();
    assertEquals(persons, guest.persons());
    String made =
        GuestLists.orders(list).order(list.guests()).tickets().stream()
            .map(Ticket::name)
            .collect(Collectors.joining(", "));
    assertEquals(names, made);
  }

  @Test
  void companionsThatAreNotUnderstood_areNamed_andTheGuestComesAlone() {
    GuestList list = GuestLists.read("Name;+1;Status\nAnn;maybe someone;paid\nBen;1;paid");

    assertEquals(List.of(1, 2), list.guests().stream().map(GuestRow::persons).toList());
    assertEquals(
        List.of("row 2: +1 is not understood: the guest comes in alone"), GuestLists.notes(list));
  }

  /** A name of several people is one ticket, and is said, unless the row says how many come. */
  @ParameterizedTest
  @CsvSource({
    "Anna & Ben Krug, 1, true",
    "Anna und Ben Krug, 1, true",
    "Mr and Mrs Lee, 1, true",
    "Anna+Ben Krug, 1, true",
    "Anna/Ben Krug, 1, true",
    "Anna & Ben Krug, 2, false",
    "Anna + Ben Krug, 1, false",
    "José Ortega y Gasset, 1, false",
    "Anderson Andersen, 1, false"
  })
  void aNameOfSeveral_isNamed(String name, int persons, boolean doubtful) {
    GuestList list = GuestLists.read("Name;Quantity;Status\n%s;%d;paid".formatted(name, persons));

    assertEquals(
        doubtful
            ? List.of("row 2: Name may name several people: the guest comes in alone")
            : List.of(),
        GuestLists.notes(list));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "First,Last,Email|Ada,Byron,a@x.org|Ada Byron",
        "Fname,Lname,Email|Ada,Byron,a@x.org|Ada Byron",
        "Name (First),Name (Last),Email|Ada,Byron,a@x.org|Ada Byron",
        "Name,Nachname,E-Mail|Ada,Byron,a@x.org|Ada Byron",
        "Your Name,Email|Ada Byron,a@x.org|Ada Byron",
        "Vor- und Nachname,E-Mail|Ada Byron,a@x.org|Ada Byron",
        "Name first last,Email|Ada Byron,a@x.org|Ada Byron",
        "Cliente,Email|Ada Byron,a@x.org|Ada Byron",
        "Asistente,Correo|Ada Byron,a@x.org|Ada Byron",
        "Teilnehmerin,E-Mail|Ada Byron,a@x.org|Ada Byron",
        "Nom du participant,Courriel|Ada Byron,a@x.org|Ada Byron",
        "Nominativo,Email|Ada Byron,a@x.org|Ada Byron",
        "Genodigde,E-mailadres|Ada Byron,a@x.org|Ada Byron",
        "Uczestnik,Poczta|Ada Byron,a@x.org|Ada Byron",
        "Convidado,Email|Ada Byron,a@x.org|Ada Byron",
        "Davetli,E-posta|Ada Byron,a@x.org|Ada Byron",
        "Гість,Пошта|Ada Byron,a@x.org|Ada Byron",
        "اسم الضيف,البريد|Ada Byron,a@x.org|Ada Byron",
        "来場者名,メール|高橋葵,a@x.org|高橋葵",
        "Guest 1,Guest 2|Ada Byron,Ben Four|Ada Byron",
        "姓,名|高橋,葵|高橋葵",
        "성,이름|김,민준|김민준",
        "Order Number,Order Status,Order Date,Billing First Name,Billing Last Name,Billing Email,"
            + "Order Total|71,completed,2026-03-01,Ada,Byron,a@x.org,10.00|Ada Byron"
      })
  void namesAreFound(String titles, String row, String name) {
    GuestList list = GuestLists.read(titles + "\n" + row);

    assertEquals(name, list.guests().getFirst().name());
    assertEquals(name, list.guests().getFirst().customer().name());
    assertNull(GuestLists.columns(list).shop());
  }

  /** Where no title says it, cells do; each guess is said. */
  @Test
  void namesAndAddresses_areGuessedByTheirCells() {
    GuestList list =
        GuestLists.read(
            "Foo;CLIENTELE;Bar;Tisch\n"
                + "1;Ann Lee;ann@x.org;4\n"
                + "2;Ben Oh;ben@x.org;4\n"
                + "3;Zoë de la Cruz;;5");

    assertEquals(
        List.of("Ann Lee", "Ben Oh", "Zoë de la Cruz"),
        list.guests().stream().map(GuestRow::name).toList());
    assertEquals("ben@x.org", list.guests().get(1).email());
    assertEquals(
        List.of(
            "column 3 'Bar' looks like e-mail addresses: a guess; --columns 'response=Bar' if it is"
                + " not",
            "column 2 'CLIENTELE' looks like names: a guess; --columns 'response=CLIENTELE' if it"
                + " is not"),
        GuestLists.columns(list).guesses().stream().map(Finding::text).toList());
    assertTrue(list.findings().containsAll(GuestLists.columns(list).guesses()));
    assertThrows(Failure.class, () -> GuestLists.read("Foo;Tisch\nneeds a ramp;4\nvegan;4\n;5"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Gästeliste Gala\nName;E-Mail\nAnn Lee;a@x.org\nBen Oh;b@x.org",
        "Guest\n\nName;E-Mail\nAnn Lee;a@x.org\nBen Oh;b@x.org",
        "Gala 2026\nFoo;Bar\nAnn Lee;a@x.org\nBen Oh;b@x.org"
      })
  void aRowOfOneCell_aboveTheTitles_isNoTitle(String text) {
    GuestList list = GuestLists.read(text);

    assertEquals(List.of("Ann Lee", "Ben Oh"), list.guests().stream().map(GuestRow::name).toList());
    assertEquals(List.of(), list.refused());
  }

  /** Whoever has the code 17 knows that 18 opens too. */
  @Test
  void shortRunningNumbers_areAReference_unlessTheUserSaysCodes() {
    String text = "Name;Ticket No;Status\nAnn Lee;1;paid\nBen Oh;2;paid\nCid Ng;4;paid";
    GuestList list = GuestLists.read(text);
    assertEquals(
        Arrays.asList(null, null, null), list.guests().stream().map(GuestRow::code).toList());
    assertEquals("4", list.guests().getLast().reference());
    assertTrue(GuestLists.notes(list).getFirst().contains("--columns 'code=Ticket No'"));

    GuestList codes = GuestLists.read(text, "code=Ticket No");
    assertEquals("4", codes.guests().getLast().code());
    assertTrue(
        GuestLists.notes(codes).getFirst().contains("can be guessed"),
        GuestLists.notes(codes).getFirst());
    GuestList others = GuestLists.read("Name;Code;Status\nAnn;4711;paid\nBen;9035;paid");
    assertEquals("9035", others.guests().getLast().code());
  }

  /** One title of a shop may stand in anybody's list. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Name;Order Total\nAnn;10",
        "Name;Check In\nAnn;x",
        "Name;Guests\nAnn;2",
        "Name;Price Tier\nAnn;2"
      })
  void oneTitleOfAShop_makesNoShop(String text) {
    assertNull(GuestLists.columns(GuestLists.read(text)).shop());
  }

  @Test
  void oneDatedAnswerOfEach_countsWhateverTheOrderOfTheRows() {
    List<String> rows =
        List.of("Ann;a@x.org;no;1", "Ann;a@x.org;yes;2", "Ann;a@x.org;yes;1", "Ann;a@x.org;yes;");
    List<String> turned = new ArrayList<>(rows);
    Collections.reverse(turned);
    Set<String> read = new HashSet<>();
    for (List<String> each :
        List.of(
            rows.subList(1, 4),
            turned.subList(0, 3),
            List.of(rows.get(2), rows.get(1), rows.get(3)))) {
      GuestList list = GuestLists.read("Name;E-Mail;RSVP;+1\n" + String.join("\n", each));
      read.add(list.guests().getFirst().admission() + " " + list.guests().getFirst().persons());
    }
    assertEquals(Set.of("VALID 1"), read);
  }

  @Test
  void aFormAnsweredTwice_countsOnce() {
    GuestList dated =
        GuestLists.read(
            "Name;E-Mail;RSVP;Registration Date\n"
                + "Ann;a@x.org;yes;2026-03-01\n"
                + "Ben;b@x.org;no;2026-03-02\n"
                + "Ann;A@x.org;no;2026-03-03\n"
                + "Ben;b@x.org;yes;2026-03-03");
    assertEquals(
        List.of("Ann VOID", "Ben VALID"),
        dated.guests().stream().map(it -> it.name() + " " + it.admission()).toList());
    GuestList undated =
        GuestLists.read("Name;E-Mail;RSVP\nAnn;a@x.org;no\nAnn;a@x.org;yes\nAnn;;yes");
    assertEquals(
        List.of(Admission.VOID, Admission.VALID),
        undated.guests().stream().map(GuestRow::admission).toList());
    assertEquals(
        List.of(
            "rows 2, 3 are the same guest; without dates the worse one counts: row 2, which lets"
                + " nobody in"),
        GuestLists.notes(undated));
  }

  /** Issue 69: of a list whose names are not found, nobody is found at the desk. */
  @Test
  void aListWithoutAnyName_isRefused_unlessCodesLetIn() {
    for (String text : List.of("E-Mail;Tisch\na@x.org;4\nb@x.org;5", "Referenz\nR1\nR2")) {
      Failure failure = assertThrows(Failure.class, () -> GuestLists.read(text));
      assertTrue(failure.getMessage().startsWith("no row has a name"), failure.getMessage());
    }
    assertEquals(2, GuestLists.read("Code\nA1\nB2").guests().size());
    assertEquals(
        "a@x.org", GuestLists.read("E-Mail\na@x.org", "name=E-Mail").guests().getFirst().name());
  }
}
