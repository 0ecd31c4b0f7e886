package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Issue 69: files and sheets that are imported together are one list. */
class SeveralSheetsTest {
  private final CommandTable table = new CommandTable();

  @TempDir private Path folder;

  @Test
  void files_areOneList_whateverTheirColumns() throws IOException {
    file("vip.csv", "Name;E-Mail\nAnn Lee;a@x.org\nBen Oh;b@x.org");
    file("crew.csv", "Vorname,Nachname,Zusage\nCid,Ng,ja\nDan,Ox,nein");

    CommandResult first = run("--replace");
    assertEquals(0, first.status(), first.err());
    assertTrue(
        first.err().contains(folder.resolve("vip.csv") + ": no column says who is not let in"),
        first.err());
    assertEquals(List.of("Ann Lee", "Ben Oh", "Cid Ng", "Dan Ox"), names());
    assertEquals(TicketState.VOID, named("Dan Ox").state());

    CommandResult again = run("--replace");
    assertTrue(again.out().startsWith("0 created, 0 changed"), again.out() + again.err());
    // Whoever moves from one file to the other keeps the ticket.
    String ben = named("Ben Oh").qrCodeIdentifier();
    file("vip.csv", "Name;E-Mail\nAnn Lee;a@x.org");
    file("crew.csv", "Vorname,Nachname,Zusage\nCid,Ng,ja\nBen,Oh,ja\nDan,Ox,nein");
    CommandResult moved = run("--replace");
    assertEquals(0, moved.status(), moved.err());
    assertEquals(ben, named("Ben Oh").qrCodeIdentifier());
    assertEquals(4, names().size());
    file("crew.csv", "Vorname,Nachname,Zusage\nCid,Ng,ja\nDan,Ox,nein");
    CommandResult gone = run("--replace");
    String stood = ", last in row 3 of " + folder.resolve("crew.csv") + ") is not in the list";
    assertTrue(gone.err().contains(stood), gone.err());
  }

  @Test
  void rows_areNamedWithTheirFile() throws IOException {
    file("vip.csv", "Name;Code\nAnn Lee;A-1\nBen Oh;B-1");
    file("crew.csv", "Name;Code;Status\nCid Ng;A-1;paid\nDan Ox;D-1;whatever");

    CommandResult result = run();

    String vip = folder.resolve("vip.csv").toString();
    String crew = folder.resolve("crew.csv").toString();
    List.of(
            crew + ": row 2: Code: row 2 of " + vip + " has it too",
            crew + ": row 3: Status: is not understood",
            "row 2 of " + crew + " is refused: Cid Ng is not on the list because of it")
        .forEach(line -> assertTrue(result.err().contains(line), line + "\n" + result.err()));
    assertEquals(List.of("Ann Lee", "Ben Oh"), names());
  }

  /** Of a file that is not read, guests would become void. */
  @Test
  void nothingIsWritten_ifOneFileCannotBeRead() throws IOException {
    file("vip.csv", "Name\nAnn Lee\nBen Oh");
    file("crew.csv", "Name\nCid Ng");
    run();
    Files.delete(folder.resolve("crew.csv"));

    CommandResult result = run("--replace");

    assertEquals(1, result.status());
    assertTrue(result.err().contains("there is no file"), result.err());
    assertEquals(TicketState.VALID, named("Cid Ng").state());
  }

  /** A sheet that says who comes leaves those of the other as they were. */
  @Test
  void aFileWithoutAnswers_letsNobodyInWhoWasKeptOut() throws IOException {
    file("vip.csv", "Name;RSVP\nAnn Lee;no\nBen Oh;yes");
    file("crew.csv", "Name;RSVP\nCid Ng;no\nDan Ox;yes");
    run();

    file("vip.csv", "Name\nAnn Lee\nBen Oh");
    file("crew.csv", "Name;RSVP\nCid Ng;yes\nDan Ox;yes");
    CommandResult result = run();

    assertTrue(result.err().contains("that they come: 1 ticket;"), result.err());
    assertEquals(TicketState.VOID, named("Ann Lee").state());
    assertEquals(TicketState.VALID, named("Cid Ng").state());
  }

  @Test
  void theUserSays_whoIsWho_byFileAndRow() throws IOException {
    file("vip.csv", "Name;E-Mail\nLea Maier;lea@x.org\nAnn Lee;a@x.org");
    file("crew.csv", "Name;E-Mail\nBen Oh;b@x.org\nCid Ng;c@x.org");
    run();
    Ticket lea = named("Lea Maier");
    file("vip.csv", "Name;E-Mail\nAnn Lee;a@x.org");
    file("crew.csv", "Name;E-Mail\nBen Oh;b@x.org\nCid Ng;c@x.org\nL. Berg;berg@x.org");

    run("--same=" + folder.resolve("crew.csv") + ":4=" + lea.reference());

    assertEquals(lea.qrCodeIdentifier(), named("L. Berg").qrCodeIdentifier());
    assertEquals(4, names().size());
  }

  @Test
  void sheetsOfAWorkbook_areOneList_ifTheyAreSaid() {
    byte[] workbook = GuestLists.file("sheets-openpyxl.xlsx");

    CommandResult result =
        table.runWith(
            workbook,
            "import",
            "-",
            "--account=acme",
            "--event=gala",
            "--sheet=Guests",
            "--sheet=Crew & Press",
            "--dry-run");

    assertEquals(0, result.status(), result.err());
    assertTrue(result.out().contains("Guests: a guest list"), result.out());
    assertTrue(result.out().contains("Crew & Press: a guest list"), result.out());
    assertEquals(1, result.err().split("not read: ", -1).length - 1, result.err());
    assertTrue(result.err().contains("sheet 'Guests', 'Crew & Press'; not read"), result.err());
  }

  /** Issue 71: a workbook and a text are one list, and one says which sheets of the workbook. */
  @Test
  void sheetsOfOneFile_areChosen_besideAnotherFile() throws IOException {
    Path workbook = Files.write(folder.resolve("vip.csv"), GuestLists.file("sheets-openpyxl.xlsx"));
    file("crew.csv", "Name\nDan Ox");

    CommandResult result =
        run("--sheet=" + workbook + "/Guests", "--sheet=" + workbook + "/Crew & Press");

    assertEquals(0, result.status(), result.err());
    assertEquals(List.of("Ann Lee", "Ben Fox", "Cid Ray", "Dan Ox"), names());
    CommandResult wrong = run("--sheet=other.xlsx/Guests");
    assertEquals(1, wrong.status());
    assertTrue(
        wrong.err().contains("none of the files is that of 'other.xlsx/Guests'"), wrong.err());
  }

  private void file(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private CommandResult run(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "import",
                folder.resolve("vip.csv").toString(),
                folder.resolve("crew.csv").toString(),
                "--account=acme",
                "--event=gala"));
    words.addAll(List.of(more));
    return table.runWith("", words.toArray(String[]::new));
  }

  private List<String> names() {
    return tickets().stream().map(Ticket::name).sorted().toList();
  }

  private List<Ticket> tickets() {
    return new AccountReader(table.stores().forCommand(), "acme")
        .orders("gala", id -> true)
        .map(Order::tickets)
        .flatMap(List::stream)
        .toList();
  }

  private Ticket named(String name) {
    return tickets().stream().filter(it -> name.equals(it.name())).findFirst().orElseThrow();
  }
}
