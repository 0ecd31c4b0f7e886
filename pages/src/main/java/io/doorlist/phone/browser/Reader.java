package io.doorlist.phone.browser;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.Binarizer;
import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.LuminanceSource;
import com.google.zxing.PlanarYUVLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.GlobalHistogramBinarizer;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.util.List;
import java.util.Map;
import org.teavm.jso.JSExport;

/**
 * Reads QR codes from pictures if the browser itself cannot. The page loads it only then, as it is
 * larger than all the rest.
 */
public final class Reader {
  private static final Map<DecodeHintType, Object> HINTS =
      Map.of(
          DecodeHintType.TRY_HARDER,
          Boolean.TRUE,
          DecodeHintType.POSSIBLE_FORMATS,
          List.of(BarcodeFormat.QR_CODE));

  private Reader() {}

  /**
   * Reads one picture.
   *
   * @param luminance one byte a pixel, row by row
   * @param attempt varies from picture to picture. Every second one is read at half its size, which
   *     reduces the noise of dim light; and two of every four by their overall instead of their
   *     local brightness, which suits glare and tilted codes
   * @return the text of the code, or {@code null}
   */
  @JSExport
  public static String read(byte[] luminance, int width, int height, int attempt) {
    LuminanceSource source =
        attempt % 2 == 0
            ? source(luminance, width, height)
            : source(half(luminance, width, height), width / 2, height / 2);
    Binarizer binarizer =
        attempt % 4 < 2 ? new HybridBinarizer(source) : new GlobalHistogramBinarizer(source);
    try {
      return new QRCodeReader().decode(new BinaryBitmap(binarizer), HINTS).getText();
    } catch (ReaderException e) {
      return null;
    }
  }

  private static LuminanceSource source(byte[] luminance, int width, int height) {
    return new PlanarYUVLuminanceSource(luminance, width, height, 0, 0, width, height, false);
  }

  /** Returns the picture at half its size: each pixel is the mean of four. */
  private static byte[] half(byte[] luminance, int width, int height) {
    byte[] half = new byte[(width / 2) * (height / 2)];
    int to = 0;
    for (int y = 0; y + 1 < height; y += 2) {
      for (int x = 0; x + 1 < width; x += 2) {
        int at = y * width + x;
        int sum =
            (luminance[at] & 0xff)
                + (luminance[at + 1] & 0xff)
                + (luminance[at + width] & 0xff)
                + (luminance[at + width + 1] & 0xff);
        half[to++] = (byte) (sum / 4);
      }
    }
    return half;
  }

  /** TeaVM requires a main method; there is nothing to do. */
  public static void main(String[] arguments) {}
}
