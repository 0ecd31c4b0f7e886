package io.doorlist.cli.console;

import io.doorlist.domain.Worded;

/** What went wrong, where a page says it in its language: each has a word there. */
public enum FailureType implements Worded {
  /** A file that no spreadsheet wrote. */
  NO_LIST,
  WEB_PAGE,
  /** A spreadsheet in a form that is not read, or with a password. */
  SAVE_AS_XLSX,
  BROKEN_WORKBOOK,
  WORKBOOK_TOO_LARGE,
  NO_SHEET_SHOWN,
  /** A text in a character set that nobody knows. */
  UNKNOWN_CHARSET,
  /** A text in another character set than somebody says. */
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
