package io.doorlist.cli.tickets;

import io.doorlist.cli.tokens.QrImage;

/** The printable page of tickets: one file that needs no other. */
final class TicketPage {
  static final String FOOT = "</body></html>";

  private TicketPage() {}

  static String head(String title) {
    return """
        <!doctype html>
        <html><head><meta charset="utf-8"><meta name="robots" content="noindex">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s</title>
        <style>
        body { margin: 0; font: 16px/1.4 system-ui, sans-serif; text-align: center; }
        section { break-after: page; padding: 12mm; }
        section:last-child { break-after: auto; }
        svg { width: 70mm; max-width: 100%%; }
        h1 { font-size: 20px; } p { margin: 0; } .name { font-size: 24px; font-weight: 600; }
        @media screen { section { border-bottom: 1px dashed #999; } }
        </style></head><body>"""
        .formatted(escaped(title));
  }

  /** One ticket on its own sheet of paper. */
  record Sheet(String event, String name, String type, String reference, String code) {
    String html() {
      return """
          <section><h1 dir="auto">%s</h1>%s<p class="name" dir="auto">%s</p>\
          <p dir="auto">%s</p><p><bdi>%s</bdi></p></section>"""
          .formatted(
              escaped(event),
              QrImage.of(code).svg().strip(),
              escaped(name),
              escaped(type),
              escaped(reference));
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
