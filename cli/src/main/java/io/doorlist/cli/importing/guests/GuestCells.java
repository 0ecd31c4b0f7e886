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
 * Writes a guest's row and a stored row as texts. The texts are equal if both rows say the same.
 * Each text is made only once, because several steps compare it. Not thread-safe.
 */
final class GuestCells {
  /** Stands for the e-mail of a guest who has none. {@link #SOME_EMAIL} stands for any e-mail. */
  private static final String WITHOUT_EMAIL = "";

  private static final String SOME_EMAIL = "@";

  private final GuestTypes types;
  private final boolean decides;
  private final Map<String, Kind> notes;
  private final Map<Object, String> all = new IdentityHashMap<>();
  private final Map<Object, String> deciding = new IdentityHashMap<>();

  /**
   * Creates the texts of one list's guests.
   *
   * @param decides whether the list says who comes in
   * @param notes the kinds of its columns of notes, by their titles
   */
  GuestCells(GuestTypes types, boolean decides, Map<String, Kind> notes) {
    this.types = types;
    this.decides = decides;
    this.notes = notes;
  }

  /** Returns a text in the form that is compared; {@code null} if there is no text. */
  static String plain(String text) {
    return text == null ? null : GuestWords.plain(text);
  }

  /** Returns two texts in the form that is compared; {@code null} if one of them is missing. */
  static String both(String one, String other) {
    return one == null || other == null ? null : plain(one) + "\n" + plain(other);
  }

  /** Returns whether both texts exist and are the same. */
  static boolean same(String one, String other) {
    return one != null && other != null && plain(one).equals(plain(other));
  }

  /**
   * Returns texts by which the guest of a stored row can be recognised in a later list. One text is
   * the name with the e-mail. A later list may have no e-mails, so another text is the name with
   * type, companions and host. Answers are left out, because a later list may lack their columns,
   * or take them for notes. If the row has no name, there are no texts.
   */
  Stream<String> identities(StoredRow row) {
    String deciding = decidingOf(row, Map.of().toString());
    return row.email() == null
        ? identity(row.name(), WITHOUT_EMAIL, deciding)
        : Stream.concat(
            identity(row.name(), plain(row.email())), identity(row.name(), SOME_EMAIL, deciding));
  }

  /**
   * Returns the texts by which the stored row of a guest may be known. Some texts have no e-mail,
   * because the guest or the stored row may lack it. Others include answers, as earlier versions
   * did, or answers and notes, as the first versions did.
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

  /** Returns everything that a guest's row says. */
  String all(GuestRow guest) {
    return all.computeIfAbsent(guest, any -> allOf(guest));
  }

  String all(StoredRow row) {
    return all.computeIfAbsent(row, any -> allOf(row));
  }

  /** Returns everything that a guest's row says, including how names are spelt. */
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

  /** Returns a word for whether a guest comes; empty if the list does not say it. */
  String answer(GuestRow guest) {
    return decides ? guest.admission().name() : "";
  }

  String answer(StoredRow row) {
    return decides ? row.admission().name() : "";
  }

  /**
   * Returns the data by which guests with the same name are told apart: type, companions, host, and
   * what is kept as answers.
   */
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
      // The responses cannot be read. Their text equals that of no row in a list, so other steps
      // find the guest.
      return responses.text();
    }
    answers.keySet().removeAll(notes.keySet());
    return answers.toString();
  }

  /** Returns the note of a ticket. Earlier versions kept notes among the answers. */
  private DeskNote note(StoredRow row) {
    Map<String, String> answers = answers(row.guest().responses());
    return answers == null || row.guest().note().says()
        ? row.guest().note()
        : GuestNote.of(notes, answers).desk();
  }

  /**
   * Returns a note as a text. It leaves out what every door shows, because the columns of those
   * values are compared by themselves.
   */
  private static String said(DeskNote note) {
    return note.showing(List.of()).toString();
  }

  /** Returns the answers by their titles; {@code null} if the JSON is no object. */
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

  /**
   * Returns the host, who ordered the guest's ticket; empty if the guests ordered for themselves.
   */
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
