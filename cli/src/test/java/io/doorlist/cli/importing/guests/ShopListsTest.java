package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.order.DeskNote;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Files in the shape that shops give them, made from their titles. */
class ShopListsTest {
  @Test
  void listOfTito_isUnderstood() {
    for (String zone : List.of("", " (-07:00 Pacific Time (US & Canada))")) {
      String text =
          """
          Number,Ticket Created Date%s,Ticket,Ticket Full Name,Ticket First Name,Ticket Last Name,\
          Ticket Email,Event,Void Status,Price,Ticket Reference,Unique Ticket URL,Unique Order URL,\
          Order Reference,Order Name,Order Email,Diet
          1,2026-03-01 10:00:00%s,Early+,Ada Byron,Ada,Byron,ada@x.org,Gala,-,10.00,GIAO-1,\
          https://ti.to/tickets/ti_one,https://ti.to/orders/o,GIAO,Ada Byron,ada@x.org,vegan
          2,,Early,-,-,-,-,Gala,void,10.00,GIAO-2,https://ti.to/tickets/ti_two,-,GIAO,Ada Byron,\
          ada@x.org,
          """
              .formatted(zone, zone.isEmpty() ? " UTC" : "");
      check(
          text,
          "Tito",
          "ti_one|GIAO-1|GIAO|Ada Byron|ada@x.org|Early+|VALID|ada@x.org",
          "ti_two|GIAO-2|GIAO|Ada Byron|-|Early|VOID|ada@x.org");
      assertEquals(1, GuestLists.columns(GuestLists.read(text)).column(Kind.DATE), zone);
    }
    GuestList list =
        GuestLists.read("Ticket,Ticket Full Name,Ticket Reference\nEarly,Ada Byron,GIAO");
    assertTrue(
        GuestLists.notes(list).getFirst().contains("such as Void Status of Tito"),
        GuestLists.notes(list).getFirst());
  }

  @Test
  void listOfEventbrite_isUnderstood() {
    check(
        """
        Order #,Order Date,First Name,Surname,Email,Quantity,Price Tier,Ticket Type,Attendee #,\
        Group,Order Type,Currency,Total Paid,Fees Paid,Eventbrite Fees,Attendee Status,Barcode
        71,2026-03-01 10:00:00-08:00,Ada,Byron,ada@x.org,1,,Day,9001,,Eventbrite Completed,EUR,10.00,\
        0,0,Attending,719001
        71,2026-03-01 10:00:00-08:00,Bo,Su,ada@x.org,1,,Day,9002,,x,EUR,10.00,0,0,Checked In,719002
        72,2026-03-01 10:00:00-08:00,Cy,Li,cy@x.org,1,,Day,9003,,x,EUR,10.00,0,0,Not Attending,719003
        73,2026-03-01 10:00:00-08:00,Di,Li,di@x.org,1,,Day,9004,,x,EUR,10.00,0,0,Refunded,719004
        """,
        "Eventbrite",
        "719001|9001|71|Ada Byron|ada@x.org|Day|VALID|ada@x.org",
        "719002|9002|71|Bo Su|ada@x.org|Day|VALID|ada@x.org",
        "719003|9003|72|Cy Li|cy@x.org|Day|VOID|cy@x.org",
        "719004|9004|73|Di Li|di@x.org|Day|VOID|di@x.org");
    check(
        """
        Order ID,Order date,Attendee Status,Attendee first name,Attendee last name,Attendee email,\
        Phone number,Event name,Event ID,Event start date,Event start time,Event timezone,\
        Ticket quantity,Ticket tier,Ticket type,Currency,Ticket price,Buyer first name,\
        Buyer last name,Buyer email,Barcode number
        71,2026-03-01 10:00:00,Attending,Bo,Su,bo@x.org,,Gala,5,2026-05-01,18:00:00,Europe/Berlin,1,,\
        Day,EUR,10.00,Ada,Byron,ada@x.org,719001
        72,2026-03-01 10:00:00,Not Attending,Cy,Li,cy@x.org,,Gala,5,2026-05-01,18:00:00,\
        Europe/Berlin,1,,Day,EUR,10.00,Cy,Li,cy@x.org,719002
        """,
        "Eventbrite",
        "719001|-|71|Bo Su|bo@x.org|Day|VALID|ada@x.org",
        "719002|-|72|Cy Li|cy@x.org|Day|VOID|cy@x.org");
  }

