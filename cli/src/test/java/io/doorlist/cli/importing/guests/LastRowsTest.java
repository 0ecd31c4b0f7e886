package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Issue 69: whoever's ticket stops opening is named by name, and by the row of the last list. */
class LastRowsTest extends GuestListFixture {
  @Test
  void whoeverIsGone_isNamedByTheRowOfTheLastList_beforeItHappens() {
    imported("Name\nAnn Lee\nBen Oh\nCid Ng\nDan Ox");
    imported("Gala 2026\nName\nDan Ox\nCid Ng\nBen Oh\nAnn Lee");
    Map<String, String> before = table.items();

    CommandResult dry = run("Name\nAnn Lee\nCid Ng\nDan Ox", "--replace", "--dry-run");

    String ben = "Ben Oh (" + named("Ben Oh").reference() + ", last in row 5)";
    assertSays(ben + " is not in the list any more and becomes void", dry);
    assertEquals(before, table.items());
    assertSays(
        ben + " is not in the list any more and becomes void",
        imported("Name\nAnn Lee\nCid Ng\nDan Ox", "--replace"));
  }

  @Test
  void whateverTheReason_theRowIsNamed() {
    String others = "\nCid Ng;c@x.org;%1$s\nDan Ox;d@x.org;%1$s\nEva Po;e@x.org;%1$s";
    imported("Name;E-Mail;+1\nBen Oh;b@x.org;\nAnn Lee;a@x.org;Gil Four" + others.formatted(""));
    String gil = "Gil Four (" + named("Gil Four").reference() + ", last in row 3)";
    String ben = "Ben Oh (" + named("Ben Oh").reference() + ", last in row 2)";

    assertSays(
        gil + " does not come along any more",
        run("Name;E-Mail;+1\nAnn Lee;a@x.org;\nBen Oh;b@x.org;" + others.formatted("")));
    // In that list Ben stood in row 3.
    assertSays(
        "row 2: " + ben.replace("row 2", "row 3") + " does not come in any more",
        run(
            "Name;E-Mail;RSVP\nBen Oh;b@x.org;no\nAnn Lee;a@x.org;yes" + others.formatted("yes"),
            "--dry-run"));
  }

  /** A list that leaves somebody out says nothing of where they stood. */
  @Test
  void whoeverStays_isNamedByTheListThatHadThem() {
    imported("Name\nAnn Lee\nBen Oh\nCid Ng\nDan Ox");
    String ben = "Ben Oh (" + named("Ben Oh").reference() + ", last in row 3)";

    assertSays("makes them void (" + ben, imported("Name\nDan Ox\nAnn Lee\nCid Ng"));
    assertSays(ben + " is not in", imported("Name\nDan Ox\nAnn Lee\nCid Ng", "--replace"));
  }

  /** A refused row is where its guest stands. */
  @Test
  void aRefusedRow_isTheRowOfItsGuest() {
    String others = "\nCid Ng;c@x.org;yes\nDan Ox;d@x.org;yes\nEva Po;e@x.org;yes";
    imported("Name;E-Mail;RSVP\nBen Oh;b@x.org;yes" + others);
    run("Name;E-Mail;RSVP" + others + "\nBen Oh;b@x.org;curry");

    String ben = "Ben Oh (" + named("Ben Oh").reference() + ", last in row 5)";
    assertSays(ben + " is not in", imported("Name;E-Mail;RSVP" + others, "--replace"));
  }

  @Test
  void whoeverGotARowOfTheirOwn_stoodThere() {
    imported("Name;+1\nAnn Lee;Ben Four\nCid Ng;\nDan Ox;\nEva Po;");
    imported("Name;+1\nAnn Lee;\nCid Ng;\nBen Four;\nDan Ox;\nEva Po;");

    CommandResult result = imported("Name;+1\nAnn Lee;\nCid Ng;\nDan Ox;\nEva Po;", "--replace");

    assertSays(", last in row 4) is not in the list any more", result);
  }

  private static void assertSays(String line, CommandResult result) {
    assertTrue(result.err().contains(line), line + "\n" + result.err());
  }
}
