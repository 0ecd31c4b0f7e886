package io.doorlist.cli.importing.guests;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a guest's row says and what the tickets of a stored row say, as texts that are equal if both
 * say the same. Each text is made once, as several steps compare it. Not thread-safe.
 */
final class GuestCells {
  /** What stands for the e-mail of a guest who has none, and of one whom a list without knows. */
  private static final String WITHOUT_EMAIL = "";

  private static final String SOME_EMAIL = "@";

  private final GuestTypes types;
  private final boolean decides;
  private final Map<String, Kind> notes;
  private final Map<Object, String> all = new IdentityHashMap<>();
  private final Map<Object, String> deciding = new IdentityHashMap<>();

  /**
   * Creates one.
   *
   * @param decides whether the list says who comes in
   * @param notes what its columns of notes are, by their titles
   */
  GuestCells(GuestTypes types, boolean decides, Map<String, Kind> notes) {
    this.types = types;
    this.decides = decides;
    this.notes = notes;
  }

  /** Returns a text as it is compared; {@code null} if there is none. */
  static String plain(String text) {
    return text == null ? null : GuestWords.plain(text);
  }

  /** Returns two texts as they are compared, if both are there. */
  static String both(String one, String other) {
    return one == null || other == null ? null : plain(one) + "\n" + plain(other);
  }

  /** Returns whether two texts are there, and are the same. */
  static boolean same(String one, String other) {
    return one != null && other != null && plain(one).equals(plain(other));
  }

  /**
   * Returns what makes the guest of a stored row the same in a later list: the name with the
   * e-mail. As that list may have no such column, it is also the name with type, companions and
   * host. Answers are no part of it, as a later list may take their columns for notes, or not have
   * them. None if there is no name.
   */
  Stream<String> identities(StoredRow row) {
    String deciding = decidingOf(row, Map.of().toString());
    return row.email() == null
        ? identity(row.name(), WITHOUT_EMAIL, deciding)
        : Stream.concat(
            identity(row.name(), plain(row.email())), identity(row.name(), SOME_EMAIL, deciding));
  }

  /**
   * Returns what the stored row of a guest may have been known by. If one of both has no e-mail,
   * the other's does not tell them apart. Earlier versions took answers for a part of it, and at
   * first notes too.
   */
  Stream<String> identities(GuestRow guest) {
    Map<String, String> answers = new TreeMap<>(guest.responses());
    if (guest.note() != null) {
      answers.putAll(guest.note().cells());
    }
    String deciding = decidingOf(guest, Map.of());
    return Stream.of(
            guest.email() == null
                ? identity(guest.name(), SOME_EMAIL, deciding)
                : identity(guest.name(), plain(guest.email())),
            identity(guest.name(), WITHOUT_EMAIL, deciding),
            identity(guest.name(), WITHOUT_EMAIL, deciding(guest)),
            identity(guest.name(), WITHOUT_EMAIL, decidingOf(guest, answers)))
        .flatMap(Function.identity());
  }

  private static Stream<String> identity(String name, String... rest) {
    return Stream.ofNullable(plain(name)).map(known -> known + "\n" + String.join("\n", rest));
  }

  /** Returns all that a guest's row says. */
  String all(GuestRow guest) {
    return all.computeIfAbsent(guest, any -> allOf(guest));
  }

  String all(StoredRow row) {
    return all.computeIfAbsent(row, any -> allOf(row));
  }

  /** Returns all that a guest's row says, with names as they are spelt. */
  String spelt(GuestRow guest) {
    List<String> names = new ArrayList<>();
    for (int number = 1; number <= guest.persons(); number++) {
      names.add(orNothing(guest.nameOf(number)));
    }
    return all(guest) + names;
  }

  String spelt(StoredRow row) {
    List<String> names =
        row.tickets().stream()
            .filter(each -> each.state() == row.guest().state())
            .map(each -> orNothing(each.name()))
            .toList();
    return all(row) + names;
  }

