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
 * A client's request; a retry is equal to it.
 *
 * @param list check-in list id; 0 for the organiser's changes
 * @param subject QR code of a ticket or an order, or "" for reads
 * @param token who asks
 * @param key idempotency key, or {@code null}
 * @param variant what else distinguishes the request: query parameters, or for {@link Kind#MOVE}
 *     the former order's code
 * @param wanted ticket type to how many, for {@link Kind#ORDER}
 * @param page for {@link Kind#PAGE}
 * @param items on the page
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
  /** The token of those who may undo everything. */
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
    /** Undo a check-in, which {@code subject} names by its id. */
    UNDO,
    /** Look at a ticket, and write nothing (getAdmission). */
    LOOK,
    /** The organiser makes a ticket void, blocks it or leaves it out of its order, for good. */
    TAKE_OUT,
    /** The organiser gives a ticket another code than {@code subject}, for good. */
    REVOKE,
    /** The organiser moves a ticket out of an order, for good. */
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

  /** Returns whether the device reports that it has let the ticket in already. */
  public boolean offline() {
    return kind == Kind.TICKET && variant.contains("online=false");
  }

  /** Returns the identity of an offline admission: its key or, without one, its contents. */
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

  /** Returns the path of a phone's request after that of the event, with the query. */
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
   * Returns whether another request is the same, regardless of sender and key. A scan is the same
   * if its time is, whoever decided it and however its code was read.
   */
  boolean sameRequest(Asked other) {
    return kind == other.kind
        && list == other.list
        && subject.equals(other.subject)
        && scannedAt().equals(other.scannedAt())
        && wanted.equals(other.wanted);
  }

  /** Returns whether another request is a retry of this one, which must get the same answer. */
  boolean retries(Asked other) {
    return key != null && keyName().equals(other.keyName()) && sameRequest(other);
  }

  /** Returns the key together with its token, or {@code null}. */
  String keyName() {
    return key == null ? null : token + " " + key;
  }

  public int tickets() {
    return kind == Kind.ORDER ? wanted.values().stream().mapToInt(Integer::intValue).sum() : 1;
  }

  /** Returns how many tickets of each type are wanted, as a form. */
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
