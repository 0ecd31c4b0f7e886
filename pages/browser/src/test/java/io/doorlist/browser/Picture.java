package io.doorlist.browser;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.EncodeHintType;
import com.google.zxing.MultiFormatWriter;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import java.util.Map;
import java.util.Random;

/**
 * A camera's picture of a code on a card, as grey pixels. The card has a fifth of white border on
 * each side of the code; lengths on it are in widths of the code, from its middle.
 */
record Picture(
    BitMatrix code,
    BitMatrix beside,
    double height,
    Harm harm,
    Random random,
    double[][] toCard,
    double glareX,
    double glareY) {
  static final int WIDTH = 1280;
  static final int HEIGHT = 720;

  private static final double FOCUS = 1400;
  private static final double NEAR_BY = 3;
  private static final double WIDE = 1.5;
  private static final double BORDER = 0.2;
  private static final double LINES = 0.3;
  private static final double FOLD = 0.03;

  /** What the standard recommends for texts of this length. */
  private static final int PDF_417_LEVEL = 4;

  private static final double FOLD_SHADOW = 0.012;
  private static final double GLARE_RADIUS = 0.13;
  private static final int BLUR_PIXELS = 8;
  private static final double SCREEN_PIXELS = 431;

  /** Returns the pixels of a picture of a QR code, row by row, 0 for black. */
  static byte[] of(String text, Harm harm, Random random) throws WriterException {
    return of(text, BarcodeFormat.QR_CODE, harm, random);
  }

  /** Returns the pixels of a picture, row by row, 0 for black. */
  static byte[] of(String text, BarcodeFormat format, Harm harm, Random random)
      throws WriterException {
    Map<EncodeHintType, Object> hints =
        format == BarcodeFormat.PDF_417
            ? Map.of(EncodeHintType.MARGIN, 0, EncodeHintType.ERROR_CORRECTION, PDF_417_LEVEL)
            : Map.of(EncodeHintType.MARGIN, 0);
    BitMatrix code = new MultiFormatWriter().encode(text, format, 1, 1, hints);
    String other = new StringBuilder(text).reverse().toString();
    BitMatrix beside = new MultiFormatWriter().encode(other, format, 1, 1, hints);
    double height =
        format == BarcodeFormat.CODE_128 ? LINES : 1.0 * code.getHeight() / code.getWidth();
    double lean = harm == Harm.TILTED ? Math.toRadians(25 + random.nextInt(25)) : 0.05;
    double turn =
        harm == Harm.TILTED || harm == Harm.ROTATED ? random.nextDouble() * 2 * Math.PI : 0.1;
    double distance =
        format == BarcodeFormat.QR_CODE || format == BarcodeFormat.AZTEC ? NEAR_BY : WIDE;
    distance *= harm == Harm.FAR || harm == Harm.BESIDE ? 2 : harm == Harm.SMALL ? 4 : 1;
    double[][] toCard = toCard(lean, turn, distance, random);
    double glareX = random.nextDouble() * 0.3;
    double glareY = random.nextDouble() * 0.3;
    return new Picture(code, beside, height, harm, random, toCard, glareX, glareY).draw();
  }

  /** Returns the pixels of a QR code with a Code 128 to its right, held straight. */
  static byte[] beside(String text, String lines, Random random) throws WriterException {
    Map<EncodeHintType, Object> hints = Map.of(EncodeHintType.MARGIN, 0);
    BitMatrix code = new MultiFormatWriter().encode(text, BarcodeFormat.QR_CODE, 1, 1, hints);
    BitMatrix other = new MultiFormatWriter().encode(lines, BarcodeFormat.CODE_128, 1, 1, hints);
    double[][] toCard = toCard(0.05, 0.02, 1.4 * NEAR_BY, random);
    return new Picture(code, other, 1, Harm.BESIDE, random, toCard, 0, 0).draw();
  }

  private byte[] draw() {
    byte[] pixels = new byte[WIDTH * HEIGHT];
    double noise = harm == Harm.DIM ? 7 : 4;
    double way = random.nextDouble() * Math.PI;
    boolean blurred = harm == Harm.BLURRED;
    int samples = blurred ? BLUR_PIXELS : 2;
    double right = blurred ? Math.cos(way) : 0.5;
    double down = blurred ? Math.sin(way) : 0.5;
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        double light = 0;
        for (int i = 0; i < samples; i++) {
          light += light(x + i * right, y + i * down);
        }
        double grey = exposed(light / samples, x) + noise * random.nextGaussian();
        pixels[y * WIDTH + x] = (byte) Math.clamp(Math.round(grey), 0, 255);
      }
    }
    return pixels;
  }

  /** Returns the camera's pixel for light between 0 and 1. */
  private double exposed(double light, int x) {
    return harm == Harm.DIM ? (28 + 46 * light) * (0.7 + 0.5 * x / WIDTH) : 30 + 190 * light;
  }

  /** Returns how light a place of the picture is, between 0 and 1. */
  private double light(double x, double y) {
    double[] at = {(x - WIDTH / 2.0) / FOCUS, (y - HEIGHT / 2.0) / FOCUS, 1};
    double depth = row(toCard[2], at);
    double u = row(toCard[0], at) / depth;
    double v = row(toCard[1], at) / depth;
    double shade = 1;
    if (harm == Harm.CREASED) {
      shade = Math.min(shade(u), shade(v));
      double foldedU = u > 0.05 ? u * (1 + FOLD) : u + FOLD * 0.5 * Math.max(0, v);
      double foldedV = v > -0.08 ? v + FOLD * 0.6 * Math.max(0, u) : v * (1 - FOLD);
      u = foldedU;
      v = foldedV;
    }
    if (harm == Harm.GLARE && Math.hypot(u - glareX, v - glareY) < GLARE_RADIUS) {
      return 1;
    }
    BitMatrix card = harm == Harm.BESIDE && u > 0 ? beside : code;
    if (harm == Harm.BESIDE) {
      u += u > 0 ? -0.5 - BORDER : 0.5 + BORDER;
    }
    if (Math.abs(u) > 0.5 + BORDER || Math.abs(v) > height / 2 + BORDER) {
      return 0.2;
    }
    if (harm == Harm.ON_SCREEN && Math.floorMod((long) Math.floor(3 * SCREEN_PIXELS * u), 3) == 0) {
      shade = 0.5;
    }
    int column = (int) Math.floor((u + 0.5) * card.getWidth());
    int line = (int) Math.floor((v / height + 0.5) * card.getHeight());
    boolean inside =
        column >= 0 && line >= 0 && column < card.getWidth() && line < card.getHeight();
    boolean dark = (inside && card.get(column, line)) != (harm == Harm.INVERTED);
    return shade * (dark ? 0.1 : 0.95);
  }

  /** Returns how light a fold's sides are: one is turned away from the lamp. */
  private static double shade(double fromFold) {
    return Math.abs(fromFold) < FOLD_SHADOW ? 0.6 : fromFold > 0 ? 1 : 0.85;
  }

  /** Returns the matrix that maps a ray from the camera to a place on the card. */
  private static double[][] toCard(double lean, double turn, double distance, Random random) {
    double dx = (random.nextDouble() - 0.5) * 0.2;
    double dy = (random.nextDouble() - 0.5) * 0.1;
    // The card's axes and its middle, seen from the camera; rotated first, then tilted back.
    double[][] card = {
      {Math.cos(turn), -Math.sin(turn), dx},
      {Math.sin(turn) * Math.cos(lean), Math.cos(turn) * Math.cos(lean), dy},
      {Math.sin(turn) * Math.sin(lean), Math.cos(turn) * Math.sin(lean), distance}
    };
    double[][] inverse = new double[3][3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        // Up to a factor, which does not change the place on the card.
        inverse[j][i] =
            card[(i + 1) % 3][(j + 1) % 3] * card[(i + 2) % 3][(j + 2) % 3]
                - card[(i + 1) % 3][(j + 2) % 3] * card[(i + 2) % 3][(j + 1) % 3];
      }
    }
    return inverse;
  }

  private static double row(double[] row, double[] vector) {
    return row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2];
  }
}
