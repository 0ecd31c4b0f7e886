package io.doorlist.cli.importing.guests;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The kinds of columns in a guest list. */
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

  /** An answer whether somebody comes. An empty cell is no answer yet. */
  ANSWER,

  /** A mark of people who are not let in. An empty cell is no mark. */
  VOID,
  QUANTITY,

  /** A number of people of one kind, such as adults. Several columns add up. */
  PERSONS,
  PLUS,
  DATE,
  CUSTOMER_NAME,
  CUSTOMER_FIRST,
  CUSTOMER_LAST,
  CUSTOMER_EMAIL,
  CUSTOMER_PHONE,

  /** Together with a reference, this is the code of a ticket of the plug-in Event Tickets. */
  SECURITY_CODE,

  /** What staff should know of a guest. */
  NOTE,

  /** A note that also asks staff to look at the guest. The cell has "yes" or a text. */
  ATTENTION,
  RESPONSE;

  /** Returns the word for it in the table of titles and in {@code --columns}. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<Kind> of(String word) {
    return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }

  /** Returns whether such a column says who is not let in. */
  boolean decides() {
    return this == STATUS || this == ANSWER || this == VOID;
  }

  /** Returns whether such a column says what staff should know. */
  boolean notes() {
    return this == NOTE || this == ATTENTION;
  }

  /** Returns whether a row is refused if its cell of this kind cannot be read. */
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

  /** Returns whether several columns may be of this kind. */
  boolean shared() {
    return decides() || notes() || this == PERSONS || this == PLUS;
  }

  /** Returns whether a column of this kind shows that a file is a guest list. */
  boolean saysWho() {
    return compareTo(POSITION) < 0;
  }
}
