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

  /**
   * How somebody writes a list.
   *
   * @param emails whether it has a column of these, and so on
   */
  record Layout(
      boolean parts,
      boolean emails,
      boolean types,
      boolean answers,
      boolean companions,
      boolean notes,
      int order,
      int language,
      boolean heading) {
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
          random.nextInt(3),
          random.nextInt(TITLES.size()),
          random.nextInt(4) == 0);
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
          random.nextInt(3),
          random.nextInt(TITLES.size()),
          random.nextInt(4) == 0);
    }

    private List<String> cells(Person person, boolean title) {
      List<String> titles = TITLES.get(language);
      List<String> answer = ANSWERS.get(language);
      List<String> cells = new ArrayList<>();
      if (parts) {
        cells.add(title ? titles.get(1) : person.first());
        cells.add(title ? titles.get(2) : Objects.toString(person.last(), ""));
      } else {
        cells.add(title ? titles.get(0) : person.name());
      }
      if (emails) {
        cells.add(title ? titles.get(3) : Objects.toString(person.email(), ""));
      }
      if (types) {
        cells.add(title ? titles.get(4) : person.type());
      }
      if (answers) {
        cells.add(
            title
                ? titles.get(5)
                : answer.get(person.garbled() ? answer.size() - 1 : person.answer().ordinal()));
      }
      if (companions) {
        cells.add(title ? titles.get(6) : String.join(", ", person.companions()));
      }
      if (notes) {
        cells.add(title ? "Note" : person.note());
      }
      Collections.rotate(cells, order);
      return cells;
    }

    /** Writes a list of people, in their order. */
    byte[] write(List<Person> people) {
      String rows =
          Stream.concat(
                  Stream.of(cells(null, true)), people.stream().map(each -> cells(each, false)))
              .map(
                  cells ->
                      cells.stream()
                          .map(cell -> "\"" + cell.replace("\"", "\"\"") + "\"")
                          .collect(Collectors.joining(";")))
              .collect(Collectors.joining("\n"));
      return ((heading ? "Gala 2026\n" : "") + rows).getBytes(StandardCharsets.UTF_8);
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
