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
 * @param timeZone in which its areas empty, or {@code null} for UTC
 * @param date when it is, as far as anybody said it; else {@code null}
 * @param place where it is, as far as anybody said it; else {@code null}
 * @param desk what a desk may do, as far as anybody said it; else {@code null}
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
    DeskTerms desk) {
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

  /** Creates an event of which nobody said what a desk may do. */
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

  /** Returns what a desk may do; nothing if nobody said it. */
  public DeskTerms deskTerms() {
    return desk == null ? DeskTerms.NONE : desk;
  }

  /** Returns the event, for a desk that may do this. */
  public Event with(DeskTerms terms) {
    return new Event(account, id, slug, title, ticketTypes, timeZone, areas, date, place, terms);
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
