package io.doorlist.cli.importing.guests;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a column of a guest list says. */
enum Kind {
  CODE,
  CODE_LINK,
  REFERENCE,
  ORDER,
  NAME,
  FIRST,
  LAST,
  EMAIL,
  POSITION,
  PHONE,
  COMPANY,
  TYPE,
  VARIATION,
  STATUS,

  /** Whether somebody comes: an empty cell has not answered. */
  ANSWER,

  /** A mark of those who are not let in: an empty cell has none. */
  VOID,
  QUANTITY,

  /** How many of a kind, such as adults: several add up. */
  PERSONS,
  PLUS,
  DATE,
  CUSTOMER_NAME,
  CUSTOMER_FIRST,
  CUSTOMER_LAST,
  CUSTOMER_EMAIL,
  CUSTOMER_PHONE,

  /** With a reference it is the code of a ticket of Event Tickets. */
  SECURITY_CODE,

  /** What staff should know of a guest. */
  NOTE,

  /** The same of a guest whom staff should look at: a yes, or a text. */
  ATTENTION,
  RESPONSE;

  /** Returns its word in the table of titles and in {@code --columns}. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<Kind> of(String word) {
    return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }

  /** Returns whether it says who is not let in. */
  boolean decides() {
    return this == STATUS || this == ANSWER || this == VOID;
  }

  /** Returns whether it says what staff should know. */
  boolean notes() {
    return this == NOTE || this == ATTENTION;
  }

  /** Returns whether a row is refused whose cell of this kind cannot be read. */
  boolean matters() {
    return switch (this) {
      case CODE,
          CODE_LINK,
          SECURITY_CODE,
          REFERENCE,
          ORDER,
          POSITION,
          TYPE,
          VARIATION,
          QUANTITY,
          PERSONS ->
          true;
      default -> decides();
    };
  }

  /** Returns whether several columns may have this meaning. */
  boolean shared() {
    return decides() || notes() || this == PERSONS || this == PLUS;
  }

  /** Returns whether a column of this kind is a sign of a guest list. */
  boolean saysWho() {
    return compareTo(POSITION) < 0;
  }
}
