package io.doorlist.cli.lines;

import io.doorlist.cli.console.Text;
import io.doorlist.domain.Ids;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.Slug;
import io.doorlist.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the members of an object in an import line, by type. If a member is invalid, the line is
 * refused with a message that has the path of the member. An optional member may be {@code null},
 * which is the same as leaving it out. Not thread-safe.
 */
final class Fields {
  /** Member names that a message may repeat. In a broken file, other names may be personal data. */
  private static final Pattern SPEAKABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,39}");

  private final Map<String, Object> members;
  private final String path;
  private final Set<String> asked = new HashSet<>();

  private Fields(Map<String, Object> members, String path) {
    this.members = members;
    this.path = path;
  }

  interface Part<T> {
    T read(Fields fields) throws RefusedLine;
  }

  /**
   * Reads an object, and refuses the line if the object has unknown members.
   *
   * @param path where the object is in the line; empty for the line itself
   * @throws RefusedLine if the object has an unknown member, because a typo in a name would
   *     otherwise lose data. It is also thrown if a member is invalid.
   */
  static <T> T read(Map<String, Object> members, String path, Part<T> part) throws RefusedLine {
    Fields fields = new Fields(members, path);
    T read = part.read(fields);
    for (String name : members.keySet()) {
      if (!fields.asked.contains(name)) {
        String speakable = SPEAKABLE.matcher(name).matches() ? name : "?";
        throw fields.wrong(speakable, "is not a member that is known here");
      }
    }
    return read;
  }

  private Object get(String name) {
    asked.add(name);
    return members.get(name);
  }

  private String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  RefusedLine wrong(String name, String reason) {
    return new RefusedLine(at(name), reason);
  }

  interface Reader<T> {
    T read(Fields fields, String name) throws RefusedLine;
  }

  <T> T optional(String name, Reader<T> reader) throws RefusedLine {
    return get(name) == null ? null : reader.read(this, name);
  }

  /** Reads a text with at least one character. */
  String text(String name) throws RefusedLine {
    String text = checkedText(at(name), required(name));
    if (text.isBlank()) {
      throw wrong(name, "must not be empty");
    }
    return text;
  }

  String optionalText(String name) throws RefusedLine {
    return optional(name, (fields, it) -> checkedText(at(it), members.get(it)));
  }

  /** Reads a text, and refuses the line for {@code reason} if the text does not have this form. */
  String matching(String name, Predicate<String> form, String reason) throws RefusedLine {
    if (required(name) instanceof String text && form.test(text)) {
      return text;
    }
    throw wrong(name, reason);
  }

  String slug(String name) throws RefusedLine {
    return slug(at(name), required(name));
  }

  String eventSlug(String name) throws RefusedLine {
    String slug = slug(name);
    if (!Slug.validForEvent(slug)) {
      throw wrong(name, "must not be a word that paths of the API use");
    }
    return slug;
  }

  /** Reads slugs that are all different. */
  List<String> slugs(String name) throws RefusedLine {
    Set<String> slugs = new LinkedHashSet<>();
    for (Object value : array(name)) {
      String place = at(name) + "[" + slugs.size() + "]";
      if (!slugs.add(slug(place, value))) {
        throw new RefusedLine(place, "occurs twice");
      }
    }
    return List.copyOf(slugs);
  }

  long id(String name) throws RefusedLine {
    long id = integer(name);
    if (!Ids.valid(id)) {
      throw wrong(name, "must be an integer from 1 to 2^53 - 1");
    }
    return id;
  }

  /** Reads an integer that is at least 0, such as a number of cents. */
  long amount(String name) throws RefusedLine {
    long amount = integer(name);
    if (amount < 0) {
      throw wrong(name, "must not be negative");
    }
    return amount;
  }

  /** Reads an integer, which may be negative. */
  long integer(String name) throws RefusedLine {
    if (required(name) instanceof Long number && number >= -Ids.MAX && number <= Ids.MAX) {
      return number;
    }
    throw wrong(name, "must be an integer below 2^53");
  }

  boolean flag(String name) throws RefusedLine {
    if (required(name) instanceof Boolean flag) {
      return flag;
    }
    throw wrong(name, "must be true or false");
  }

  /** Reads a flag; false if it is left out. */
  boolean isSet(String name) throws RefusedLine {
    return Boolean.TRUE.equals(optional(name, Fields::flag));
  }

  <E extends Enum<E>> E word(String name, E[] constants, Function<E, String> word)
      throws RefusedLine {
    Object value = required(name);
    for (E constant : constants) {
      if (word.apply(constant).equals(value)) {
        return constant;
      }
    }
    String words = Stream.of(constants).map(word).collect(Collectors.joining(", "));
    throw wrong(name, "must be one of " + words);
  }

  Instant time(String name) throws RefusedLine {
    String reason = "must be an RFC 3339 timestamp with a zone, such as 2026-05-01T18:00:00Z";
    String text = matching(name, any -> true, reason);
    return TimestampReader.read(text).orElseThrow(() -> wrong(name, reason));
  }

  /** Reads an array of texts that must not be empty. Returns no texts if the member is left out. */
  List<String> optionalTexts(String name, int most) throws RefusedLine {
    List<String> texts = new ArrayList<>();
    for (Object element : optionalArray(name, most)) {
      texts.add(checkedText(at(name), element));
      if (texts.getLast().isBlank()) {
        throw wrong(name, "must not have an empty text");
      }
    }
    return texts;
  }

  String optionalQrCodeIdentifier(String name) throws RefusedLine {
    String reason =
        "must be a text of 1 to 512 bytes without control characters, and no "
            + QrCode.DIGEST_PREFIX
            + " digest";
    return optional(name, (fields, it) -> matching(it, QrCode::valid, reason));
  }

  /**
   * Reads an object with any members, and keeps it as it is. If it is left out, the result is an
   * object without members.
   */
  JsonObject optionalAnyObject(String name) throws RefusedLine {
    Object value = get(name);
    if (value == null) {
      return JsonObject.EMPTY;
    }
    if (!(value instanceof Map<?, ?>)) {
      throw wrong(name, "must be an object");
    }
    checkInside(at(name), value);
    return new JsonObject(Json.writeValue(value));
  }

  <T> T optionalObject(String name, T absent, Part<T> part) throws RefusedLine {
    return get(name) == null ? absent : object(at(name), get(name), part);
  }

  <T> List<T> objects(String name, int most, Part<T> part) throws RefusedLine {
    required(name);
    return optionalObjects(name, most, part);
  }

  /** Reads the objects of an array. Returns no objects if the member is left out. */
  <T> List<T> optionalObjects(String name, int most, Part<T> part) throws RefusedLine {
    List<T> objects = new ArrayList<>();
    for (Object element : optionalArray(name, most)) {
      objects.add(object(at(name) + "[" + objects.size() + "]", element, part));
    }
    return objects;
  }

  @SuppressWarnings("unchecked")
  private static <T> T object(String place, Object value, Part<T> part) throws RefusedLine {
    if (value instanceof Map<?, ?> map) {
      return read((Map<String, Object>) map, place, part);
    }
    throw new RefusedLine(place, "must be an object");
  }

  private List<?> optionalArray(String name, int most) throws RefusedLine {
    List<?> elements = optional(name, Fields::array);
    if (elements != null && elements.size() > most) {
      throw wrong(name, "must have at most " + most + " elements");
    }
    return elements == null ? List.of() : elements;
  }

  private List<?> array(String name) throws RefusedLine {
    if (required(name) instanceof List<?> list) {
      return list;
    }
    throw wrong(name, "must be an array");
  }

  Object required(String name) throws RefusedLine {
    Object value = get(name);
    if (value == null) {
      throw wrong(name, members.containsKey(name) ? "must not be null" : "is missing");
    }
    return value;
  }

  private static String checkedText(String place, Object value) throws RefusedLine {
    if (!(value instanceof String text)) {
      throw new RefusedLine(place, "must be a text");
    }
    if (!Text.fits(text)) {
      throw new RefusedLine(place, "must have at most " + Text.MAX_LENGTH + " characters");
    }
    return text;
  }

  private static void checkInside(String place, Object value) throws RefusedLine {
    if (value instanceof String text) {
      checkedText(place, text);
    } else if (value instanceof List<?> elements) {
      for (Object element : elements) {
        checkInside(place, element);
      }
    } else if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> member : map.entrySet()) {
        checkedText(place, member.getKey());
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
}
