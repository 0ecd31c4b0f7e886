package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.console.Failure;
import io.doorlist.domain.Slug;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuestListTest {
  @Test
  void titles_meanOneThing() {
    Map<String, String> meanings = new HashMap<>();
    for (List<String> row : GuestWords.table("titles.txt")) {
      String owner = row.getFirst().length() == 2 ? "" : row.getFirst();
      for (String title : GuestWords.cells(row.getLast())) {
        String before = meanings.putIfAbsent(owner + GuestWords.plain(title), row.get(1));
        assertTrue(before == null || before.equals(row.get(1)), owner + " " + title);
      }
    }
  }

  @Test
  void values_meanOneThing() {
    for (List<String> row : GuestWords.table("values.txt")) {
      for (String word : GuestWords.cells(row.getLast())) {
        GuestWords.Meaning meaning = GuestWords.meaning(word);
        String said = meaning == null ? "not" : meaning.name().toLowerCase(Locale.ROOT);
        assertEquals(row.getFirst(), said, word);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "en, Full Name, Email Address, Ticket Type, Barcode, Quantity, Status, confirmed, cancelled",
    "de, Gast, E-Mail-Adresse, Ticketart, Ticketnummer, Anzahl, Zahlungsstatus, bezahlt, storniert",
    "fr, Nom complet, Courriel, Type de billet, Code-barres, Quantité, Statut, confirmé, annulé",
    "es, Nombre, Correo electrónico, Entrada, Código, Cantidad, Estado, pagado, anulado",
    "it, Nome e cognome, Posta elettronica, Biglietto, Codice, Quantità, Stato, pagato, annullato",
    "nl, Naam, E-mailadres, Tickettype, Streepjescode, Aantal, Status, betaald, geannuleerd",
    "pl, Imię i nazwisko, Adres e-mail, Rodzaj biletu, Kod, Liczba, Stan, opłacone, anulowane",
    "pt, Nome, Correio eletrónico, Ingresso, Código, Quantidade, Situação, confirmado, cancelado",
    "tr, Ad Soyad, E-posta, Bilet Türü, Barkod, Adet, Durum, onaylandı, iptal",
    "uk, Гість, Електронна пошта, Тип квитка, Штрихкод, Кількість, Стан, сплачено, скасовано",
    "ar, الاسم, البريد الإلكتروني, نوع التذكرة, رمز التذكرة, العدد, الحالة, مدفوع, ملغاة",
    "ja, 氏名, メールアドレス, チケット種別, QRコード, 枚数, ステータス, 支払済, キャンセル"
  })
  void titles_areKnownInTheLanguagesOfThePages(
      String language,
      String name,
      String email,
      String type,
      String code,
      String quantity,
      String status,
      String in,
      String out) {
    GuestList list =
        GuestLists.read(
            String.join(";", name, email, type, code, quantity, status)
                + "\nZoë Li;z@x.org;VIP;A-1;1;"
                + in
                + "\nBo Su;b@x.org;VIP;A-2;3;"
                + out);

    GuestRow first = list.guests().getFirst();
    GuestRow last = list.guests().getLast();
    assertEquals("Zoë Li z@x.org VIP A-1 1 VALID", said(first), language);
    assertEquals("Bo Su b@x.org VIP A-2 3 VOID", said(last), language);
    assertEquals(List.of(), GuestLists.notes(list));
  }

  private static String said(GuestRow guest) {
    return String.join(
        " ",
        guest.name(),
        guest.email(),
        guest.type(),
        guest.code(),
        String.valueOf(guest.persons()),
        guest.admission().name());
  }

  @Test
  void name_isPutTogetherOfItsColumns() {
    assertEquals("Ada Byron", name("Name;Vorname", "Byron;Ada"));
    assertEquals("Ada Byron", name("Nom;Prénom", "Byron;Ada"));
    assertEquals("Ada Byron", name("Vorname;Nachname", "Ada;Byron"));
    assertEquals("Ada Byron", name("Name;Vorname", "Ada Byron;Ada"));
    assertEquals("Ada Byron", name("Name;Last Name", "Ada;Byron"));
    assertEquals("Ada Byron", name("Name;First Name;Last Name", "Ada Byron;A.;Byron"));
  }

  private static String name(String titles, String row) {
    return GuestLists.read(titles + "\n" + row).guests().getFirst().name();
  }

  @Test
  void cells_areReadAsPeopleWriteThem() {
    GuestList list =
        GuestLists.read(
            """
            Gala 2026;;;;;;
            Name;E-Mail;Begleitung;Tischnr.;Tischnr.;;Code
            Ann Lee;ann@x.org;2;7;8;x;="007"
            Ben Oh;ben@x.org;Eva Klein;;;;
            Cid Ng;;nein;-;;;
            Dan Ox;;ja;;;;
            """);

    assertEquals(List.of(3, 2, 1, 2), list.guests().stream().map(GuestRow::persons).toList());
    GuestRow ann = list.guests().getFirst();
    assertEquals("ann@x.org", ann.email());
    assertEquals("007", ann.code());
    assertEquals(Map.of("Tischnr.", "7", "Tischnr. (2)", "8", "column 6", "x"), ann.responses());
    assertEquals("ben@x.org", list.guests().get(1).email());
    assertEquals(List.of("Eva Klein"), list.guests().get(1).companions());
    assertEquals(
        List.of(
            "no column says who is not let in (status, void), so no row keeps a guest out",
            "'column 6' says yes in 1 row; it decides nothing. --columns 'status=column 6' if it"
                + " says who comes"),
        GuestLists.notes(list));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Ann;whatever;;1;;|Status",
        "Ann;;;1;;|Status",
        "Ann;paid;whatever;1;;|Refunded",
        "Ann;paid;;0;;|Quantity",
        "Ann;paid;;many;;|Quantity",
        "Ann;paid;;1;;1,23457E+12|Code",
        "12;paid;;1;;|Name",
        ";paid;;1;;|null",
        "Total;paid;;1;;|null",
        "Summe: 12;;;;;|null",
        "Ann;paid;;1;;A;B|null"
      })
  void rowThatIsNotUnderstood_isRefusedAlone(String row, String field) {
    String titles = "Name;Status;Refunded;Quantity;+1;Code\n";
    GuestList list = GuestLists.read(titles + row + "\nZoë;paid;no;1;no;Z-1");

    assertEquals(List.of("Zoë"), list.guests().stream().map(GuestRow::name).toList());
    assertEquals(2, list.refused().getFirst().row().number());
    String said = list.refused().getFirst().reason().text();
    assertTrue(field.equals("null") || said.startsWith(field + ": "), said);
  }

  @Test
  void row_comesIn_onlyIfEveryColumnLetsItIn() {
    GuestList list =
        GuestLists.read(
            """
            Name,Order Status,Ticket Status,Cancelled At
            a,paid,valid,
            b,paid,void,
            c,refunded,valid,
            d,paid,valid,2026-03-01 10:00
            e,pending,valid,
            f,pending,void,
            """);

    assertEquals(
        List.of(
            Admission.VALID,
            Admission.VOID,
            Admission.VOID,
            Admission.VOID,
            Admission.PENDING,
            Admission.VOID),
        list.guests().stream().map(GuestRow::admission).toList());
  }

  @Test
  void secondRowOfACodeOrReference_isRefused() {
    GuestList codes = GuestLists.read("Name,Code\nAnn,1\nBen,2\nCid,1");
    assertEquals("Code: row 2 has it too", codes.refused().getFirst().reason().text());
    GuestList references = GuestLists.read("Name,Reference\nAnn,R\nBen,R");
    assertEquals("Reference: row 2 has it too", references.refused().getFirst().reason().text());
    assertEquals(2, GuestLists.read("Name\nAnn\nAnn").guests().size());
  }

  @Test
  void columns_areWhatTheUserSays() {
    String text = "Wer;Zeichen;Status;Code\nAnn;A-1;;x\nBen;A-2;raus;y";
    GuestList list = GuestLists.read(text, "name=Wer", "code=Zeichen", "response=Status");

    assertEquals(List.of("A-1", "A-2"), list.guests().stream().map(GuestRow::code).toList());
    assertEquals(Map.of("Status", "raus", "Code", "y"), list.guests().getLast().responses());
    GuestList marked =
        GuestLists.read(text.replace("raus", "storniert"), "name=Wer", "void=Status");
    assertEquals(Admission.VALID, marked.guests().getFirst().admission());
    assertEquals(Admission.VOID, marked.guests().getLast().admission());
    assertThrows(Failure.class, () -> GuestLists.read(text, "name=Wen"));
    assertThrows(Failure.class, () -> GuestLists.read("Foo;Bar\na;b"));
    assertThrows(Failure.class, () -> GuestLists.read(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Order Date;2026-04-03 18:00;;2026-04-03T18:00:00Z",
        "Order Date;2026-04-03 18:00:05 +0200;;2026-04-03T16:00:05Z",
        "Order Date (-07:00 Pacific Time (US & Canada));2026-04-03 18:00;;2026-04-04T01:00:00Z",
        "Bestelldatum;3.4.26;;2026-04-03T00:00:00Z",
        "Order Date;13/04/2026;;2026-04-13T00:00:00Z",
        "Order Date;04/13/2026 6:05 PM;;2026-04-13T18:05:00Z",
        "Order Date;04/03/2026;DAY_FIRST;2026-03-04T00:00:00Z",
        "Order Date;04/03/2026;MONTH_FIRST;2026-04-03T00:00:00Z",
        "Order Date;04/03/2026;;",
        "Order Date;yesterday;;"
      })
  void dates_areReadByTheirPattern(String title, String value, Dates.Order order, String expected) {
    GuestListOptions options = new GuestListOptions();
    options.dates = order;
    String text = "Name;" + title + "\nAnn;" + value + "\nBen;";
    GuestList list = GuestLists.read(text.getBytes(StandardCharsets.UTF_8), options);

    GuestRow ann = list.guests().getFirst();
    if (expected == null) {
      assertNull(ann.createdAt());
      assertEquals(value, ann.responses().get(title));
      assertTrue(
          GuestLists.notes(list).getFirst().contains("--dates"), GuestLists.notes(list).toString());
    } else {
      assertEquals(Instant.parse(expected), ann.createdAt());
      assertFalse(ann.responses().containsKey(title));
    }
    assertNull(list.guests().getLast().createdAt());
  }

  @Test
  void types_thatDifferInSignsOnly_stayApart() {
    GuestList list =
        GuestLists.read("Name;Type\na;VIP\nb;VIP+\nc;C\nd;C++\ne;vip\nf;C#\ng;2026\nh;券");
    GuestTypes types = new GuestTypes(List.of(), list);

    assertEquals(
        7, list.guests().stream().map(guest -> types.slugOf(guest.type())).distinct().count());
    assertEquals("vip", types.slugOf("VIP"));
    assertEquals(types.slugOf("VIP"), types.slugOf("vip"));
    assertTrue(types.all().stream().allMatch(type -> Slug.valid(type.slug())));
  }
}
