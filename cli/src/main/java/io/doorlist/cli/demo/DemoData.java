package io.doorlist.cli.demo;

import io.doorlist.cli.lines.ImportLine;
import io.doorlist.cli.lines.ImportLines;
import io.doorlist.cli.lines.RefusedLine;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import java.util.List;

/**
 * The demo data: an account with three events and their orders, always the same.
 *
 * @param orders how many orders the largest event has
 */
public record DemoData(int orders) {
  public static final String ACCOUNT = "demo";

  public static final String LARGEST = "summer-festival";

  public static final int ORDERS = 320;

  /** With more orders, the ids of live orders would reach those of test orders. */
  static final int MAX_ORDERS = 500_000;

  /** The account, its events and their lists. */
  static final List<ImportLine> PARENTS =
      """
      {"kind":"account","slug":"demo","name":"Demo Events"}
      {"kind":"event","account":"demo","id":1,"slug":"summer-festival","title":"Summer Festival",\
      "ticket_types":[{"id":1,"slug":"day","name":"Day"},{"id":2,"slug":"weekend","name":"Weekend"},\
      {"id":3,"slug":"vip","name":"VIP"},{"id":4,"slug":"child","name":"Child"},\
      {"id":5,"slug":"crew","name":"Crew"}],"time_zone":"Europe/Berlin","areas":[\
      {"slug":"site","name":"Festival site","capacity":600}],"desk":{"add_guests":{\
      "types":["day","weekend","child"],"per_hour":120},"correct_guests":true}}
      {"kind":"checkin_list","account":"demo","event":"summer-festival","id":1,"name":"Main gate",\
      "area":"site","reentry":"after_exit"}
      {"kind":"checkin_list","account":"demo","event":"summer-festival","id":2,"name":"VIP lounge",\
      "ticket_types":["vip","crew"]}
      {"kind":"checkin_list","account":"demo","event":"summer-festival","id":3,"name":"Camping",\
      "ticket_types":["weekend","vip","child"]}
      {"kind":"checkin_list","account":"demo","event":"summer-festival","id":4,\
      "name":"Family area – spielen & malen","ticket_types":["child","day"]}
      {"kind":"checkin_list","account":"demo","event":"summer-festival","id":5,\
      "name":"Smoking door","area":"site","reentry":"after_exit"}
      {"kind":"event","account":"demo","id":2,"slug":"jazz-night","title":"Jazz Night",\
      "ticket_types":[{"id":1,"slug":"seated","name":"Seated"},\
      {"id":2,"slug":"standing","name":"Standing"}]}
      {"kind":"checkin_list","account":"demo","event":"jazz-night","id":1,"name":"Doors"}
      {"kind":"checkin_list","account":"demo","event":"jazz-night","id":2,"name":"Balcony",\
      "ticket_types":["seated"]}
      {"kind":"event","account":"demo","id":3,"slug":"ceramics-workshop",\
      "title":"Ceramics Workshop · 陶芸","ticket_types":[{"id":1,"slug":"place","name":"Place"}]}
      {"kind":"checkin_list","account":"demo","event":"ceramics-workshop","id":1,\
      "name":"Front desk","ticket_types":["place"]}
      """
          .lines()
          .map(DemoData::line)
          .toList();

  private static ImportLine line(String text) {
    try {
      return ImportLines.read(text);
    } catch (RefusedLine e) {
      throw new IllegalStateException(text, e);
    }
  }

  static List<Event> events() {
    return PARENTS.stream()
        .filter(ImportLine.EventLine.class::isInstance)
        .map(line -> ((ImportLine.EventLine) line).event())
        .toList();
  }

  int orders(Event event, Mode mode) {
    boolean live = mode == Mode.LIVE;
    return switch (event.slug()) {
      case LARGEST -> live ? orders : 20;
      case "jazz-night" -> live ? 48 : 4;
      default -> live ? 7 : 2;
    };
  }
}
