package io.doorlist.cli.importing.guests;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** People who are invited, drawn at random, and how somebody writes them into a list. */
final class People {
  private static final List<String> FIRST =
      List.of("Lea", "Ben", "Carla", "Łucja", "Zoë", "Omar", "Anna-Lena", "Ivo");
  private static final List<String> LAST =
      List.of("Schmidt", "Maier", "Núñez", "O'Neill", "Yılmaz", "Kowalska");
  private static final List<String> NOBODY = List.of("N.N.", "Begleitung");
  private static final List<String> TYPES = List.of("VIP", "Normal", "Crew");
  private static final List<String> NOTES = List.of("", "", "vegan", "Tisch 4", "by \"train\"");

  /** Somebody whose row is hidden in a workbook. */
  static final Person HIDDEN =
      new Person(900, "Hidden", "Person", null, "VIP", Answer.YES, List.of(), "", false);

  /** Whose name stands in a sheet that is not of the guests. */
  static final String NOT_INVITED = "Not Invited";

  private People() {}

  enum Answer {
    YES,
    NO,
    NONE
  }

  /**
   * Somebody who is invited.
   *
   * @param id who it is, which no list says
   * @param last may be {@code null}, as of "N.N."
   * @param email may be {@code null}
   * @param garbled whether the list's answer cannot be understood
   */
  record Person(
      int id,
      String first,
      String last,
      String email,
      String type,
      Answer answer,
      List<String> companions,
      String note,
      boolean garbled) {
    String name() {
      return last == null ? first : first + " " + last;
    }

    /** Returns the code that a shop printed on the ticket: seven digits, some zeros in front. */
    String code() {
      return "%07d".formatted(12_345L + id * 7_919L);
    }

    /** Returns what a shop calls the ticket. */
    String reference() {
      return "R-" + code();
    }

    boolean sameName(Person other) {
      return name().equals(other.name());
    }

    boolean sameEmail(Person other) {
      return email != null && email.equals(other.email);
    }

    Person named(String newFirst, String newLast) {
      return new Person(id, newFirst, newLast, email, type, answer, companions, note, garbled);
    }

    Person at(String address) {
      return new Person(id, first, last, address, type, answer, companions, note, garbled);
    }

    Person answers(Answer said, boolean garbledNow) {
      return new Person(id, first, last, email, type, said, companions, note, garbledNow);
    }

    Person with(List<String> others) {
      return new Person(id, first, last, email, type, answer, others, note, garbled);
    }

    Person as(String newType, String newNote) {
      return new Person(id, first, last, email, newType, answer, companions, newNote, garbled);
    }
  }

  static List<Person> draw(Random random) {
    List<Person> people = new ArrayList<>();
    int count = 2 + random.nextInt(12);
    for (int id = 0; id < count; id++) {
      people.add(one(id, random));
    }
    return people;
  }

  private static Person one(int id, Random random) {
    boolean nobody = random.nextInt(5) == 0;
    String first = pick(random, nobody ? NOBODY : FIRST);
    String last = nobody ? null : pick(random, LAST);
    String email =
        nobody || random.nextInt(6) == 0
            ? null
            : random.nextInt(8) == 0 ? "office@x.org" : "p" + id + "@x.org";
    int answer = random.nextInt(5);
    return new Person(
        id,
        first,
        last,
        email,
        pick(random, TYPES),
        answer == 0 ? Answer.NO : answer == 1 ? Answer.NONE : Answer.YES,
        companions(id, random),
        pick(random, NOTES),
        false);
  }

