package io.doorlist.browser;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.imageio.ImageIO;

/** A film of somebody who holds QR codes in front of a camera: moving, tilted and in dim light. */
final class Film {
  private static final int FRAMES = 20;
  private static final Harm[] HARMS = {Harm.TILTED, Harm.DIM, Harm.BLURRED, Harm.CREASED};

  private Film() {}

  /** Draws a film of one code. */
  static Path of(String text, Path folder) throws Exception {
    return of(List.of(text), folder);
  }

  /** Draws a film of a wall. */
  static Path still(Path folder) throws Exception {
    return Files.write(
        folder.resolve("still.mjpeg"), frame(new byte[Picture.WIDTH * Picture.HEIGHT]));
  }

  /** Draws a film of a QR code with a Code 128 beside it. */
  static Path beside(String text, String lines, Path folder) throws Exception {
    Path film = folder.resolve("beside.mjpeg");
    Random random = new Random(7);
    try (OutputStream out = Files.newOutputStream(film)) {
      for (int i = 0; i < FRAMES; i++) {
        out.write(frame(Picture.beside(text, lines, random)));
      }
    }
    return film;
  }

  /** Draws a film of codes that are held up one after the other. */
  static Path of(List<String> texts, Path folder) throws Exception {
    Path film = folder.resolve("film.mjpeg");
    Random random = new Random(7);
    Map<String, byte[]> drawn = new HashMap<>();
    try (OutputStream out = Files.newOutputStream(film)) {
      for (String text : texts) {
        if (!drawn.containsKey(text)) {
          drawn.put(text, frames(text, random));
        }
        out.write(drawn.get(text));
      }
    }
    return film;
  }

  private static byte[] frames(String text, Random random) throws Exception {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    for (int i = 0; i < FRAMES; i++) {
      frames.write(frame(Picture.of(text, HARMS[i % HARMS.length], random)));
    }
    return frames.toByteArray();
  }

  private static byte[] frame(byte[] pixels) throws IOException {
    BufferedImage frame =
        new BufferedImage(Picture.WIDTH, Picture.HEIGHT, BufferedImage.TYPE_BYTE_GRAY);
    frame.getRaster().setDataElements(0, 0, Picture.WIDTH, Picture.HEIGHT, pixels);
    ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
    ImageIO.write(frame, "jpeg", jpeg);
    return jpeg.toByteArray();
  }
}
