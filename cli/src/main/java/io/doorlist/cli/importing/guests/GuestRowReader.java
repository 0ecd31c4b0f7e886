package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.guests.GuestWords.Meaning;
import io.doorlist.cli.importing.guests.Sheet.Row;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.door.LinkedCode;
import io.doorlist.door.ScannedCode;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads guests from rows. If it does not understand something important in a row, it refuses the
 * row. Messages name columns, and repeat no values. Not thread-safe.
 */
final class GuestRowReader {
  /** The ticket type of rows that name none. */
  static final String GUEST = "Guest";

  private static final int MAX_PERSONS = 1_000;

  private static final Pattern ROUNDED = Pattern.compile("\\d[.,]?\\d*+[eE]\\+\\d++");
  private static final Pattern FORMULA = Pattern.compile("=\"(.*)\"|'(.+)");
  private static final Pattern DATE = Pattern.compile("\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}.*");

  /** The signs after the last part of a link's path. */
  private static final Pattern LINK_END = Pattern.compile("(?<![/?#])[/?#]++$");

  private final GuestColumns columns;
  private final Dates dates;
  private final Admission unanswered;
  private final List<String> shown;
  private final String sheet;
  private final Map<String, Place> marks;
  private final List<Finding> doubts = new ArrayList<>();

  /**
   * Creates a reader of one sheet's rows.
   *
   * @param dates how the sheet writes dates; may be {@code null}
   * @param unanswered what to do with guests who have not answered
   * @param shown titles of columns that every door shows
   * @param sheet the name of the sheet, or {@code null} if there is only one
   * @param marks the codes and references that were read so far from all sheets, with their places
   */
  GuestRowReader(
      GuestColumns columns,
      Dates dates,
      Admission unanswered,
      List<String> shown,
      String sheet,
      Map<String, Place> marks) {
    this.columns = columns;
    this.shown = shown;
    this.sheet = sheet;
    this.marks = marks;
    this.dates = dates;
    this.unanswered = unanswered;
  }

  /** Returns what was not understood in rows that were accepted all the same. */
  List<Finding> doubts() {
    return doubts;
  }

  /** Reads the guest of a row. Refuses a row that cannot be imported as it is. */
  GuestRow read(Row row) throws RefusedRowException {
    check(row);
    String email = text(row, Kind.EMAIL);
    String said = name(row, Kind.NAME, Kind.FIRST, Kind.LAST);
    Companions.Named named = said == null ? null : Companions.Named.of(said);
    String name = named == null ? null : named.name();
    Customer customer = customer(row, name);
    String code = code(row);
    String reference = reference(row);
    String order = text(row, Kind.ORDER);
    if (Stream.of(code, reference, order, name, email).allMatch(Objects::isNull)) {
      throw new RefusedRowException(Refusal.of(RefusalType.NOBODY));
    }
    if (code == null && name != null && name.chars().noneMatch(Character::isLetter)) {
      throw refused(row, Kind.NAME, RefusalType.NO_NAME);
    }
    checkAlone(row, code, reference);
    Companions companions = companions(row);
    if (named != null) {
      companions = named.companions().and(companions);
    }
    List<ColumnAnswer> answers = answers(row);
    int persons = persons(row, companions.more());
    if (named != null && persons == 1 && named.doubtful()) {
      Kind kind = columns.kinds().contains(Kind.NAME) ? Kind.NAME : Kind.FIRST;
      doubts.add(Finding.at(place(row), FindingType.NAME_OF_SEVERAL, "title", columns.name(kind)));
    }
    String date = dates == null ? null : text(row, Kind.DATE);
    return new GuestRow(
        place(row),
        code,
        reference,
        order,
        name == null ? Customer.joined(customer.firstName(), customer.lastName()) : name,
        email,
        text(row, Kind.PHONE),
        type(row),
        answers.stream()
            .map(ColumnAnswer::admission)
            .max(Comparator.naturalOrder())
            .orElse(Admission.VALID),
        persons,
        answers,
        companions.names(),
        date == null ? null : dates.read(date).orElse(null),
        customer,
        responses(row),
        checked(note(row)),
        shown(row));
  }

  /**
   * Returns the guest of a refused row, as far as it can be read; {@code null} if nothing says who
   * it is.
   */
  GuestRow whose(Row row) {
    if (row.fault() != null) {
      return null;
    }
    String said = name(row, Kind.NAME, Kind.FIRST, Kind.LAST);
    String name = said == null ? null : Companions.Named.of(said).name();
    String code = readableCode(row);
    String reference = reference(row);
    String email = text(row, Kind.EMAIL);
    return Stream.of(name, code, reference, email).allMatch(Objects::isNull)
        ? null
        : new GuestRow(
            place(row),
            code,
            reference,
            text(row, Kind.ORDER),
            name,
            email,
            text(row, Kind.PHONE),
            type(row),
            Admission.PENDING,
            1,
            List.of(),
            List.of(),
            null,
            customer(row, name),
            responses(row),
            note(row),
            shown(row));
  }

