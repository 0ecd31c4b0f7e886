package io.doorlist.phone.browser;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.Binarizer;
import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.LuminanceSource;
import com.google.zxing.NotFoundException;
import com.google.zxing.PlanarYUVLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.GlobalHistogramBinarizer;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.util.List;
import java.util.Map;
import org.teavm.jso.JSExport;

/**
 * Reads QR codes from pictures where the browser itself cannot. The page loads it only then, since
 * it is larger than all the rest.
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
   * @param attempt varies from picture to picture: every other one is read by its overall
   *     brightness, which dim light suits better than the local one
   * @return the text of the code, or {@code null}
   */
  @JSExport
  public static String read(byte[] luminance, int width, int height, int attempt) {
    LuminanceSource source =
        new PlanarYUVLuminanceSource(luminance, width, height, 0, 0, width, height, false);
    Binarizer binarizer =
        attempt % 2 == 0 ? new HybridBinarizer(source) : new GlobalHistogramBinarizer(source);
    try {
      return new QRCodeReader().decode(new BinaryBitmap(binarizer), HINTS).getText();
    } catch (NotFoundException e) {
      return null;
    } catch (ReaderException e) {
      return null;
    }
  }

  /** Where TeaVM begins; there is nothing to begin. */
  public static void main(String[] arguments) {}
}
