package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.cli.importing.guests.DecidingColumn.Word;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What decides who comes in, and how many each column keeps out (issue 69). */
class DecidingColumnTest {
  private static List<DecidingColumn> of(GuestList list) {
    return DecidingColumn.of(list.sheets().getFirst(), list);
  }

  private static List<String> texts(String list) {
    return of(GuestLists.read(list)).stream().map(DecidingColumn::text).toList();
  }

  @Test
  void eachColumnThatDecides_hasItsWords_theWorstFirst() {
    GuestList list =
        GuestLists.read(
            "Name;RSVP;Payment Status;Table\nAnn;yes;paid;1\nBen;No;paid;2\nCid;no;refunded;3\n"
                + "Dan;yes;pending;4\nEva;Yes;PAID;5");

    assertEquals(
        List.of(
            new DecidingColumn(
                "RSVP",
                List.of(new Word("No", Admission.VOID, 2), new Word("yes", Admission.VALID, 3)),
                0),
            new DecidingColumn(
                "Payment Status",
                List.of(
                    new Word("refunded", Admission.VOID, 1),
                    new Word("pending", Admission.PENDING, 1),
                    new Word("paid", Admission.VALID, 3)),
                0)),
        of(list));
    assertEquals(List.of(2, 2), of(list).stream().map(DecidingColumn::keptOut).toList());
  }

  @Test
  void text_saysWhoIsKeptOut_letInAndRefused() {
    assertEquals(
        List.of(
            "'Status' keeps out 3 rows (cancelled: 2, pending: 1) and lets in 1 row (paid: 1); it"
                + " refuses 1 row"),
        texts("Name;Status\nAnn;paid\nBen;cancelled\nCid;pending\nDan;cancelled\nEva;blue"));
    assertEquals(
        List.of("'Status' keeps out 0 rows and lets in 2 rows (paid: 2)"),
        texts("Name;Status\nAnn;paid\nBen;paid"));
    assertEquals(List.of(), texts("Name;Table\nAnn;1"));
  }

  /** A remark is about one guest, and each date is another word. */
  @Test
  void remarksAndDates_areNoWordsOfTheirOwn() {
    assertEquals(
        List.of("'RSVP' keeps out 2 rows (abgesagt: 2) and lets in 1 row (ja: 1)"),
        texts("Name;RSVP\nAnn;abgesagt (krank)\nBen;abgesagt – Arbeit\nCid;ja, gern"));
    assertEquals(
        List.of("'Cancelled on' keeps out 3 rows (a date: 2, yes: 1) and lets in 1 row (empty: 1)"),
        texts("Name;Cancelled on\nAnn;2026-05-01\nBen;\nCid;2026-05-02\nDan;yes"));
  }

  @Test
  void guestsWhoHaveNotAnswered_areKeptOut_unlessTheUserLetsThemIn() {
    String text = "Name;RSVP\nAnn;yes\nBen;\nCid;invited";
    GuestListOptions in = GuestListOptions.of(List.of("--unanswered=in"), List.of(), Map.of());

    assertEquals(
        List.of("'RSVP' keeps out 2 rows (empty: 1, invited: 1) and lets in 1 row (yes: 1)"),
        texts(text));
    assertEquals(
        List.of("'RSVP' keeps out 0 rows and lets in 3 rows (yes: 1, empty: 1, invited: 1)"),
        of(GuestLists.read(text.getBytes(StandardCharsets.UTF_8), in)).stream()
            .map(DecidingColumn::text)
            .toList());
  }

  /** Of a form that is answered twice one answer counts, here as in the sum. */
  @Test
  void answersThatDoNotCount_areLeftOut() {
    assertEquals(
        List.of("'RSVP' keeps out 1 row (no: 1) and lets in 0 rows"),
        texts("Name;E-Mail;RSVP\nAnn;ann@x.org;yes\nAnn;ann@x.org;no"));
  }
}