  private Place place(Row row) {
    return new Place(sheet, row.number());
  }

  private String readableCode(Row row) {
    try {
      return code(row);
    } catch (RefusedRowException e) {
      return null;
    }
  }

  /** Refuses a row whose code or reference another row has already. */
  private void checkAlone(Row row, String code, String reference) throws RefusedRowException {
    if (code == null && reference == null) {
      return;
    }
    String mark = code == null ? "reference\n" + reference : "code\n" + code;
    Place other = marks.putIfAbsent(mark, place(row));
    if (other != null) {
      throw refused(
          row,
          code == null ? Kind.REFERENCE : Kind.CODE,
          RefusalType.THERE_ALREADY,
          "other",
          other);
    }
  }

  private void check(Row row) throws RefusedRowException {
    if (row.fault() != null) {
      throw new RefusedRowException(row.fault());
    }
    for (Map.Entry<Integer, RefusalType> cell : row.unreadable().entrySet()) {
      checkReadable(row, cell.getKey(), cell.getValue());
    }
    List<String> missing = new ArrayList<>();
    for (int i = row.cells().size(); i < columns.names().size(); i++) {
      if (columns.kinds().get(i).decides()) {
        missing.add(columns.names().get(i));
      }
    }
    if (!missing.isEmpty()) {
      doubts.add(Finding.at(place(row), FindingType.CELLS_ARE_MISSING, "titles", missing));
    }
    List<String> cells = row.cells().stream().map(GuestWords::line).toList();
    for (int i = 0; i < cells.size(); i++) {
      boolean beside = i >= columns.names().size();
      if (beside && !cells.get(i).isEmpty()) {
        throw new RefusedRowException(Refusal.of(RefusalType.MORE_CELLS_THAN_TITLES));
      }
      if (!beside && !Text.fits(row.cell(i))) {
        throw refused(row, i, RefusalType.TOO_LONG, "most", Text.MAX_LENGTH);
      }
    }
    Stream<String> first = cells.stream().filter(cell -> !cell.isEmpty()).limit(1);
    if (Stream.concat(first, Stream.ofNullable(text(row, Kind.NAME)))
        .anyMatch(GuestWords::isTotal)) {
      throw new RefusedRowException(Refusal.of(RefusalType.TOTALS));
    }
  }

  /**
   * Refuses a row because of a cell that cannot be read, if its column matters. If the column does
   * not matter and the cell stays empty, this notes a doubt.
   */
  private void checkReadable(Row row, int column, RefusalType reason) throws RefusedRowException {
    boolean titled = column < columns.names().size();
    String name = titled ? columns.names().get(column) : "column " + (column + 1);
    if (titled && columns.kinds().get(column).matters()) {
      throw refused(row, column, reason);
    }
    if (row.cell(column).isEmpty()) {
      doubts.add(
          Finding.at(place(row), FindingType.CELL_NOT_READ, "title", name, "reason", reason));
    }
  }

  private String text(Row row, Kind kind) {
    int column = columns.column(kind);
    String text = column < 0 ? "" : GuestWords.line(row.cell(column));
    Matcher formula = FORMULA.matcher(text);
    if (formula.matches()) {
      text = GuestWords.line(formula.group(1) == null ? formula.group(2) : formula.group(1));
    }
    return text.isEmpty() || GuestWords.NOTHING.contains(text) ? null : text;
  }

  private String code(Row row) throws RefusedRowException {
    boolean link = columns.column(Kind.CODE) < 0;
    Kind kind = link ? Kind.CODE_LINK : Kind.CODE;
    String code = text(row, kind);
    if (code == null) {
      return link ? codeOfEventTickets(row) : null;
    }
    if (ROUNDED.matcher(code).matches()) {
      throw refused(row, kind, RefusalType.CODE_ROUNDED);
    }
    String whole = link ? LINK_END.matcher(code).replaceFirst("").replaceFirst("^.*/", "") : code;
    String last = ScannedCode.plain(whole, text -> Normalizer.normalize(text, Normalizer.Form.NFC));
    if (!QrCode.valid(last)) {
      throw refused(row, kind, RefusalType.NO_CODE);
    }
    return last;
  }

  /**
   * Returns the text of a QR code of the plug-in Event Tickets. It is put together, because a list
   * has only the parts of that text.
   */
  private String codeOfEventTickets(Row row) {
    String security = text(row, Kind.SECURITY_CODE);
    return LinkedCode.eventTickets(text(row, Kind.REFERENCE), security).orElse(null);
  }

