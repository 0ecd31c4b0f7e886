package io.doorlist.cli.importing.guests;

/**
 * The types of findings about a guest list, each with its text in English. The text has
 * placeholders with the names of a finding's values: {@code {name}} for a value, and {@code
 * {count:ticket}} for a count and its noun.
 */
public enum FindingType {
  // How the files were read.
  SHEET_CHOSEN("read: sheet {sheets}; not read: {others}; --sheet NAME reads another"),
  CHARSET_GUESSED(
      "read as {charset}, which is a guess: if names look wrong, --charset says another, or save"
          + " the list as CSV UTF-8 or .xlsx"),
  TITLES_REPEATED("left out, as they repeat the titles: {places:row}"),
  ROWS_HIDDEN(
      "hidden or filtered out in the sheet, and left out here: {places:row} ({numbers}); --hidden"
          + " takes them too"),

  // What the columns say.
  NO_COLUMN_DECIDES("no column says who is not let in (status, void), so no row keeps a guest out"),
  NO_COLUMN_OF_THE_SHOP_DECIDES(
      "no column says who is not let in, such as {titles} of {shop}, so no row keeps a guest out"),
  COLUMN_DECIDES_NOTHING(
      "'{title}' says {counts}; it decides nothing. --columns 'status={title}' if it says who"
          + " comes"),
  COLUMN_OF_NAMES(
      "column {column} '{title}' looks like names: a guess; --columns 'response={title}' if it is"
          + " not"),
  COLUMN_OF_EMAILS(
      "column {column} '{title}' looks like e-mail addresses: a guess; --columns 'response={title}'"
          + " if it is not"),
  COLUMNS_OF_NOTES("{titles}: notes that a desk reads; they are not kept as answers"),
  COLUMNS_SHOWN("{titles}: every door shows them with the verdict"),
  CODES_CAN_BE_GUESSED("codes of '{title}' can be guessed: they are short running numbers"),
  NUMBERS_ARE_A_REFERENCE(
      "column {column} '{title}' has short running numbers: a reference, not a code, as such codes"
          + " can be guessed; --columns 'code={title}' if the guests' tickets hold them"),
  NUMBERS_ARE_AN_ANSWER(
      "column {column} '{title}' has short running numbers: an answer, not a code, as such codes"
          + " can be guessed; --columns 'code={title}' if the guests' tickets hold them"),
  DOES_THE_COLUMN_DECIDE("'{title}' says {counts}. Does it say who comes?"),
  DATES_NOT_UNDERSTOOD(
      "column '{title}' is kept as an answer: its dates are not understood, or may begin with the"
          + " day or the month, which --dates says"),
  CODES_ARE_MISSING(
      "the guests' tickets of {shop} hold codes that this list lacks: they are UNKNOWN at the door."
          + " {advice}"),

  // Rows that came in although something is in doubt.
  CELLS_ARE_MISSING("{rows} is too short: it has no cell for {titles}"),
  CELL_NOT_READ("{at}{title} {reason}: it stays empty"),
  COMPANIONS_NOT_UNDERSTOOD("{at}{title} is not understood: the guest comes in alone"),
  NAME_OF_SEVERAL("{at}{title} may name several people: the guest comes in alone"),
  MORE_SUCH_ROWS("and so in {more} more rows"),
  UNANSWERED_IN("{places:row} without an answer ({numbers}): they come in, as --unanswered says"),
  UNANSWERED_OUT(
      "{places:row} without an answer ({numbers}): they do not come in yet; --unanswered=in lets"
          + " them in"),
  DO_THE_UNANSWERED_COME("{places:row} without an answer. Let them in?"),
  LATEST_ANSWER_COUNTS("{rows} are the same guest; the latest answer counts: row {row}, {which}"),
  WORSE_ANSWER_COUNTS(
      "{rows} are the same guest; without dates the worse one counts: row {row}, {which}"),

