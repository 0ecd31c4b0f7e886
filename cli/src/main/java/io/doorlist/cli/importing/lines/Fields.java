package io.doorlist.cli.importing.lines;

import io.doorlist.cli.console.Text;
import io.doorlist.domain.Ids;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.Slug;
import io.doorlist.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The members of one object of an import line, read by type; every invalid one refuses the line
 * with the path of the member. An optional member may be {@code null}, which is the same as leaving
 * it out. Not thread-safe.
 */
final class Fields {
  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

  /**
   * Names of members that a message may repeat; in a broken file, other names may be personal data.
   */
  private static final Pattern SPEAKABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,39}");

  private final Map<String, Object> members;
  private final String path;

  /**
   * Opens an object.
   *
   * @param path where it is in the line; empty for the line itself
   * @throws RefusedLine if it has a member that is not among the known ones: a typo must not lose
   *     data
   */
  Fields(Map<String, Object> members, String path, Set<String> known) throws RefusedLine {
    this.members = members;
    this.path = path;
    for (String name : members.keySet()) {
      if (!known.contains(name)) {
        throw new RefusedLine(
            at(SPEAKABLE.matcher(name).matches() ? name : "?"),
            "is not a member that is known here");
      }
    }
  }

  /** Returns the path of a member. */
  String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  /** Reads a text with at least one character. */
  String text(String name) throws RefusedLine {
    String text = checkedText(name, required(name));
    if (text.isBlank()) {
      throw new RefusedLine(at(name), "must not be empty");
    }
    return text;
  }

  /** Reads a text or {@code null}. */
  String optionalText(String name) throws RefusedLine {
    Object value = members.get(name);
    return value == null ? null : checkedText(name, value);
  }

  /** Reads a text with at least one character, or {@code null}. */
  String optionalWord(String name) throws RefusedLine {
    return members.get(name) == null ? null : text(name);
  }

  /** Reads the slug of an account or of a ticket type. */
  String slug(String name) throws RefusedLine {
    return slug(at(name), required(name));
  }

  /** Reads the slug of an event. */
  String eventSlug(String name) throws RefusedLine {
    String slug = slug(name);
    if (!Slug.validForEvent(slug)) {
      throw new RefusedLine(at(name), "must not be a word that paths of the API use");
    }
    return slug;
  }

  /** Reads slugs that differ from each other, or {@code null}. */
  List<String> optionalSlugs(String name) throws RefusedLine {
    if (members.get(name) == null) {
      return null;
    }
    List<String> slugs = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Object value : array(name, members.get(name))) {
      String place = at(name) + "[" + slugs.size() + "]";
      String slug = slug(place, value);
      if (!seen.add(slug)) {
        throw new RefusedLine(place, "occurs twice");
      }
      slugs.add(slug);
    }
    return slugs;
  }

  /** Reads an id. */
  long id(String name) throws RefusedLine {
    long id = integer(name, required(name));
    if (!Ids.valid(id)) {
      throw new RefusedLine(at(name), "must be an integer from 1 to 2^53 - 1");
    }
    return id;
  }

  /** Reads a number of cents or of pieces, 0 or more. */
  long amount(String name) throws RefusedLine {
    return notNegative(name, integer(name, required(name)));
  }

  /** Reads a number of cents or of pieces, 0 or more, or {@code null}. */
  Long optionalAmount(String name) throws RefusedLine {
    Object value = members.get(name);
    return value == null ? null : (Long) notNegative(name, integer(name, value));
  }

  /** Reads a number of cents that may be below 0, or {@code null}. */
  Long optionalSignedAmount(String name) throws RefusedLine {
    Object value = members.get(name);
    return value == null ? null : (Long) integer(name, value);
  }

  /** Reads {@code true} or {@code false}, or {@code null}. */
  Boolean optionalFlag(String name) throws RefusedLine {
    Object value = members.get(name);
    if (value == null || value instanceof Boolean) {
      return (Boolean) value;
    }
    throw new RefusedLine(at(name), "must be true or false");
  }

  /** Reads one of several words. */
  <E extends Enum<E>> E word(String name, E[] constants, Function<E, String> word)
      throws RefusedLine {
    Object value = required(name);
    List<String> words = new ArrayList<>();
    for (E constant : constants) {
      if (word.apply(constant).equals(value)) {
        return constant;
      }
      words.add(word.apply(constant));
    }
    throw new RefusedLine(at(name), "must be one of " + String.join(", ", words));
  }

  /** Reads a currency by its three letters. */
  String currency(String name) throws RefusedLine {
    if (required(name) instanceof String text && CURRENCY.matcher(text).matches()) {
      return text;
    }
    throw new RefusedLine(at(name), "must be three capital letters, such as EUR");
  }

  /** Reads a timestamp. */
  Instant time(String name) throws RefusedLine {
    String reason = "must be an RFC 3339 timestamp with a zone, such as 2026-05-01T18:00:00Z";
    if (required(name) instanceof String text) {
      return Timestamps.read(text).orElseThrow(() -> new RefusedLine(at(name), reason));
    }
    throw new RefusedLine(at(name), reason);
  }

  /** Reads a timestamp, or {@code null}. */
  Instant optionalTime(String name) throws RefusedLine {
    return members.get(name) == null ? null : time(name);
  }

  /** Reads an id, or {@code null}. */
  Long optionalId(String name) throws RefusedLine {
    return members.get(name) == null ? null : (Long) id(name);
  }

  /** Reads texts that are not empty, none if it is left out. */
  List<String> optionalTexts(String name, int most) throws RefusedLine {
    Object value = members.get(name);
    if (value == null) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    for (Object element : array(name, value)) {
      texts.add(checkedText(name, element));
      if (texts.getLast().isBlank()) {
        throw new RefusedLine(at(name), "must not have an empty text");
      }
    }
    if (texts.size() > most) {
      throw new RefusedLine(at(name), "must have at most " + most + " elements");
    }
    return texts;
  }

  /** Reads a timestamp or a day, as it is given, or {@code null}. */
  String optionalTimeOrDate(String name) throws RefusedLine {
    Object value = members.get(name);
    if (value == null) {
      return null;
    }
    if (value instanceof String text
        && (Timestamps.isDate(text) || Timestamps.read(text).isPresent())) {
      return text;
    }
    throw new RefusedLine(
        at(name), "must be an RFC 3339 timestamp with a zone, or a date such as 2026-05-01");
  }

  /** Reads a QR code identifier, or {@code null}. */
  String optionalQrCodeIdentifier(String name) throws RefusedLine {
    Object value = members.get(name);
    if (value == null) {
      return null;
    }
    if (value instanceof String text && QrCode.valid(text)) {
      return text;
    }
    throw new RefusedLine(
        at(name),
        "must be a text of 1 to 512 bytes without control characters, and no "
            + QrCode.DIGEST_PREFIX
            + " digest");
  }

  /**
   * Reads an object with any members, kept as it is; the object without members if it is left out.
   */
  JsonObject optionalAnyObject(String name) throws RefusedLine {
    Object value = members.get(name);
    if (value == null) {
      return JsonObject.EMPTY;
    }
    if (!(value instanceof Map<?, ?>)) {
      throw new RefusedLine(at(name), "must be an object");
    }
    checkInside(at(name), value);
    return new JsonObject(Json.writeValue(value));
  }

  /** Opens an object inside this one, or {@code null}. */
  Fields optionalObject(String name, Set<String> known) throws RefusedLine {
    Object value = members.get(name);
    return value == null ? null : object(at(name), value, known);
  }

  /** Opens the objects of an array. */
  List<Fields> objects(String name, int most, Set<String> known) throws RefusedLine {
    required(name);
    return optionalObjects(name, most, known);
  }

  /** Opens the objects of an array, none if it is left out. */
  List<Fields> optionalObjects(String name, int most, Set<String> known) throws RefusedLine {
    Object value = members.get(name);
    if (value == null) {
      return List.of();
    }
    List<?> elements = array(name, value);
    if (elements.size() > most) {
      throw new RefusedLine(at(name), "must have at most " + most + " elements");
    }
    List<Fields> objects = new ArrayList<>();
    for (Object element : elements) {
      objects.add(object(at(name) + "[" + objects.size() + "]", element, known));
    }
    return objects;
  }

  @SuppressWarnings("unchecked")
  private static Fields object(String place, Object value, Set<String> known) throws RefusedLine {
    if (value instanceof Map<?, ?> map) {
      return new Fields((Map<String, Object>) map, place, known);
    }
    throw new RefusedLine(place, "must be an object");
  }

  private List<?> array(String name, Object value) throws RefusedLine {
    if (value instanceof List<?> list) {
      return list;
    }
    throw new RefusedLine(at(name), "must be an array");
  }

  private Object required(String name) throws RefusedLine {
    Object value = members.get(name);
    if (value == null) {
      throw new RefusedLine(
          at(name), members.containsKey(name) ? "must not be null" : "is missing");
    }
    return value;
  }

  private String checkedText(String name, Object value) throws RefusedLine {
    if (!(value instanceof String text)) {
      throw new RefusedLine(at(name), "must be a text");
    }
    checkText(at(name), text);
    return text;
  }

  private static void checkText(String place, String text) throws RefusedLine {
    if (!Text.fits(text)) {
      throw new RefusedLine(place, "must have at most " + Text.MAX_LENGTH + " characters");
    }
  }

  private static void checkInside(String place, Object value) throws RefusedLine {
    if (value instanceof String text) {
      checkText(place, text);
    } else if (value instanceof List<?> elements) {
      for (Object element : elements) {
        checkInside(place, element);
      }
    } else if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> member : map.entrySet()) {
        checkText(place, (String) member.getKey());
        checkInside(place, member.getValue());
      }
    }
  }

  private static String slug(String place, Object value) throws RefusedLine {
    if (value instanceof String text && Slug.valid(text)) {
      return text;
    }
    throw new RefusedLine(
        place,
        "must be a slug: up to 100 letters, digits, '.', '_' or '-', not digits only,"
            + " beginning with a letter or digit");
  }

  private long integer(String name, Object value) throws RefusedLine {
    if (value instanceof Long number && number >= -Ids.MAX && number <= Ids.MAX) {
      return number;
    }
    throw new RefusedLine(at(name), "must be an integer below 2^53");
  }

  private long notNegative(String name, long number) throws RefusedLine {
    if (number < 0) {
      throw new RefusedLine(at(name), "must not be negative");
    }
    return number;
  }
}