  @Test
  void listOfFooEvents_isUnderstood() {
    check(
        """
        Order Date,Order ID,Order Status,Variation Name,Ticket ID,Ticket Price,Admission Status,\
        Attendee Name,Attendee Last Name,Attendee Email,Attendee Telephone,Purchaser First Name,\
        Purchaser Last Name,Purchaser Email,Purchaser Phone,Created Manually
        2026-03-01,51,wc-completed,Day,5122334455,10,Not Checked In,Ada,Byron,ada@x.org,1,Bo,Su,\
        bo@x.org,2,No
        2026-03-01,52,refunded,Day,5122334456,10,Not Checked In,Cy,Li,cy@x.org,1,Cy,Li,cy@x.org,2,No
        """,
        "FooEvents",
        "5122334455|-|51|Ada Byron|ada@x.org|Day|VALID|bo@x.org",
        "5122334456|-|52|Cy Li|cy@x.org|Day|VOID|cy@x.org");
    check(
        """
        TicketID,OrderID,Attendee First Name,Attendee Last Name,Attendee Email,Ticket Status,\
        Ticket Type,Variation,Attendee Telephone,Attendee Company,Attendee Designation,\
        Purchaser First Name,Purchaser Last Name,Purchaser Email,Purchaser Phone,Purchaser Company
        5122334457,53,Ada,Byron,ada@x.org,Not Checked In,Day,Meal: Fish,1,,,Bo,Su,bo@x.org,2,
        5122334458,54,Cy,Li,cy@x.org,Canceled,Day,,1,,,Cy,Li,cy@x.org,2,
        5122334459,55,Di,Li,di@x.org,Unpaid,Day,,1,,,Di,Li,di@x.org,2,
        """,
        "FooEvents",
        "5122334457|-|53|Ada Byron|ada@x.org|Day|VALID|bo@x.org",
        "5122334458|-|54|Cy Li|cy@x.org|Day|VOID|cy@x.org",
        "5122334459|-|55|Di Li|di@x.org|Day|PENDING|di@x.org");
  }

  @Test
  void listsOfEventTicketsAndLuma_areUnderstood() {
    check(
        """
        Order ID,Order Status,Ticket,Ticket ID,Security Code,Check in,Purchaser name,E-mail
        51,Completed,Day,9001,abc,,Ada Byron,ada@x.org
        """,
        "Event Tickets",
        "event_qr_code=1&ticket_id=9001&security_code=abc|9001|51|Ada Byron|-|Day|VALID|ada@x.org");
    checkNoted(
        "Luma exports none of its tickets' codes",
        """
        name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,\
        ticket_name,qr_code_url
        Ada Byron,Ada,Byron,ada@x.org,1,2026-03-01T10:00:00.000Z,approved,,Day,https://l.example/c/1?pk=g
        Bo Su,Bo,Su,bo@x.org,1,2026-03-01T10:00:00.000Z,pending_approval,,Day,https://l.example/c/2?pk=g
        Cy Li,Cy,Li,cy@x.org,1,2026-03-01T10:00:00.000Z,declined,,Day,https://l.example/c/3?pk=g
        """,
        "Luma",
        "https://l.example/c/1?pk=g|-|-|Ada Byron|ada@x.org|Day|VALID|ada@x.org",
        "https://l.example/c/2?pk=g|-|-|Bo Su|bo@x.org|Day|PENDING|bo@x.org",
        "https://l.example/c/3?pk=g|-|-|Cy Li|cy@x.org|Day|VOID|cy@x.org");
  }

