package io.doorlist.cli.reporting;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Rows as a page of HTML. A browser prints it in landscape, with the titles on each sheet. */
record PrintedRows(PrintWriter writer, List<String> columns) {
  private static final int SHORT = 16;
  private static final int LONG_WORD = 24;

  static PrintedRows begin(PrintWriter writer, String title, List<String> columns) {
    writer.println(
        """
        <!doctype html>
        <html><head><meta charset="utf-8"><meta name="robots" content="noindex">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%1$s</title>
        <style>
        @page { size: landscape; margin: 10mm; }
        body { margin: 0; font: 10pt/1.3 system-ui, sans-serif; color: #000; background: #fff; }
        table { width: 100%%; border-collapse: collapse; }
        th, td { padding: 0.8mm 2mm; border-bottom: 0.2mm solid #bbb; text-align: start;
          vertical-align: top; }
        .short { white-space: nowrap; } .long { overflow-wrap: anywhere; }
        td:first-child { font-weight: 600; } tr { break-inside: avoid; }
        h1 { font-size: 14pt; }
        @media screen { body { margin: 4mm; } }
        </style></head><body><h1 dir="auto">%1$s</h1>
        <table><thead><tr>"""
            .formatted(escaped(title)));
    columns.forEach(column -> writer.println("<th>" + escaped(column) + "</th>"));
    writer.println("</tr></thead><tbody>");
    return new PrintedRows(writer, columns);
  }

  void write(Map<String, Object> row) {
    writer.print("<tr>");
    for (String column : columns) {
      Object value = row.get(column);
      String text = value == null ? "" : value.toString();
      writer.print("<td dir=\"auto\"" + width(text) + ">" + escaped(text) + "</td>");
    }
    writer.println("</tr>");
  }

  /**
   * Returns the class of a cell, which says how its text may be broken into lines. A time or a
   * reference stays whole. A word is broken only if it is wider than the sheet.
   */
  private static String width(String text) {
    if (text.length() <= SHORT) {
      return " class=\"short\"";
    }
    boolean wide = Stream.of(text.split("[\\s-]")).anyMatch(word -> word.length() > LONG_WORD);
    return wide ? " class=\"long\"" : "";
  }

  static void end(PrintWriter writer) {
    writer.println("</tbody></table></body></html>");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
