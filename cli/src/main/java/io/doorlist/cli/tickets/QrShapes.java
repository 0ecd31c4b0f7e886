package io.doorlist.cli.tickets;

import io.doorlist.cli.tokens.QrImage;
import java.awt.Shape;
import java.awt.geom.Rectangle2D;
import java.util.List;

/** QR codes as shapes on a page. */
final class QrShapes {
  private QrShapes() {}

  /**
   * Adds a QR code to the shapes of a page. Neighbouring black squares of a row become one box, so
   * that no thin lines appear between them.
   */
  static void add(QrImage code, double left, double top, double side, List<Shape> page) {
    double module = side / code.side();
    for (int y = 0; y < code.side(); y++) {
      int from = -1;
      for (int x = 0; x <= code.side(); x++) {
        boolean black = x < code.side() && code.isBlack(x, y);
        if (black && from < 0) {
          from = x;
        } else if (!black && from >= 0) {
          page.add(
              new Rectangle2D.Double(
                  left + from * module, top + y * module, (x - from) * module, module));
          from = -1;
        }
      }
    }
  }
}
