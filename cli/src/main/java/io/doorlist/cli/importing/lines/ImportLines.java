package io.doorlist.cli.importing.lines;

import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads import lines: JSON objects, distinguished by {@code kind}. */
public final class ImportLines {
  private static final int MAX_TICKET_TYPES = 1_000;

  private static final int MAX_SERIES_DATES = 1_000;

  private static final Set<String> ACCOUNT = Set.of("kind", "slug", "name");
  private static final Set<String> EVENT =
      Set.of("kind", "account", "id", "slug", "title", "ticket_types", "time_zone", "areas");
  private static final Set<String> TICKET_TYPE =
      Set.of("id", "slug", "name", "note", "attention", "product", "variation");
  private static final Set<String> CHECKIN_LIST =
      Set.of(
          ("kind account event id name ticket_types include_pending series_dates opens_at "
                  + "closes_at area reentry addon_match rules rule_dates")
              .split(" "));

  private ImportLines() {}

  /**
   * Reads one line.
   *
   * @throws RefusedLine if it is not JSON, not an object, or not a valid import line
   */
  public static ImportLine read(String text) throws RefusedLine {
    return read(members(text));
  }

  /**
   * Reads the members of one line.
   *
   * @throws RefusedLine if they are not those of a valid import line
   */
  public static ImportLine read(Map<String, Object> members) throws RefusedLine {
    if (!members.containsKey("kind")) {
      throw new RefusedLine("kind", "is missing");
    }
    return switch (String.valueOf(members.get("kind"))) {
      case "account" -> account(new Fields(members, "", ACCOUNT));
      case "event" -> event(new Fields(members, "", EVENT));
      case "checkin_list" -> checkinList(new Fields(members, "", CHECKIN_LIST));
      case "order" -> OrderFields.read(new Fields(members, "", OrderFields.ORDER));
      default ->
          throw new RefusedLine("kind", "must be one of account, event, checkin_list, order");
    };
  }

  private static Map<String, Object> members(String text) throws RefusedLine {
    try {
      return Json.readObject(text);
    } catch (MalformedJsonException e) {
      throw new RefusedLine(null, "column " + e.column() + ": " + e.reason());
    }
  }

  private static ImportLine account(Fields line) throws RefusedLine {
    return new ImportLine.AccountLine(new Account(line.slug("slug"), line.text("name")));
  }

  private static ImportLine event(Fields line) throws RefusedLine {
    List<TicketType> types = new ArrayList<>();
    Set<Long> ids = new HashSet<>();
    Set<String> slugs = new HashSet<>();
    for (Fields type : line.objects("ticket_types", MAX_TICKET_TYPES, TICKET_TYPE)) {
      Long product = type.optionalId("product");
      types.add(
          new TicketType(
              type.id("id"),
              type.slug("slug"),
              type.text("name"),
              type.optionalText("note"),
              Boolean.TRUE.equals(type.optionalFlag("attention")),
              product == null ? type.id("id") : product,
              type.optionalId("variation")));
      if (!ids.add(types.getLast().id())) {
        throw new RefusedLine(type.at("id"), "occurs twice");
      }
      if (!slugs.add(types.getLast().slug())) {
        throw new RefusedLine(type.at("slug"), "occurs twice");
      }
    }
    return new ImportLine.EventLine(
        new Event(
            line.slug("account"),
            line.id("id"),
            line.eventSlug("slug"),
            line.text("title"),
            types,
            AreaFields.timeZone(line),
            AreaFields.areas(line)));
  }

  private static ImportLine checkinList(Fields line) throws RefusedLine {
    return new ImportLine.CheckinListLine(
        line.slug("account"),
        line.eventSlug("event"),
        new ListDefinition(
            line.id("id"),
            line.text("name"),
            line.optionalSlugs("ticket_types"),
            new ListTerms(
                Boolean.TRUE.equals(line.optionalFlag("include_pending")),
                line.optionalTexts("series_dates", MAX_SERIES_DATES),
                line.optionalTime("opens_at"),
                line.optionalTime("closes_at"),
                line.optionalWord("area"),
                AreaFields.reentry(line),
                RuleFields.read(line),
                Boolean.TRUE.equals(line.optionalFlag("addon_match")))));
  }
}