  /** Guests hold codes of their shop, which an export has only if it is asked for. */
  @Test
  void aListWithoutTheCodesThatGuestsHold_saysWhatToChoose() {
    checkNoted(
        "Choose \"Barcode\" among the columns of the shop's attendee report",
        """
        Order #,Order Date,First Name,Surname,Email,Quantity,Price Tier,Ticket Type,Attendee #,\
        Attendee Status
        71,2026-03-01 10:00:00-08:00,Ada,Byron,ada@x.org,1,,Day,9001,Attending
        """,
        "Eventbrite",
        "-|9001|71|Ada Byron|ada@x.org|Day|VALID|ada@x.org");
    checkNoted(
        "Choose \"Ticket ID\" and \"Security Code\"",
        """
        Order ID,Order Status,Ticket,Ticket ID,Security Code,Check in,Purchaser name,E-mail
        51,Completed,Day,9001,,,Ada Byron,ada@x.org
        """,
        "Event Tickets",
        "-|9001|51|Ada Byron|-|Day|VALID|ada@x.org");
    checkNoted(
        "Choose \"Unique Ticket URL\"",
        """
        Ticket,Ticket Full Name,Ticket Email,Void Status,Ticket Reference,Order Reference
        Early,Ada Byron,ada@x.org,-,GIAO-1,GIAO
        """,
        "Tito",
        "-|GIAO-1|GIAO|Ada Byron|ada@x.org|Early|VALID|ada@x.org");
  }

  @Test
  void listsOfTicketTailorAndHumanitix_areUnderstood() {
    check(
        """
        Issued Ticket ID,Order ID,First Name,Last Name,Email,Ticket Type,Barcode,Ticket Status,Voided At
        it_1,or_1,Ada,Byron,ada@x.org,Day,TT1,valid,
        it_2,or_1,Bo,Su,bo@x.org,Day,TT2,void,2026-03-01
        """,
        "Ticket Tailor",
        "TT1|it_1|or_1|Ada Byron|ada@x.org|Day|VALID|ada@x.org",
        "TT2|it_2|or_1|Bo Su|bo@x.org|Day|VOID|bo@x.org");
    check(
        """
        Order ID,Buyer First Name,Buyer Last Name,Buyer Email,First Name,Last Name,Email,Ticket Type,\
        Barcode,Status,Access Code
        HSX,Ada,Byron,ada@x.org,Bo,Su,bo@x.org,Day,HX1,complete,
        """,
        "Humanitix",
        "HX1|-|HSX|Bo Su|bo@x.org|Day|VALID|ada@x.org");
  }

  @Test
  void orderListOfPretix_isUnderstood() {
    check(
        """
        "Event slug";"Order code";"Position ID";"Status";"Email";"Phone number";"Order date";\
        "Order time";"Product";"Variation";"Price";"Attendee name";"Attendee email";"Company";"Secret"
        gala;ABC12;1;paid;ada@x.org;;2026-03-01;10:00:00;Day;Child;1.00;Bo Su;bo@x.org;;secret1
        gala;ABC12;2;canceled;ada@x.org;;2026-03-01;10:00:00;Day;;1.00;;;;secret2
        gala;ABC13;1;pending;cy@x.org;;2026-03-01;10:00:00;Day;;1.00;;;;secret3
        """,
        "pretix",
        "secret1|ABC12-1|ABC12|Bo Su|bo@x.org|Day – Child|VALID|ada@x.org",
        "secret2|ABC12-2|ABC12|-|-|Day|VOID|ada@x.org",
        "secret3|ABC13-1|ABC13|-|-|Day|PENDING|cy@x.org");
    GuestList orders =
        GuestLists.read(
            "Order code,Order total,Status,Email,Order date,Positions\n"
                + "ABC12,20.00,paid,ada@x.org,2026-03-01,2");
    assertEquals(2, orders.guests().getFirst().persons());
  }