  // Tickets that no longer open a door.
  NO_LONGER_COMES("{at}{ticket} does not come in any more"),
  NO_LONGER_COMES_ALONG("{ticket} does not come along any more and becomes void"),
  NO_LONGER_IN_THE_LIST("{ticket} is not in the list any more and becomes void"),
  CODE_REPLACED("{at}{ticket} has a new code, and the old one stops opening"),

  // Which guest has which ticket.
  TRANSFERRED("{at}the ticket of {ticket} is {name}'s now"),
  CORRECTED("{at}{before} is {name}"),
  ANOTHER_EMAIL("{at}{guest} has another e-mail now"),
  MORE_OTHER_EMAILS("and so have {more} more"),
  LIKELY_THE_SAME("{at}{guest} is new, or is it {ticket}? Then add --same {same}"),
  NAMESAKES_KEPT(
      "{at}guests named {names} cannot be told apart; their tickets stay as they are: {tickets}. A"
          + " column with a code or number would decide"),
  NAMESAKE_SAYS_NO(
      "{at}{guest} says no, but it is not clear which ticket that is: all of them stay"),
  MAY_BE_GONE("{ticket} may no longer be in the list, but namesakes are: the ticket stays"),
  FORGOTTEN("{rows} is left out: its guest was forgotten"),

  // Guests whose rows are refused.
  REFUSED_STILL_IN("{rows} is refused: {guest} still comes in, as before"),
  REFUSED_STILL_OUT("{rows} is refused: {guest} still does not come in, as before"),
  REFUSED_BUT_LISTED("{rows} is refused: {guest} is in the list by another row"),
  REFUSED_NOT_LISTED("{rows} is refused: {guest} is not on the list because of it"),

  // The list as a whole.
  NOTHING_REPLACED("--replace makes nobody void, as rows are refused, or the list has none"),
  GONE_BECOME_VOID("no longer in the list, so --replace makes them void: {count:ticket}"),
  GONE_STAY(
      "not in this list, and stay as they are: {count:ticket}; --replace makes them void"
          + " ({tickets})"),
  STAY_OUT(
      "stay void, pending or blocked, as no column says that they come: {count:ticket}; a column of"
          + " status or --replace lets them in"),
  EVENT_IS_NEW("event {event} is new: title \"{title}\", time zone {zone}"),
  EVENT_IS_NEW_HERE(
      "event {event} is new: title \"{title}\", time zone {zone}, as of this machine (--time-zone"
          + " says another)"),
  TYPE_OF_NO_LIST("no list admits the new type \"{type}\""),

  // Reasons to write nothing, unless the user is sure.
  TOO_MANY_STOP(
      "nothing is written: {stop} of {open} tickets of the list would stop opening; --yes if that"
          + " is right"),
  LOOKS_RENUMBERED(
      "nothing is written: {places:row} with the code or reference of a guest of another name and"
          + " e-mail. The column looks renumbered; --columns 'response=TITLE' leaves it out,"
          + " --transfers gives the tickets to the new names"),
  CODES_WOULD_BE_REPLACED(
      "nothing is written: {count:code} that Doorlist made would stop opening, as the list has"
          + " codes of its own now; --yes replaces them"),
  LOOKS_LIKE_ANOTHER_LIST(
      "nothing is written: fewer than half of the rows were in the list before. If this is another"
          + " list of the event, --list-name says which; --yes replaces the list");

  private final String text;

  FindingType(String text) {
    this.text = text;
  }

  /** Returns the text in English, with the names of its values. */
  public String text() {
    return text;
  }

  /**
   * Returns whether a finding of this type says that a ticket, or its old code, no longer opens a
   * door.
   */
  public boolean stops() {
    return compareTo(NO_LONGER_COMES) >= 0 && compareTo(CODE_REPLACED) <= 0;
  }

  /**
   * Returns whether a finding of this type says that a stored ticket gets another guest, or other
   * data of its guest.
   */
  public boolean corrects() {
    return compareTo(TRANSFERRED) >= 0 && compareTo(MORE_OTHER_EMAILS) <= 0;
  }
}
