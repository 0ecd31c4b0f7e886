package io.doorlist.acceptance.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.doorlist.acceptance.client.Json;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What must not be in a log: all personal data, QR codes and tokens that the run imports and
 * creates. Thread-safe.
 */
public final class Secrets {
  /** Shorter words are parts of others by chance: a country's code, a town. */
  private static final int SHORTEST = 7;

  private static final Set<String> OF_A_TICKET =
      Set.of("name", "email", "phone_number", "responses", "qr_code_identifier");
  private static final Set<String> OF_AN_ORDER =
      Set.of("customer", "responses", "qr_code_identifier");

  private final Set<String> words = ConcurrentHashMap.newKeySet();

  /** Adds a token. */
  public void add(String word) {
    if (word != null && word.length() >= SHORTEST) {
      words.add(word);
    }
  }

  /** Adds the secrets in import lines. */
  void addLines(List<Map<String, Object>> lines) {
    for (Map<String, Object> line : lines) {
      if (line.get("kind").equals("order")) {
        OF_AN_ORDER.forEach(member -> addAll(line.get(member)));
        for (Map<String, Object> ticket : Json.objects(line.get("tickets"))) {
          OF_A_TICKET.forEach(member -> addAll(ticket.get(member)));
        }
        if (line.get("invoice") instanceof Map<?, ?> invoice
            && invoice.get("line_items") instanceof List<?> items) {
          Json.objects(items).forEach(item -> addAll(item.get("description")));
        }
      }
    }
  }

  private void addAll(Object value) {
    if (value instanceof Map<?, ?> object) {
      object.values().forEach(this::addAll);
    } else if (value instanceof List<?> array) {
      array.forEach(this::addAll);
    } else if (value instanceof String text) {
      add(text);
    }
  }

  public int size() {
    return words.size();
  }

  /**
   * Returns the secrets that a text contains, plain or encoded: at each place it looks up those
   * that begin with the next few characters.
   */
  public SortedSet<String> in(String text) {
    Map<String, List<Form>> byBeginning = new HashMap<>();
    for (String word : words) {
      for (String form : forms(word)) {
        byBeginning
            .computeIfAbsent(form.substring(0, SHORTEST), any -> new ArrayList<>())
            .add(new Form(word, form));
      }
    }
    SortedSet<String> found = new TreeSet<>();
    for (int from = 0; from + SHORTEST <= text.length(); from++) {
      String next = text.substring(from, from + SHORTEST);
      for (Form form : byBeginning.getOrDefault(next, List.of())) {
        if (text.startsWith(form.text(), from)) {
          found.add(form.word() + " as " + form.text());
        }
      }
    }
    return found;
  }

  /** A word, and one way to write it. */
  private record Form(String word, String text) {}

  private static Set<String> forms(String word) {
    String json = Json.write(Map.of("w", word));
    Set<String> forms =
        new TreeSet<>(
            List.of(
                word,
                URLEncoder.encode(word, UTF_8),
                URLEncoder.encode(word, UTF_8).replace("+", "%20"),
                json.substring(6, json.length() - 2),
                escaped(word)));
    // A client may ask for any code by its digest, which opens the door as well.
    forms.add(digest(word));
    // Within a longer text the same bytes have one of three forms in Base64; both ends depend on
    // their neighbours.
    for (int shift = 0; shift < 3; shift++) {
      byte[] bytes = ("x".repeat(shift) + word).getBytes(UTF_8);
      String base64 = Base64.getEncoder().withoutPadding().encodeToString(bytes);
      String own = base64.substring(shift == 0 ? 0 : shift + 1, bytes.length * 8 / 6);
      forms.add(own);
      forms.add(own.replace('+', '-').replace('/', '_'));
    }
    return forms;
  }

  /** Returns the SHA-256 of a text, by which a client may ask for a code. */
  public static String digest(String word) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(word.getBytes(UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String escaped(String word) {
    StringBuilder escaped = new StringBuilder();
    for (char c : word.toCharArray()) {
      escaped.append(c < 0x80 ? String.valueOf(c) : "\\u%04x".formatted((int) c));
    }
    return escaped.toString();
  }
}
