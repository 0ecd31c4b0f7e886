package io.doorlist.exactness.history;

import io.doorlist.json.Json;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A client's request. A retry is equal to it.
 *
 * @param list the id of the check-in list; 0 for changes by the organiser
 * @param subject the QR code of a ticket or an order, or "" for reads
 * @param token the id of the client's token
 * @param key the idempotency key, or {@code null}
 * @param variant what else tells requests apart: query parameters or, for {@link Kind#MOVE}, the
 *     code of the former order
 * @param wanted how many tickets of each type, for {@link Kind#ORDER}
 * @param page the number of the page, for {@link Kind#PAGE}
 * @param items how many items a page has
 */
public record Asked(
    Kind kind,
    long list,
    String subject,
    String token,
    String key,
    String variant,
    SortedMap<String, Integer> wanted,
    int page,
    int items) {
  /** The token of a desk, which may undo everything. */
  public static final String DESK = "token-desk";

  private static final String SCANNED_AT = "scanned_at=";

  public Asked {
    wanted = Collections.unmodifiableSortedMap(new TreeMap<>(wanted));
  }

  public enum Kind {
    TICKET,
    ORDER,
    COUNT,
    PAGE,
    /** Undoes the check-in with the id in {@code subject}. */
    UNDO,
    /** Looks at a ticket, and writes nothing (getAdmission). */
    LOOK,
    /** The organiser makes a ticket void, blocks it or removes it from its order, for good. */
    TAKE_OUT,
    /** The organiser replaces the code {@code subject} of a ticket, for good. */
    REVOKE,
    /** The organiser moves a ticket to another order, for good. */
    MOVE;

    public boolean changes() {
      return this == TAKE_OUT || this == REVOKE || this == MOVE;
    }
  }

  public static Asked ticket(long list, String code, String token, String key, String variant) {
    return new Asked(Kind.TICKET, list, code, token, key, variant, none(), 0, 0);
  }

  public static Asked order(
      long list, String code, String token, String key, Map<String, Integer> wanted) {
    return new Asked(Kind.ORDER, list, code, token, key, "", new TreeMap<>(wanted), 0, 0);
  }

  public static Asked count(long list, String token) {
    return new Asked(Kind.COUNT, list, "", token, null, "", none(), 0, 0);
  }

  public static Asked page(long list, String token, int page, int items) {
    return new Asked(Kind.PAGE, list, "", token, null, "", none(), page, items);
  }

  public static Asked undo(long list, long id, String token) {
    return new Asked(Kind.UNDO, list, Long.toString(id), token, null, "", none(), 0, 0);
  }

  public static Asked look(long list, String code, String token) {
    return new Asked(Kind.LOOK, list, code, token, null, "", none(), 0, 0);
  }

  Optional<Instant> scannedAt() {
    return Stream.of(variant.split("&", -1))
        .filter(parameter -> parameter.startsWith(SCANNED_AT))
        .map(parameter -> Instant.parse(parameter.substring(SCANNED_AT.length())))
        .findFirst();
  }

  /** Returns whether the device has let the ticket in already, and now reports it. */
  public boolean offline() {
    return kind == Kind.TICKET && variant.contains("online=false");
  }

  /**
   * Returns what identifies an offline admission. It is the token with the key or, without a key,
   * with the content.
   */
  String identity() {
    return key == null ? token + " without key " + subject + " " + variant : keyName();
  }

  /** Returns the organiser's change after which a ticket lets nobody in. */
  public static Asked leaveOut(String code) {
    return new Asked(Kind.TAKE_OUT, 0, code, "", null, "", none(), 0, 0);
  }

  /** Returns the organiser's change that replaces a code. */
  public static Asked revoke(String code) {
    return new Asked(Kind.REVOKE, 0, code, "", null, "", none(), 0, 0);
  }

  /** Returns the organiser's change that moves a ticket to another order. */
  public static Asked move(String code, String formerOrder) {
    return new Asked(Kind.MOVE, 0, code, "", null, formerOrder, none(), 0, 0);
  }

  private static SortedMap<String, Integer> none() {
    return Collections.emptySortedMap();
  }

  public String listPath() {
    return "checkin_lists/" + list;
  }

  /** Returns the path and the query of a phone's request, without the path of the event. */
  public String path() {
    return listPath()
        + switch (kind) {
          case TICKET ->
              "/tickets/" + subject + "/checkins" + (variant.isEmpty() ? "" : "?" + variant);
          case ORDER -> "/orders/" + subject + "/checkins";
          case COUNT -> "";
          case PAGE -> "/checkins?page=" + page + "&items=" + items;
          case UNDO -> "/checkins/" + subject;
          case LOOK -> "/tickets/" + subject;
          case TAKE_OUT, REVOKE, MOVE ->
              throw new IllegalArgumentException("no request of a phone's");
        };
  }

  public boolean writes() {
    return kind == Kind.TICKET || kind == Kind.ORDER;
  }

  /**
   * Returns whether another request asks for the same, whatever its sender and its key. Two scans
   * of a code are the same if their times are the same. It does not matter who decided them, or how
   * the code was read.
   */
  boolean sameRequest(Asked other) {
    return kind == other.kind
        && list == other.list
        && subject.equals(other.subject)
        && scannedAt().equals(other.scannedAt())
        && wanted.equals(other.wanted);
  }

  /**
   * Returns whether another request is a retry of this one, so that it must get the same answer.
   */
  boolean retries(Asked other) {
    return key != null && keyName().equals(other.keyName()) && sameRequest(other);
  }

  /** Returns the token and the key, or {@code null} without a key. */
  String keyName() {
    return key == null ? null : token + " " + key;
  }

  public int tickets() {
    return kind == Kind.ORDER ? wanted.values().stream().mapToInt(Integer::intValue).sum() : 1;
  }

  /** Returns how many tickets of each type are wanted, as the body of a form. */
  public String form() {
    return wanted.entrySet().stream()
        .map(type -> type.getKey() + "=" + type.getValue())
        .collect(Collectors.joining("&"));
  }

  /** Returns the body of createCheckins for check-ins of single tickets. */
  public static String batch(List<Asked> scans) {
    return Json.writeValue(Map.of("scans", scans.stream().map(Asked::scan).toList()));
  }

  private Map<String, Object> scan() {
    Map<String, Object> scan = new LinkedHashMap<>();
    scan.put("ticket_qr_token", subject());
    scan.put("idempotency_key", key());
    scan.put("online", true);
    for (String parameter : variant().isEmpty() ? new String[0] : variant().split("&")) {
      String[] pair = parameter.split("=", 2);
      scan.put(pair[0], pair[0].equals("scanned_at") ? pair[1] : Boolean.valueOf(pair[1]));
    }
    return scan;
  }
}
