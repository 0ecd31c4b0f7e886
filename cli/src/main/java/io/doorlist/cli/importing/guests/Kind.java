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
  VOID,
  QUANTITY,
  PLUS,
  DATE,
  CUSTOMER_NAME,
  CUSTOMER_FIRST,
  CUSTOMER_LAST,
  CUSTOMER_EMAIL,
  CUSTOMER_PHONE,
  NOTE,
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
    return this == STATUS || this == VOID;
  }

  /** Returns whether a column of this kind is a sign of a guest list. */
  boolean saysWho() {
    return compareTo(POSITION) < 0;
  }
}
