package io.doorlist.cli.console;

import io.doorlist.domain.Worded;

/** What went wrong, for pages. They have a sentence for each type in each language. */
public enum FailureType implements Worded {
  /** The file is no list, and no spreadsheet program wrote it. */
  NO_LIST,
  WEB_PAGE,
  /** The spreadsheet has a format that cannot be read, or a password. */
  SAVE_AS_XLSX,
  BROKEN_WORKBOOK,
  WORKBOOK_TOO_LARGE,
  NO_SHEET_SHOWN,
  /** Nobody knows the character set that the user names. */
  UNKNOWN_CHARSET,
  /** The text is not in the character set that the user names. */
  OTHER_CHARSET,
  EMPTY_LIST,
  NO_TITLES,
  NO_NAMES,
  TOO_MANY_PEOPLE,
  ANOTHER_IMPORT,
  NOT_IMPORTED,
  CHANGED_SINCE,
  WAS_AT_THE_DOOR,
  NO_TICKETS,
  WRONG_TITLE
}
