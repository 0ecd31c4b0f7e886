package io.doorlist.cli.tokens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.LuminanceSource;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QrImageTest {
  private static final String TEXT =
      "https://door.example.org/-/scan#account=acme&event=spring-gala&token=dl_live_0123456789";
  private static final int SCALE = 8;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lines_areReadable_onDarkAndLightTerminals(boolean dark) throws ReaderException {
    List<String> lines = QrImage.of(TEXT).lines(true);

    assertEquals(TEXT, read(screen(lines, dark)));
  }

  @Test
  void lines_withoutColours_haveNoEscapes_andAreReadableOnALightTerminal() throws ReaderException {
    List<String> lines = QrImage.of(TEXT).lines(false);

    assertTrue(lines.stream().noneMatch(line -> line.contains("\u001B")));
    assertEquals(TEXT, read(screen(lines, false)));
  }

  @Test
  void writeTo_makesAPngThatReads() throws IOException, ReaderException {
    Path file = folder.resolve("phone.PNG");

    QrImage.of(TEXT).writeTo(file);

    BufferedImage image = ImageIO.read(file.toFile());
    int[][] grey = new int[image.getHeight()][image.getWidth()];
    for (int y = 0; y < grey.length; y++) {
      for (int x = 0; x < grey[y].length; x++) {
        grey[y][x] = image.getRGB(x, y) & 0xff;
      }
    }
    assertEquals(TEXT, read(grey));
    // It has a token.
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }
  }

  @Test
  void writeTo_makesAnSvgOfTheSameModules() throws IOException {
    Path file = folder.resolve("phone.svg");

    QrImage.of(TEXT).writeTo(file);

    String svg = Files.readString(file);
    long black =
        QrImage.of(TEXT).lines(false).stream()
            .flatMapToInt(String::chars)
            .map(c -> c == '\u2588' ? 2 : c == ' ' ? 0 : 1)
            .sum();
    assertEquals(black, svg.split("h1v1h-1z", -1).length - 1);
    assertTrue(svg.startsWith("<svg "), svg);
  }

  @Test
  void canWrite_knowsTwoKinds() {
    assertTrue(QrImage.canWrite(Path.of("a.png")));
    assertTrue(QrImage.canWrite(Path.of("a.SVG")));
    assertFalse(QrImage.canWrite(Path.of("a.gif")));
  }

  /** What the terminal shows: light and dark cells, half a character high. */
  private static int[][] screen(List<String> lines, boolean dark) {
    List<String> texts =
        lines.stream().map(line -> line.replaceAll("\u001B\\[[0-9;]*m", "")).toList();
    boolean coloured = lines.getFirst().startsWith("\u001B[38;5;16;48;5;231m");
    int ink = coloured || !dark ? 0 : 255;
    int margin = 4;
    int[][] grey =
        new int[(texts.size() * 2 + 2 * margin) * SCALE]
            [(texts.getFirst().length() + 2 * margin) * SCALE];
    for (int y = 0; y < grey.length; y++) {
      for (int x = 0; x < grey[y].length; x++) {
        int row = y / SCALE - margin;
        int column = x / SCALE - margin;
        boolean inside =
            row >= 0 && row < texts.size() * 2 && column >= 0 && column < texts.getFirst().length();
        if (inside) {
          char c = texts.get(row / 2).charAt(column);
          boolean filled = c == '\u2588' || c == (row % 2 == 0 ? '\u2580' : '\u2584');
          grey[y][x] = filled ? ink : 255 - ink;
        } else {
          grey[y][x] = dark ? 0 : 255;
        }
      }
    }
    return grey;
  }

  private static String read(int[][] grey) throws ReaderException {
    int[] pixels =
        Stream.of(grey).flatMapToInt(IntStream::of).map(each -> each * 0x10101).toArray();
    LuminanceSource source = new RGBLuminanceSource(grey[0].length, grey.length, pixels);
    return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
  }
}
