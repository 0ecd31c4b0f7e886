package io.doorlist.acceptance.client;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service's answer to one {@link Call}. */
public record Answer(Call call, URI uri, int status, HttpHeaders headers, String text) {
  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /** Returns the body as a JSON object. */
  public Map<String, Object> json() {
    return Json.parse(text);
  }

  /**
   * Returns the check-in in a 201, as every other answer shows it: without what is for the staff.
   */
  public Map<String, Object> checkin() {
    Map<String, Object> checkin = json();
    List.of("note", "attention", "noted", "party").forEach(checkin::remove);
    return checkin;
  }

  /** Returns the value at a path in the body: names of members and indexes of elements. */
  public Object at(Object... place) {
    return Json.at(json(), place);
  }

  /** Returns the array of objects in a member of the body. */
  public List<Map<String, Object>> rows(String member) {
    return Json.objects(json().get(member));
  }

  /** Returns the problem's code; {@code null} if this is not a problem. */
  public String code() {
    return text.isEmpty() ? null : (String) json().get("code");
  }

  /** Returns the problem without what differs from answer to answer. */
  public String withoutRequestId() {
    Map<String, Object> problem = json();
    return text.replace((String) problem.get("request_id"), "");
  }

  /** Returns path and query of a relation in the Link header (RFC 8288); {@code null} if none. */
  public String link(String relation) {
    Matcher link =
        Pattern.compile("<([^>]*)>; *rel=\"" + relation + "\"").matcher(header("Link").orElse(""));
    if (!link.find()) {
      return null;
    }
    String base = uri.toString().substring(0, uri.toString().length() - call.path().length());
    String target = uri.resolve(link.group(1)).toString();
    assertTrue(target.startsWith(base), () -> "a link to somewhere else: " + target);
    return target.substring(base.length());
  }

  @Override
  public String toString() {
    return call + " -> " + status + " " + text;
  }
}