  private String reference(Row row) {
    String position = text(row, Kind.POSITION);
    String order = text(row, Kind.ORDER);
    return position == null || order == null ? text(row, Kind.REFERENCE) : order + "-" + position;
  }

  /**
   * Puts a name together. A column titled "name" may have the whole name, or only the part that no
   * other column has.
   */
  private String name(Row row, Kind whole, Kind firstPart, Kind lastPart) {
    String name = text(row, whole);
    String first = text(row, firstPart);
    String last = text(row, lastPart);
    if (name == null || (first == null && last == null)) {
      return name == null ? Customer.joined(first, last) : name;
    }
    boolean both = columns.kinds().containsAll(List.of(firstPart, lastPart));
    if (both || GuestWords.plain(name).contains(GuestWords.plain(first == null ? last : first))) {
      return name;
    }
    return first == null ? Customer.joined(name, last) : Customer.joined(first, name);
  }

  /** Returns who ordered the ticket. It is the guest if the row names nobody else. */
  private Customer customer(Row row, String guest) {
    String name = name(row, Kind.CUSTOMER_NAME, Kind.CUSTOMER_FIRST, Kind.CUSTOMER_LAST);
    String email = text(row, Kind.CUSTOMER_EMAIL);
    String phone = text(row, Kind.CUSTOMER_PHONE);
    boolean own = name == null && email == null && phone == null;
    String first = text(row, own ? Kind.FIRST : Kind.CUSTOMER_FIRST);
    String last = text(row, own ? Kind.LAST : Kind.CUSTOMER_LAST);
    String whole = own ? guest : name;
    // A column of whole names may have one of the two parts.
    boolean inParts = last != null && Customer.joined(first, last).equals(whole);
    return new Customer(
        inParts ? first : null,
        inParts ? last : whole,
        own ? text(row, Kind.EMAIL) : email,
        own ? text(row, Kind.PHONE) : phone,
        text(row, Kind.COMPANY),
        null,
        Address.UNKNOWN);
  }

  private String type(Row row) {
    String type = text(row, Kind.TYPE);
    String variation = text(row, Kind.VARIATION);
    return type == null ? GUEST : variation == null ? type : type + " – " + variation;
  }

  /**
   * Returns what the deciding columns say of a row. Its people come in only if all columns let them
   * in.
   */
  private List<ColumnAnswer> answers(Row row) throws RefusedRowException {
    List<ColumnAnswer> answers = new ArrayList<>();
    for (int i = 0; i < columns.names().size(); i++) {
      Kind kind = columns.kinds().get(i);
      if (kind.decides()) {
        answers.add(answer(columns.names().get(i), GuestWords.line(row.cell(i)), kind));
      }
    }
    return answers;
  }

  /**
   * Reads a cell that says whether the guest comes in. It is a status, an answer, or a mark of
   * people who are not let in. Such a mark may be "yes" or a date.
   */
  private ColumnAnswer answer(String column, String value, Kind kind) throws RefusedRowException {
    boolean mark = kind == Kind.VOID;
    boolean empty = value.isEmpty() || value.equals("-");
    boolean dated = mark && DATE.matcher(value).matches();
    if (empty && kind == Kind.STATUS) {
      throw new RefusedRowException(Refusal.at(column, value, RefusalType.STATUS_EMPTY));
    }
    Meaning meaning =
        empty
            ? mark ? Meaning.NO : Meaning.UNANSWERED
            : dated ? Meaning.VOID : GuestWords.meaning(value);
    Admission said =
        switch (meaning) {
          case VALID -> Admission.VALID;
          case VOID -> Admission.VOID;
          case PENDING -> Admission.PENDING;
          case UNANSWERED -> unanswered;
          case YES -> mark ? Admission.VOID : Admission.VALID;
          case NO -> mark ? Admission.VALID : Admission.VOID;
          case NOT, TOTAL -> null;
          case null -> null;
        };
    if (said == null) {
      throw new RefusedRowException(Refusal.at(column, value, RefusalType.ANSWER_NOT_UNDERSTOOD));
    }
    String word = empty ? "" : dated ? null : GuestWords.withoutComment(value);
    return new ColumnAnswer(column, word, said, meaning != Meaning.UNANSWERED);
  }

