package io.doorlist.phone.browser;

import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;
import org.teavm.jso.JSExport;

/** Draws QR codes, for the page of demo tickets. */
public final class Drawing {
  private Drawing() {}

  /**
   * Returns the modules of a code for a web address, row by row from the top left: 1 is dark. Their
   * number is a square; the caller adds the quiet zone.
   */
  @JSExport
  public static byte[] modules(String text) {
    ByteMatrix matrix;
    try {
      matrix = Encoder.encode(text, ErrorCorrectionLevel.M).getMatrix();
    } catch (WriterException e) {
      throw new IllegalArgumentException("too long for a QR code", e);
    }
    int size = matrix.getWidth();
    byte[] modules = new byte[size * size];
    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size; x++) {
        modules[y * size + x] = matrix.get(x, y);
      }
    }
    return modules;
  }

  /** TeaVM requires a main method; there is nothing to do. */
  public static void main(String[] arguments) {}
}
