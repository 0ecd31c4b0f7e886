package io.doorlist.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.order.Erasure;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PersonalDataTest {
  private static final JsonObject ORDER =
      new JsonObject(
          """
          {"id":1,"customer":{"first_name":"Ada","email":"ada@example.org","address":{"city":"Lisbon"}},\
          "invoice":{"number":"7","line_items":[{"description":"Seat of Ada","amount":10}]},\
          "responses":{"diet":"vegan"},"tickets":[\
          {"id":11,"name":"Ada","email":"ada@example.org","phone_number":"1","responses":{"a":1.50}},\
          {"id":12,"name":"Bo","email":"bo@example.org","phone_number":null,"responses":{}}]}\
          """);

  private static final Erasure OF_BO = new Erasure("gala", 1, Set.of(12L), Instant.EPOCH, null);

  @Test
  void withoutAll_keepsMembersAndNumbers() {
    assertEquals(
        """
        {"id":1,"customer":{"first_name":null,"email":null,"address":{"city":null}},\
        "invoice":{"number":"7","line_items":[{"description":null,"amount":10}]},\
        "responses":{},"tickets":[\
        {"id":11,"name":null,"email":null,"phone_number":null,"responses":{}},\
        {"id":12,"name":null,"email":null,"phone_number":null,"responses":{}}]}\
        """,
        PersonalData.withoutAll(ORDER).text());
  }

  @Test
  void withoutTickets_leavesTheOthers() {
    JsonObject changed = PersonalData.without(ORDER, OF_BO);

    assertEquals(
        ORDER.text().replace("\"Bo\"", "null").replace("\"bo@example.org\"", "null"),
        changed.text());
  }

  @Test
  void withoutAnEmail_takesTheCustomersWholeOrder_andOnlyTheTicketInAnothers() {
    assertEquals(PersonalData.withoutAll(ORDER), PersonalData.without(ORDER, "ADA@example.org"));
    assertEquals(PersonalData.without(ORDER, OF_BO), PersonalData.without(ORDER, "bo@example.org"));
  }

  @Test
  void ofATicket_everythingPersonalGoes() {
    JsonObject ticket =
        new JsonObject("{\"id\":11,\"name\":\"Ada\",\"email\":\"a@b.c\",\"responses\":{\"x\":1}}");

    JsonObject expected =
        new JsonObject("{\"id\":11,\"name\":null,\"email\":null,\"responses\":{}}");
    assertEquals(expected, PersonalData.ofTicketWithout(ticket));
    assertEquals(expected, PersonalData.without(ticket, "A@b.c"));
  }

  @Test
  void whatHasNothingPersonal_keepsItsText() {
    JsonObject odd = new JsonObject("{ \"id\" : 1, \"amount\": 1.50 }");

    assertSame(odd, PersonalData.withoutAll(odd));
    assertSame(odd, PersonalData.without(odd, "ada@example.org"));
  }

  @Test
  void ofWhatCannotBeRead_nothingIsKept() {
    assertEquals(JsonObject.EMPTY, PersonalData.withoutAll(new JsonObject("{\"name\":\"Ada\"]}")));
  }
}