  private static List<String> companions(int id, Random random) {
    int count = Math.max(0, random.nextInt(6) - 3);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add("Mit" + (char) ('a' + i) + " " + "Gast" + (char) ('a' + id));
    }
    return names;
  }

  /** Returns who is in the list later: some are gone, new or corrected. */
  static List<Person> later(List<Person> people, Random random) {
    List<Person> later = new ArrayList<>();
    List<String> addresses = new ArrayList<>();
    for (Person person : people) {
      if (random.nextInt(8) == 0) {
        addresses.add(person.email());
      } else {
        later.add(random.nextInt(3) == 0 ? changed(person, random) : person);
      }
    }
    if (random.nextInt(8) == 0) {
      // Somebody sends a part of the list only.
      later.subList(later.size() / 2, later.size()).clear();
    }
    int more = Math.max(0, random.nextInt(6) - 2);
    for (int i = 0; i < more; i++) {
      Person added = one(100 + i, random);
      boolean takesOver = !addresses.isEmpty() && random.nextInt(3) == 0;
      later.add(takesOver ? added.at(addresses.removeFirst()) : added);
    }
    Collections.shuffle(later, random);
    return later;
  }

  private static Person changed(Person person, Random random) {
    return switch (random.nextInt(11)) {
      case 0, 1 -> person.named(person.first(), misspelt(person.last()));
      case 2 -> person.named(misspelt(person.first()), person.last());
      case 3 -> person.at("new" + person.id() + "@y.org");
      case 4 -> person.named(person.first(), pick(random, LAST));
      case 5 -> person.named(person.first(), pick(random, LAST)).at("new" + person.id() + "@y.org");
      case 6 -> person.answers(pick(random, List.of(Answer.values())), false);
      case 7 -> person.with(companions(person.id(), random));
      case 8 -> person.as(person.type(), pick(random, NOTES));
      case 9 -> person.as(pick(random, TYPES), person.note());
      default -> person.answers(person.answer(), true);
    };
  }

  private static String misspelt(String name) {
    return name == null || name.length() < 3
        ? name
        : name.substring(0, 1) + name.charAt(2) + name.charAt(1) + name.substring(3);
  }

  private static <T> T pick(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** A column of a list. */
  private enum Column {
    NAME,
    FIRST,
    LAST,
    EMAIL,
    TYPE,
    ANSWER,
    COMPANIONS,
    NOTE,
    CODE,
    REFERENCE
  }

  /**
   * How somebody writes a list.
   *
   * @param emails whether it has a column of these, and so on
   * @param workbook whether it is a workbook
   * @param habits what somebody does in workbooks, by chance
   */
  record Layout(
      boolean parts,
      boolean emails,
      boolean types,
      boolean answers,
      boolean companions,
      boolean notes,
      boolean codes,
      boolean references,
      int order,
      int language,
      boolean heading,
      boolean workbook,
      long habits) {
    /** Titles of the columns but for note and code, which have the same in each language. */
    private static final List<List<String>> TITLES =
        List.of(
            List.of("Name", "First Name", "Last Name", "E-Mail", "Ticket Type", "RSVP", "+1"),
            List.of("Gast", "Vorname", "Nachname", "E-Mail", "Kategorie", "Zusage", "Begleitung"),
            List.of(
                "Nom complet",
                "Prénom",
                "Nom de famille",
                "Courriel",
                "Catégorie",
                "Présence",
                "Accompagnants"),
            List.of("氏名", "名", "姓", "メール", "券種", "出欠", "同伴者"));

    private static final List<String> REST = List.of("Note", "Barcode", "Reference");
    private static final List<List<String>> ANSWERS =
        List.of(
            List.of("yes", "no", "", "whatever"),
            List.of("ja", "abgesagt (krank)", "eingeladen", "kommt leider nicht"),
            List.of("oui", "non", "", "qui sait"),
            List.of("出席", "欠席", "未定", "カレー"));

    static Layout draw(Random random) {
      return new Layout(
          random.nextInt(3) == 0,
          random.nextInt(4) > 0,
          random.nextBoolean(),
          random.nextBoolean(),
          random.nextInt(3) == 0,
          random.nextBoolean(),
          random.nextInt(4) == 0,
          random.nextInt(6) == 0,
          random.nextInt(3),
          random.nextInt(TITLES.size()),
          random.nextInt(4) == 0,
          random.nextBoolean(),
          random.nextLong());
    }

    /** Returns how the list is written the next time: mostly with the same columns. */
    Layout later(Random random) {
      boolean another = random.nextInt(5) == 0;
      return new Layout(
          another != parts,
          emails || random.nextInt(4) == 0,
          types,
          random.nextInt(8) == 0 ? !answers : answers,
          companions,
          notes,
          random.nextInt(8) == 0 ? !codes : codes,
          random.nextInt(8) == 0 ? !references : references,
          random.nextInt(3),
          random.nextInt(TITLES.size()),
          random.nextInt(4) == 0,
          random.nextBoolean(),
          random.nextLong());
    }

    private List<Column> columns() {
      List<Column> columns = new ArrayList<>();
      columns.addAll(parts ? List.of(Column.FIRST, Column.LAST) : List.of(Column.NAME));
      add(columns, emails, Column.EMAIL);
      add(columns, types, Column.TYPE);
      add(columns, answers, Column.ANSWER);
      add(columns, companions, Column.COMPANIONS);
      add(columns, notes, Column.NOTE);
      add(columns, codes, Column.CODE);
      add(columns, references, Column.REFERENCE);
      Collections.rotate(columns, order);
      return columns;
    }

    private static void add(List<Column> columns, boolean has, Column column) {
      if (has) {
        columns.add(column);
      }
    }

    private List<String> titles() {
      List<String> all = Stream.concat(TITLES.get(language).stream(), REST.stream()).toList();
      return columns().stream().map(column -> all.get(column.ordinal())).toList();
    }

    private String cell(Column column, Person person) {
      List<String> answer = ANSWERS.get(language);
      return switch (column) {
        case NAME -> person.name();
        case FIRST -> person.first();
        case LAST -> Objects.toString(person.last(), "");
        case EMAIL -> Objects.toString(person.email(), "");
        case TYPE -> person.type();
        case ANSWER -> answer.get(person.garbled() ? answer.size() - 1 : person.answer().ordinal());
        case COMPANIONS -> String.join(", ", person.companions());
        case NOTE -> person.note();
        case CODE -> person.code();
        case REFERENCE -> person.reference();
      };
    }

    /** Returns the sheets that are one list; none if it has one sheet only. */
    List<String> sheets() {
      boolean two = workbook && new Random(~habits).nextInt(4) == 0;
      return two ? List.of("Guests", "More guests") : List.of();
    }

    /** Writes a list of people, in their order. */
    byte[] write(List<Person> people) {
      return workbook ? workbook(people) : text(people).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the list as text, also of a workbook. */
    String text(List<Person> people) {
      String rows =
          Stream.concat(
                  Stream.of(titles()),
                  people.stream()
                      .map(
                          person ->
                              columns().stream().map(column -> cell(column, person)).toList()))
              .map(
                  cells ->
                      cells.stream()
                          .map(cell -> "\"" + cell.replace("\"", "\"\"") + "\"")
                          .collect(Collectors.joining(";")))
              .collect(Collectors.joining("\n"));
      return (heading ? "Gala 2026\n" : "") + rows;
    }

    /**
     * Writes a workbook as people make them: with merged cells, formulas, number formats, hidden
     * rows and sheets that are of somebody else.
     */
    private byte[] workbook(List<Person> people) {
      Random random = new Random(habits);
      boolean merges = random.nextBoolean();
      boolean formulas = random.nextBoolean();
      PeopleWorkbook book = new PeopleWorkbook();
      if (random.nextInt(3) == 0) {
        book.hiddenSheet("Last year", titles(), NOT_INVITED);
      }
      if (random.nextInt(3) == 0) {
        book.sheet("Cover");
        book.row(List.of(PeopleWorkbook.text("For the door, please"), ""));
      }
      int first = sheets().isEmpty() ? people.size() : people.size() / 2;
      sheet(book, "Guests", people.subList(0, first), formulas, merges);
      if (random.nextInt(3) == 0) {
        book.hiddenRow(
            columns().stream().map(each -> PeopleWorkbook.text(cell(each, HIDDEN))).toList());
      }
      if (!sheets().isEmpty()) {
        sheet(book, "More guests", people.subList(first, people.size()), formulas, merges);
      }
      if (random.nextInt(3) == 0) {
        book.hiddenSheet("Other", titles(), NOT_INVITED);
      }
      return book.bytes();
    }

    private void sheet(
        PeopleWorkbook book, String name, List<Person> people, boolean formulas, boolean merges) {
      book.sheet(name);
      if (heading) {
        book.row(List.of(PeopleWorkbook.text("Gala 2026")));
      }
      book.row(titles().stream().map(PeopleWorkbook::text).toList());
      for (Person person : people) {
        book.row(columns().stream().map(each -> shown(each, person, formulas)).toList());
      }
      List<Column> columns = columns();
      for (Column column : List.of(Column.TYPE, Column.ANSWER)) {
        if (merges && columns.contains(column)) {
          book.merge(columns.indexOf(column), heading ? 2 : 1);
        }
      }
    }

    /** Returns a cell of the workbook: what cannot be understood is a formula without a value. */
    private String shown(Column column, Person person, boolean formulas) {
      String cell = cell(column, person);
      return switch (column) {
        case CODE -> PeopleWorkbook.numberOfSevenDigits(Long.parseLong(cell));
        case ANSWER ->
            person.garbled()
                ? PeopleWorkbook.lostFormula()
                : formulas ? PeopleWorkbook.formula(cell) : PeopleWorkbook.text(cell);
        default -> PeopleWorkbook.text(cell);
      };
    }

    /** Returns what the tickets of somebody say, and of those who come along. */
    List<String> data(Person person) {
      List<String> names = new ArrayList<>(List.of(person.name()));
      if (companions) {
        names.addAll(person.companions());
      }
      return names.stream()
          .map(
              name ->
                  String.join(
                      "|",
                      name,
                      String.valueOf(emails ? person.email() : null),
                      types ? person.type().toLowerCase(Locale.ROOT) : "guest",
                      notes && !person.note().isEmpty()
                          ? "{\"Note\":\"" + person.note().replace("\"", "\\\"") + "\"}"
                          : "{}"))
          .toList();
    }
  }
}