  /** Statuses as its help pages list them. */
  @Test
  void listOfEventFarm_isUnderstood() {
    String text =
        """
        First Name,Last Name,Email,Company,Ticket Type,Quantity,Status,Check-In Notes,Invitation Notes
        Ada,Byron,ada@x.org,Acme,Gold,2,Confirmed by RSVP,call Anna,
        Bo,Su,bo@x.org,,Gold,1,Declined by RSVP,,
        Cy,Li,cy@x.org,,Gold,1,Purchased,,
        Di,Ko,di@x.org,,Gold,1,Assigned,,
        """;
    GuestList list =
        read(
            text,
            "Event Farm",
            "-|-|-|Ada Byron|ada@x.org|Gold|VALID|ada@x.org",
            "-|-|-|Bo Su|bo@x.org|Gold|VOID|bo@x.org",
            "-|-|-|Cy Li|cy@x.org|Gold|VALID|cy@x.org",
            "-|-|-|Di Ko|di@x.org|Gold|VALID|di@x.org");
    assertEquals(
        List.of("'Check-In Notes': notes that a desk reads; they are not kept as answers"),
        GuestLists.notes(list));
    assertEquals(new DeskNote("call Anna", false), list.guests().getFirst().note().desk());
    assertEquals(2, list.guests().getFirst().persons());
    GuestList waiting =
        GuestLists.read(
            text
                + "Ed,Po,ed@x.org,,Gold,1,Not Yet Registered,,\n"
                + "Em,Ra,em@x.org,,Gold,1,Unconfirmed,,");
    assertEquals(
        List.of(Admission.PENDING, Admission.PENDING),
        waiting.guests().subList(4, 6).stream().map(GuestRow::admission).toList());
  }

  @Test
  void listOfMeetup_isUnderstood() {
    String text =
        """
        Name,User ID,Title,Event Host,RSVP,Guests,RSVPed on,Joined Group on,URL of Member Profile
        Ada Byron,user 1,,,Yes,2,"March 1, 2026 10:00 AM","June 1, 2020",https://m.example/1
        Bo Su,user 2,,,No,0,"March 1, 2026 10:00 AM","June 1, 2020",https://m.example/2
        """;
    GuestList list = GuestLists.read(text);

    assertEquals("Meetup", GuestLists.columns(list).shop());
    assertEquals(
        List.of(3, 1), list.guests().stream().map(GuestRow::persons).toList(), "guests are more");
    assertEquals(
        List.of(Admission.VALID, Admission.VOID),
        list.guests().stream().map(GuestRow::admission).toList());
  }

  private static void check(String text, String shop, String... expected) {
    assertEquals(List.of(), GuestLists.notes(read(text, shop, expected)));
  }

  /** Checks that a list says that its guests' codes are unknown, and what helps. */
  private static void checkNoted(String helps, String text, String shop, String... expected) {
    List<String> notes = GuestLists.notes(read(text, shop, expected));
    String unknown = "the guests' tickets of " + shop + " hold codes that this list lacks";
    assertEquals(1, notes.size());
    assertTrue(notes.getFirst().startsWith(unknown), notes.getFirst());
    assertTrue(notes.getFirst().contains(helps), notes.getFirst());
  }

  private static GuestList read(String text, String shop, String... expected) {
    GuestList list = GuestLists.read(text);

    assertEquals(List.of(), list.refused());
    assertEquals(shop, GuestLists.columns(list).shop());
    assertEquals(List.of(expected), list.guests().stream().map(ShopListsTest::said).toList());
    return list;
  }

  private static String said(GuestRow guest) {
    return Stream.of(
            guest.code(),
            guest.reference(),
            guest.order(),
            guest.name(),
            guest.email(),
            guest.type(),
            guest.admission().name(),
            guest.customer().email())
        .map(text -> Objects.requireNonNullElse(text, "-"))
        .collect(Collectors.joining("|"));
  }
}
