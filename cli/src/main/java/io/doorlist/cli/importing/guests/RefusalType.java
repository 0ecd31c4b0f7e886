package io.doorlist.cli.importing.guests;

/**
 * The types of refusals, each with its text in English. The text contains the names of a refusal's
 * values, such as {@code {most}}, and {@code {column}} for its column.
 */
public enum RefusalType {
  // The whole row is the reason.
  QUOTE_NOT_CLOSED("a quotation mark is not closed, or stands within a cell"),
  BEHIND_A_WRONG_QUOTE("it may belong to a row above with a wrong quotation mark"),
  LINES_LIKE_ROWS("its {lines} lines look like rows of their own: is a quotation mark not closed?"),
  OTHER_SEPARATOR("its cells are not separated as those of the other rows"),
  MORE_CELLS_THAN_TITLES("it has more cells than there are titles"),
  NUMBER_OF_NO_SPREADSHEET("column {number} has a number that no spreadsheet has"),
  FORMULA_FAILED("column {number} has an error"),
  TOTALS("it looks like a row of totals"),
  NOBODY("nothing says who it is: no name, e-mail, code or reference"),

  // One of the row's cells is the reason.
  FORMULA_WITHOUT_VALUE("has a formula without a stored value"),
  NUMBER_ROUNDED("has a number of more than 15 digits, which is rounded"),
  FORMAT_NOT_KNOWN("has a number format that cannot be read as shown"),
  TOO_LONG("must have at most {most} characters"),
  TOO_LONG_TOGETHER("must have at most {most} characters together"),
  NO_NAME("is not a name"),
  CODE_ROUNDED("was rounded by a spreadsheet: make the column text and export again"),
  NO_CODE("must be a text of 1 to 512 bytes, and not the digest of a code"),
  THERE_ALREADY("row {other} has it too"),
  CODE_OF_ANOTHER_LIST("is the code of a ticket in another list"),
  CODE_OF_ANOTHER_TICKET("is the code of a ticket that no guest list brought"),
  CODE_OF_ANOTHER_BEFORE(
      "is the code that another ticket had before, which would open again; an empty cell gives the"
          + " guest a new code"),
  STATUS_EMPTY("is empty; with --columns 'void={column}' an empty cell lets the guest in"),
  ANSWER_NOT_UNDERSTOOD("is not understood; words such as valid, pending and void are"),
  NO_NUMBER_OF_PEOPLE("must be a number from 1 to {most}");

  private final String text;

  RefusalType(String text) {
    this.text = text;
  }

  /** Returns the text in English, with the names of its values. */
  public String text() {
    return text;
  }
}
