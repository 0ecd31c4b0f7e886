package io.doorlist.cli.tickets;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.tickets.Lettering.Style;
import io.doorlist.cli.tokens.QrImage;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import java.awt.Shape;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Writes badges as a PDF, one on each page. A badge has the guest's name in letters as large as
 * possible, the company, the ticket type and the code. It looks like a badge that the desk prints.
 */
public final class BadgePdf {
  private static final double MILLIMETRE = 72 / 25.4;
  private static final double GAP = MILLIMETRE;

  /**
   * The heights of a tall badge's parts from top to bottom, in relation to each other. If the guest
   * has no company, the name gets the share of the company, too.
   */
  private static final double[] TALL = {34, 10, 8, 40, 6};

  private static final double[] FLAT = {46, 18, 18, 14};

  /** The width of the code on a wide badge, as a share of the width of the texts beside it. */
  private static final double BESIDE = 0.6;

  private final Lettering lettering = new Lettering();
  private final BadgeSize size;
  private final double side;

  BadgePdf(BadgeSize size) {
    this.size = size;
    this.side = Math.min(size.width(), size.height()) * MILLIMETRE;
  }

  /**
   * Returns a PDF with the badges of all guests whose tickets let them in, sorted by name. Returns
   * empty if there are none.
   */
  public static Optional<byte[]> of(AccountReader reader, Event event, BadgeSize size) {
    List<PrintedTicket> tickets = PrintedTicket.read(reader, event, Mode.LIVE);
    return tickets.isEmpty() ? Optional.empty() : Optional.of(new BadgePdf(size).of(tickets));
  }

  private byte[] of(List<PrintedTicket> tickets) {
    PdfFile file =
        new PdfFile(
            tickets.getFirst().event(), size.width() * MILLIMETRE, size.height() * MILLIMETRE);
    tickets.forEach(ticket -> file.add(size.isFlat() ? flat(ticket) : tall(ticket)));
    return file.bytes();
  }

  private List<Shape> tall(PrintedTicket ticket) {
    List<Shape> page = new ArrayList<>();
    List<Rectangle2D> parts = parts(ticket, inside(3), TALL);
    texts(ticket, parts, page);
    square(ticket, parts.get(parts.size() - 2), page);
    return page;
  }

  /** Lays out a badge that is wider than high, with the code beside the texts. */
  private List<Shape> flat(PrintedTicket ticket) {
    List<Shape> page = new ArrayList<>();
    List<Rectangle2D> parts = parts(ticket, inside(2), FLAT);
    Rectangle2D read = parts.removeLast();
    Rectangle2D upper = parts.getFirst().createUnion(parts.getLast());
    double width = (upper.getWidth() - GAP) / (1 + BESIDE);
    parts.replaceAll(part -> box(part.getX(), part.getY(), width, part.getHeight()));
    parts.add(read);
    texts(ticket, parts, page);
    double left = upper.getX() + width + GAP;
    square(ticket, box(left, upper.getY(), width * BESIDE, upper.getHeight()), page);
    return page;
  }

  /**
   * Fills the first parts with name, company and type, and the last part with the code as a text
   * that people can read out.
   */
  private void texts(PrintedTicket ticket, List<Rectangle2D> parts, List<Shape> page) {
    int next = 0;
    fill(ticket.holder(), Style.BOLD, 0.3, parts.get(next++), page);
    if (ticket.company() != null) {
      fill(ticket.company(), Style.PLAIN, 0.11, parts.get(next++), page);
    }
    fill(ticket.type(), Style.PLAIN, 0.09, parts.get(next), page);
    fill(ticket.readOut(), Style.CODE, 0.06, parts.getLast(), page);
  }

  /**
   * Writes a text into a part.
   *
   * @param share the largest size of letters, as a share of the badge's shorter side
   */
  private void fill(String text, Style style, double share, Rectangle2D part, List<Shape> page) {
    lettering.fill(text == null ? "" : text, style, share * side, part, page);
  }

  private static void square(PrintedTicket ticket, Rectangle2D part, List<Shape> page) {
    double side = Math.min(part.getWidth(), part.getHeight());
    double left = part.getCenterX() - side / 2;
    QrShapes.add(QrImage.of(ticket.code()), left, part.getCenterY() - side / 2, side, page);
  }

  private Rectangle2D inside(double millimetres) {
    double margin = millimetres * MILLIMETRE;
    return box(
        margin,
        margin,
        size.width() * MILLIMETRE - 2 * margin,
        size.height() * MILLIMETRE - 2 * margin);
  }

  /** Divides an area into parts from top to bottom. */
  private static List<Rectangle2D> parts(
      PrintedTicket ticket, Rectangle2D area, double[] withCompany) {
    List<Double> shares = new ArrayList<>(Arrays.stream(withCompany).boxed().toList());
    if (ticket.company() == null) {
      shares.set(0, shares.get(0) + shares.remove(1));
    }
    double all = shares.stream().mapToDouble(share -> share).sum();
    double height = area.getHeight() - (shares.size() - 1) * GAP;
    List<Rectangle2D> parts = new ArrayList<>();
    double top = area.getY();
    for (double share : shares) {
      parts.add(box(area.getX(), top, area.getWidth(), height * share / all));
      top = parts.getLast().getMaxY() + GAP;
    }
    return parts;
  }

  private static Rectangle2D box(double left, double top, double width, double height) {
    return new Rectangle2D.Double(left, top, width, height);
  }
}
