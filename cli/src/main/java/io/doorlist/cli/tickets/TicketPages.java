package io.doorlist.cli.tickets;

import io.doorlist.cli.console.Console;
import io.doorlist.cli.tokens.QrImage;
import java.util.List;

/**
 * Writes tickets as pages of HTML, with one or several on a page. A browser prints them on A4 or
 * Letter paper.
 */
final class TicketPages {
  /** The height within the margins of Letter paper, which is shorter than A4. */
  private static final int HEIGHT_MM = 256;

  /**
   * How tickets are arranged on a page.
   *
   * @param beside whether the text is beside the QR code; otherwise it is below
   * @param qrMm the width of the QR code
   */
  private record Layout(int columns, int rows, boolean beside, int qrMm, int textPt) {}

  private final Layout layout;

  private TicketPages(Layout layout) {
    this.layout = layout;
  }

  /**
   * Creates pages with this many tickets each.
   *
   * @throws IllegalArgumentException if the number is not 1, 2, 4 or 8
   */
  static TicketPages of(int perPage) {
    return new TicketPages(
        switch (perPage) {
          case 1 -> new Layout(1, 1, false, 100, 16);
          case 2 -> new Layout(1, 2, true, 80, 14);
          case 4 -> new Layout(2, 2, false, 60, 11);
          case 8 -> new Layout(2, 4, true, 40, 10);
          default -> throw new IllegalArgumentException("not 1, 2, 4 or 8: " + perPage);
        });
  }

  void print(String title, List<PrintedTicket> tickets, Console console) {
    console.out().println(head(title));
    int perPage = layout.columns * layout.rows;
    for (int from = 0; from < tickets.size(); from += perPage) {
      console.out().println("<main>");
      tickets.subList(from, Math.min(tickets.size(), from + perPage)).stream()
          .map(TicketPages::html)
          .forEach(console.out()::println);
      console.out().println("</main>");
    }
    console.result("</body></html>");
    console.requireWritten();
  }

  private String head(String title) {
    return """
        <!doctype html>
        <html><head><meta charset="utf-8"><meta name="robots" content="noindex">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s</title>
        <style>
        @page { margin: 8mm; }
        * { box-sizing: border-box; margin: 0; }
        body { font: %dpt/1.3 system-ui, sans-serif; color: #000; background: #fff; }
        main { display: grid; grid: repeat(%d, %dmm) / repeat(%d, 1fr); break-after: page; }
        main:last-child { break-after: auto; }
        section { display: flex; flex-direction: %s; align-items: center; justify-content: center;
          gap: 4mm; padding: 4mm; border: 0.2mm dashed #aaa; overflow: hidden; }
        figure { flex: none; width: %dmm; text-align: center; }
        svg { display: block; width: 100%%; }
        section > div { min-width: 0; max-width: 100%%; text-align: %s; }
        p, h1 { overflow-wrap: anywhere; overflow: hidden; display: -webkit-box;
          -webkit-box-orient: vertical; -webkit-line-clamp: 3; }
        h1 { font-size: 1.1em; } .name { font-size: 1.4em; font-weight: 600; margin-top: 0.2em; }
        figcaption { font: 0.75em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; text-wrap: balance; }
        @media screen { main { max-width: 194mm; margin: 8mm auto; } }
        </style></head><body>"""
        .formatted(
            escaped(title),
            layout.textPt,
            layout.rows,
            HEIGHT_MM / layout.rows,
            layout.columns,
            layout.beside ? "row" : "column",
            layout.qrMm,
            layout.beside ? "start" : "center");
  }

  private static String html(PrintedTicket ticket) {
    return """
        <section><figure>%s<figcaption dir="ltr">%s</figcaption></figure>\
        <div><h1 dir="auto">%s</h1>%s<p class="name" dir="auto">%s</p>\
        <p dir="auto">%s</p><p><bdi>%s</bdi></p></div></section>"""
        .formatted(
            QrImage.of(ticket.code()).svg().strip(),
            escaped(ticket.readOut()),
            escaped(ticket.event()),
            ticket.whenAndWhere().isEmpty()
                ? ""
                : "<p dir=\"auto\">" + escaped(ticket.whenAndWhere()) + "</p>",
            escaped(ticket.name()),
            escaped(ticket.type()),
            escaped(ticket.reference()));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
