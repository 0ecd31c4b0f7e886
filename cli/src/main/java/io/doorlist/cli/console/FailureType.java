package io.doorlist.cli.console;

import io.doorlist.domain.Worded;

/**
 * What went wrong, as the word by which a page finds its own sentence. Pages have a sentence for
 * each type in each language.
 */
public enum FailureType implements Worded {
  /** The file is not a guest list, but for instance JSON. */
  NO_LIST,
  WEB_PAGE,
  /** The spreadsheet has a format that cannot be read, or a password. */
  SAVE_AS_XLSX,
  BROKEN_WORKBOOK,
  WORKBOOK_TOO_LARGE,
  NO_SHEET_SHOWN,
  /** The text is in no character set that Doorlist knows. */
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
  WRONG_TITLE,
  NO_SUCH_SHEET,
  /** The list has more cells, or longer cells, than any list of guests has. */
  LIST_TOO_LARGE,
  TOO_MANY_TYPES,
  NO_SUCH_COLUMN,
  TOO_MANY_SHOWN,
  HAS_OBJECTIONS,
  /** The thing that was asked for does not exist, perhaps because somebody has deleted it. */
  GONE,
  NOT_TAKEN_BACK,
  CANNOT_WRITE,
  CANNOT_READ,
  /** Phones cannot reach this machine. */
  NO_NETWORK,
  NO_MAIL_SERVER,
  NO_SENDER,
  NO_PASSWORD,
  MAILS_RUN,
  MAIL_LOGIN,
  MAIL_NOT_SAFE,
  MAIL_SILENT,
  MAILS_NOT_TAKEN,
  /** An event without ticket types has no test tickets. */
  NO_TYPES,
  NO_FONT,
  NOT_ACCEPTED,
  /** The table or its host does not answer at the moment. */
  DATA_AWAY,
  SHOP_ADDRESS,
  SHOP_TOKEN,
  SHOP_NOT_FOUND,
  SHOP_SILENT,
  SHOP_OTHER,
  /** Anything else. The page shows the English message, for somebody who helps. */
  OTHER
}
