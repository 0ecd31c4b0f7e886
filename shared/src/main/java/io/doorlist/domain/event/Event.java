package io.doorlist.domain.event;

import io.doorlist.domain.Ids;
import io.doorlist.domain.Slug;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What people attend. Its slug is unique in its account; neither slug nor id ever changes.
 *
 * @param timeZone the time zone in which its areas empty, or {@code null} for UTC
 * @param date when it is, or {@code null} if nobody said it
 * @param place where it is, or {@code null} if nobody said it
 * @param desk what a desk may do, or {@code null} if nobody said it
 * @param currency in which guests pay at a desk, by ISO 4217, or {@code null} if nobody said it
 */
public record Event(
    String account,
    long id,
    String slug,
    String title,
    List<TicketType> ticketTypes,
    ZoneId timeZone,
    List<Area> areas,
    LocalDate date,
    String place,
    DeskTerms desk,
    String currency) {
  /** ISO 4217's code for no currency. */
  public static final String NO_CURRENCY = "XXX";

  public Event {
    Slug.check(account);
    Ids.check(id);
    if (!Slug.validForEvent(slug)) {
      throw new IllegalArgumentException("not a slug for an event: " + slug);
    }
    Objects.requireNonNull(title, "title");
    ticketTypes = List.copyOf(ticketTypes);
    areas = List.copyOf(areas);
  }

  public Event(
      String account,
      long id,
      String slug,
      String title,
      List<TicketType> ticketTypes,
      ZoneId timeZone,
      List<Area> areas,
      LocalDate date,
      String place,
      DeskTerms desk) {
    this(account, id, slug, title, ticketTypes, timeZone, areas, date, place, desk, null);
  }

  /** Creates an event for which nobody has said what a desk may do. */
  public Event(
      String account,
      long id,
      String slug,
      String title,
      List<TicketType> ticketTypes,
      ZoneId timeZone,
      List<Area> areas,
      LocalDate date,
      String place) {
    this(account, id, slug, title, ticketTypes, timeZone, areas, date, place, null);
  }

  public Event(
      String account,
      long id,
      String slug,
      String title,
      List<TicketType> ticketTypes,
      ZoneId timeZone,
      List<Area> areas) {
    this(account, id, slug, title, ticketTypes, timeZone, areas, null, null);
  }

  public Event(String account, long id, String slug, String title, List<TicketType> ticketTypes) {
    this(account, id, slug, title, ticketTypes, null, List.of());
  }

  /** Returns when and where it is, in one line; empty if nobody said it. */
  public String whenAndWhere() {
    return Stream.of(date, place)
        .filter(Objects::nonNull)
        .map(Object::toString)
        .collect(Collectors.joining(" · "));
  }

  /** Returns what a desk may do, which is nothing if nobody has said it. */
  public DeskTerms deskTerms() {
    return desk == null ? DeskTerms.NONE : desk;
  }

  /** Returns the event with these terms for desks. */
  public Event with(DeskTerms terms) {
    return with(ticketTypes, terms, currency);
  }

  /** Returns the event with this currency. */
  public Event in(String otherCurrency) {
    return with(ticketTypes, desk, otherCurrency);
  }

  /** Returns the event with these ticket types. */
  public Event with(List<TicketType> types) {
    return with(types, desk, currency);
  }

  private Event with(List<TicketType> types, DeskTerms terms, String money) {
    return new Event(account, id, slug, title, types, timeZone, areas, date, place, terms, money);
  }

  /**
   * Returns the event completed from a stored version. What this version does not say about desks,
   * currency and prices is taken from the stored one.
   */
  public Event over(Event stored) {
    return with(
        ticketTypes.stream()
            .map(
                type ->
                    type.price() == null
                        ? type.withPrice(
                            stored.ticketType(type.slug()).map(TicketType::price).orElse(null))
                        : type)
            .toList(),
        desk == null ? stored.desk : desk,
        currency == null ? stored.currency : currency);
  }

  /** Returns whether guests can pay at its desks. */
  public boolean hasCurrency() {
    return currency != null && !currency.equals(NO_CURRENCY);
  }

  /**
   * Returns the price, in cents, for a guest whom a desk adds with this ticket type. It is 0 if
   * desks take no money.
   */
  public long priceAtDesk(String type) {
    return hasCurrency() && deskTerms().takeMoney()
        ? ticketType(type).map(TicketType::price).orElse(0L)
        : 0;
  }

  public ZoneId zone() {
    return timeZone == null ? ZoneOffset.UTC : timeZone;
  }

  public Optional<Area> area(String slug) {
    return areas.stream().filter(area -> area.slug().equals(slug)).findFirst();
  }

  public Optional<TicketType> ticketType(String slug) {
    return ticketTypes.stream().filter(type -> type.slug().equals(slug)).findFirst();
  }

  /** Returns the name of a ticket type, or its slug if the event no longer has it. */
  public String nameOfType(String slug) {
    return ticketType(slug).map(TicketType::name).orElse(slug);
  }
}