  /** Returns whether a guest comes, if the list says it. */
  String answer(GuestRow guest) {
    return decides ? guest.admission().name() : "";
  }

  String answer(StoredRow row) {
    return decides ? row.admission().name() : "";
  }

  /** Returns what decides of a guest besides who it is and the answer. */
  String deciding(GuestRow guest) {
    return deciding.computeIfAbsent(
        guest, any -> decidingOf(guest, new TreeMap<>(guest.responses())));
  }

  String deciding(StoredRow row) {
    return deciding.computeIfAbsent(
        row, any -> decidingOf(row, answersBesidesNotes(row.guest().responses())));
  }

  private String allOf(GuestRow guest) {
    return String.join(
        "\n",
        orNothing(plain(guest.email())),
        orNothing(plain(guest.name())),
        orNothing(guest.phone()),
        orNothing(guest.order()),
        answer(guest),
        guest.note() == null ? "" : said(guest.note().desk()),
        deciding(guest));
  }

  private String allOf(StoredRow row) {
    boolean ownOrder = row.order().reference().equals(row.guest().reference());
    return String.join(
        "\n",
        orNothing(plain(row.email())),
        orNothing(plain(row.name())),
        orNothing(row.guest().phoneNumber()),
        ownOrder ? "" : row.order().reference(),
        answer(row),
        notes.isEmpty() ? "" : said(note(row)),
        deciding(row));
  }

  private String decidingOf(GuestRow guest, Map<String, String> answers) {
    return String.join(
        "|",
        orNothing(types.slugOf(guest.type())),
        String.join(",", companions(guest)),
        host(guest.customer(), guest.name()),
        answers.toString());
  }

  private String decidingOf(StoredRow row, String answers) {
    return String.join(
        "|",
        row.guest().ticketType(),
        row.tickets().stream()
            .skip(1)
            .filter(each -> each.state() == row.guest().state())
            .map(each -> orNothing(plain(each.name())))
            .collect(Collectors.joining(",")),
        host(row.order().customer(), row.name()),
        answers);
  }

  private static List<String> companions(GuestRow guest) {
    List<String> names = new ArrayList<>();
    for (int number = 2; number <= guest.persons(); number++) {
      names.add(orNothing(plain(guest.nameOf(number))));
    }
    return names;
  }

  private String answersBesidesNotes(JsonObject responses) {
    Map<String, String> answers = answers(responses);
    if (answers == null) {
      // It equals no row's, so other steps decide.
      return responses.text();
    }
    answers.keySet().removeAll(notes.keySet());
    return answers.toString();
  }

  /** Returns a ticket's note, which earlier versions kept among the answers. */
  private DeskNote note(StoredRow row) {
    Map<String, String> answers = answers(row.guest().responses());
    return answers == null || row.guest().note().says()
        ? row.guest().note()
        : GuestNote.of(notes, answers).desk();
  }

  /** Returns a note without what doors show, whose columns count by themselves. */
  private static String said(DeskNote note) {
    return note.showing(List.of()).toString();
  }

  /** Returns answers by their titles; {@code null} if they are no object. */
  private static Map<String, String> answers(JsonObject responses) {
    byte[] text = responses.text().getBytes(StandardCharsets.UTF_8);
    Map<String, String> answers = new TreeMap<>();
    try {
      Json.readObject(text).forEach((title, answer) -> answers.put(title, String.valueOf(answer)));
      return answers;
    } catch (MalformedJsonException e) {
      return null;
    }
  }

  /** Returns who invited, if it is somebody else. */
  private static String host(Customer customer, String guest) {
    String host = GuestWords.plain(customer.name());
    return host.equals(orNothing(plain(guest)))
        ? ""
        : host + " " + orNothing(plain(customer.email()));
  }

  private static String orNothing(String text) {
    return Objects.toString(text, "");
  }
}
