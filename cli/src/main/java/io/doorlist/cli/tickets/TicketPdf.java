package io.doorlist.cli.tickets;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.tickets.Lettering.Style;
import io.doorlist.cli.tokens.QrImage;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import java.awt.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes tickets as PDFs, one ticket on each page of size A6. A phone shows such a page as a whole,
 * and any printer can print it.
 */
public final class TicketPdf {
  private static final double MILLIMETRE = 72 / 25.4;
  private static final double WIDTH = 105 * MILLIMETRE;
  private static final double HEIGHT = 148 * MILLIMETRE;
  private static final double MARGIN = 8 * MILLIMETRE;
  private static final double TEXT = WIDTH - 2 * MARGIN;
  private static final double QR = 64 * MILLIMETRE;
  private static final double GAP = 2 * MILLIMETRE;

  private final Lettering lettering = new Lettering();

  /**
   * Returns a PDF of those tickets of an event that let somebody in, sorted by name. Returns empty
   * if there are none.
   */
  public static Optional<byte[]> of(AccountReader reader, Event event, Mode mode) {
    List<PrintedTicket> tickets = PrintedTicket.read(reader, event, mode);
    return tickets.isEmpty() ? Optional.empty() : Optional.of(new TicketPdf().of(tickets));
  }

  /** Returns whether this machine's fonts have all letters of a ticket. */
  boolean canWrite(PrintedTicket ticket) {
    return lettering.has(
        ticket.event()
            + ticket.whenAndWhere()
            + ticket.name()
            + ticket.type()
            + ticket.reference());
  }

  /** Returns a file with a page for each ticket. All tickets must be of one event. */
  byte[] of(List<PrintedTicket> tickets) {
    PdfFile file = new PdfFile(tickets.getFirst().event(), WIDTH, HEIGHT);
    tickets.forEach(ticket -> file.add(page(ticket)));
    return file.bytes();
  }

  private List<Shape> page(PrintedTicket ticket) {
    List<Shape> page = new ArrayList<>();
    double y = text(ticket.event(), Style.BOLD, 15, 2, MARGIN, page);
    if (!ticket.whenAndWhere().isEmpty()) {
      y = text(ticket.whenAndWhere(), Style.PLAIN, 10, 2, y, page);
    }
    y += GAP;
    QrShapes.add(QrImage.of(ticket.code()), (WIDTH - QR) / 2, y, QR, page);
    y += QR;
    y = text(ticket.readOut(), Style.CODE, 9.5, 2, y, page);
    y = text(ticket.name(), Style.BOLD, 20, 2, y + GAP, page);
    y = text(ticket.type(), Style.PLAIN, 12, 2, y, page);
    text(ticket.reference(), Style.PLAIN, 10, 1, y, page);
    return page;
  }

  private double text(
      String text, Style style, double points, int lines, double top, List<Shape> page) {
    return lettering.centre(text, style, points, lines, MARGIN, TEXT, top, page);
  }
}