  /**
   * Returns how many people come with a row, including companions.
   *
   * @throws RefusedRowException if they are too many for one order. It names the column that has
   *     more of them.
   */
  private int persons(Row row, int companions) throws RefusedRowException {
    Kind counted = text(row, Kind.QUANTITY) == null ? Kind.PERSONS : Kind.QUANTITY;
    int quantity =
        counted == Kind.PERSONS ? persons(row) : Companions.number(text(row, Kind.QUANTITY));
    if (quantity < 1 || quantity > MAX_PERSONS) {
      throw tooMany(row, counted, MAX_PERSONS);
    }
    if (quantity + companions > MAX_PERSONS) {
      throw companions < quantity
          ? tooMany(row, counted, MAX_PERSONS - companions)
          : tooMany(row, Kind.PLUS, MAX_PERSONS - quantity);
    }
    return quantity + companions;
  }

  private RefusedRowException tooMany(Row row, Kind kind, int most) {
    return refused(row, kind, RefusalType.NO_NUMBER_OF_PEOPLE, "most", most);
  }

  /**
   * Returns the sum of all columns that count people, such as adults and children; 1 if they are
   * empty.
   */
  private int persons(Row row) {
    int sum = 0;
    boolean said = false;
    for (int i = 0; i < columns.names().size(); i++) {
      String cell = GuestWords.line(row.cell(i));
      if (columns.kinds().get(i) == Kind.PERSONS && !cell.isEmpty() && !cell.equals("-")) {
        int number = Companions.number(cell);
        sum += number < 0 ? 2 * MAX_PERSONS : number;
        said = true;
      }
    }
    return said ? sum : 1;
  }

  /**
   * Returns who comes along. If a cell is not understood, this notes a doubt, and nobody is added
   * for it.
   */
  private Companions companions(Row row) {
    Companions all = Companions.NONE;
    for (int i = 0; i < columns.names().size(); i++) {
      String cell = row.cell(i).strip();
      if (columns.kinds().get(i) == Kind.PLUS
          && !cell.isEmpty()
          && !GuestWords.NOTHING.contains(cell)) {
        Companions read = Companions.read(cell);
        if (read == null) {
          doubts.add(
              Finding.at(
                  place(row),
                  FindingType.COMPANIONS_NOT_UNDERSTOOD,
                  "title",
                  columns.names().get(i)));
        } else {
          all = all.and(read);
        }
      }
    }
    return all;
  }

  /** Returns the refusal of a row because of its cell in the column of a kind. */
  private RefusedRowException refused(Row row, Kind kind, RefusalType why, Object... values) {
    int column = columns.column(kind);
    String value = column < 0 ? null : row.cell(column);
    return new RefusedRowException(Refusal.at(columns.name(kind), value, why, values));
  }

  private RefusedRowException refused(Row row, int column, RefusalType why, Object... values) {
    return new RefusedRowException(
        Refusal.at(columns.names().get(column), row.cell(column), why, values));
  }

  /**
   * Returns what the columns of notes say; {@code null} if there are none, or if one cannot be
   * read.
   */
  private GuestNote note(Row row) {
    Map<String, String> cells = new LinkedHashMap<>();
    for (int i = 0; i < columns.names().size(); i++) {
      if (columns.kinds().get(i).notes()) {
        if (row.unreadable().containsKey(i) && row.cell(i).isEmpty()) {
          return null;
        }
        cells.put(columns.names().get(i), row.cell(i));
      }
    }
    return cells.isEmpty() ? null : GuestNote.of(columns.notes(), cells);
  }

  /** Returns what every door shows; {@code null} if the list has no such columns. */
  private List<DeskNote.Shown> shown(Row row) {
    if (shown.isEmpty()) {
      return null;
    }
    List<DeskNote.Shown> values = new ArrayList<>();
    for (String title : shown) {
      int column = columns.column(title);
      String value = column < 0 ? "" : GuestWords.line(row.cell(column));
      if (!value.isEmpty() && !GuestWords.NOTHING.contains(value)) {
        values.add(DeskNote.Shown.cut(columns.names().get(column), value));
      }
    }
    return values;
  }

  private GuestNote checked(GuestNote note) throws RefusedRowException {
    if (note != null && note.desk().text() != null && !Text.fits(note.desk().text())) {
      throw new RefusedRowException(
          Refusal.at(
              String.join(", ", note.cells().keySet()),
              note.desk().text(),
              RefusalType.TOO_LONG_TOGETHER,
              "most",
              Text.MAX_LENGTH));
    }
    return note;
  }

  private Map<String, String> responses(Row row) {
    Map<String, String> responses = new LinkedHashMap<>();
    for (int i = 0; i < columns.names().size(); i++) {
      boolean kept =
          switch (columns.kinds().get(i)) {
            case RESPONSE, COMPANY -> true;
            case DATE -> dates == null;
            default -> false;
          };
      if (kept && !GuestWords.line(row.cell(i)).isEmpty()) {
        responses.put(columns.names().get(i), row.cell(i).strip());
      }
    }
    return responses;
  }
}
