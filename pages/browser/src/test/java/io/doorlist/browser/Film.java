package io.doorlist.browser;

import com.google.zxing.EncodeHintType;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.imageio.ImageIO;

/** A film of somebody who holds a QR code before a camera: tilted, dim, not still, with noise. */
final class Film {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 480;
  private static final int FRAMES = 20;
  private static final int SIDE = 260;

  private Film() {}

  /** Draws a film of one code. */
  static Path of(String text, Path folder) throws Exception {
    return of(List.of(text), folder);
  }

  /** Draws a film of codes that are held up one after the other. */
  static Path of(List<String> texts, Path folder) throws Exception {
    Path film = folder.resolve("film.mjpeg");
    Random random = new Random(7);
    try (OutputStream out = Files.newOutputStream(film)) {
      for (String text : texts) {
        ByteMatrix code =
            Encoder.encode(
                    text, ErrorCorrectionLevel.M, Map.of(EncodeHintType.CHARACTER_SET, "UTF-8"))
                .getMatrix();
        for (int i = 0; i < FRAMES; i++) {
          ImageIO.write(frame(code, random, i), "jpeg", out);
        }
      }
    }
    return film;
  }

  private static BufferedImage frame(ByteMatrix code, Random random, int number) {
    BufferedImage picture = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = picture.createGraphics();
    pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    pen.setColor(new Color(60, 58, 55));
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    pen.translate(WIDTH / 2.0 + 12 * Math.sin(number), HEIGHT / 2.0 + 8 * Math.cos(number));
    pen.rotate(Math.toRadians(9 + number));
    pen.setColor(new Color(176, 172, 164));
    pen.fillRect(-SIDE / 2 - 30, -SIDE / 2 - 30, SIDE + 60, SIDE + 60);
    pen.setColor(new Color(32, 30, 34));
    double module = (double) SIDE / code.getWidth();
    for (int y = 0; y < code.getHeight(); y++) {
      for (int x = 0; x < code.getWidth(); x++) {
        if (code.get(x, y) == 1) {
          pen.fill(
              new java.awt.geom.Rectangle2D.Double(
                  x * module - SIDE / 2.0, y * module - SIDE / 2.0, module, module));
        }
      }
    }
    pen.dispose();
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        int noise = random.nextInt(25) - 12;
        int rgb = picture.getRGB(x, y);
        picture.setRGB(
            x,
            y,
            new Color(noisy(rgb >> 16, noise), noisy(rgb >> 8, noise), noisy(rgb, noise)).getRGB());
      }
    }
    return picture;
  }

  private static int noisy(int channel, int noise) {
    return Math.clamp((channel & 0xff) + noise, 0, 255);
  }
}
