package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BarcodeFormat;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The reader on pictures as phones take them at doors, read as the page does it, in four frames: so
 * many codes of six at least, and none wrongly.
 */
@Tag("long")
class ReaderTest extends BrowserTest {
  private static final String SHORT = "https://tickets.example.org/t/AbCdEf0123456789";
  private static final String LONG =
      "https://boxoffice.example.org/events/4711/orders/ORD-2026-000123456/tickets/"
          + "9f8e7d6c5b4a39281706f5e4d3c2b1a0?check=Zm9vYmFyYmF6";
  private static final String NUMBER = "TICKET-0123456789";

  private static final int PICTURES = 6;

  private static PhonePage phone;

  /** Returns what the page's reader says of each picture. */
  private static final String READ =
      """
      async ([pictures, width, height, attempts]) => {
        const {reader} = await load('camera.js');
        const picture = document.createElement('canvas');
        picture.width = picture.videoWidth = width;
        picture.height = picture.videoHeight = height;
        const pen = picture.getContext('2d', {willReadFrequently: true});
        const read = reader(picture, 1);
        await read();
        const texts = [];
        for (const each of pictures) {
          const grey = atob(each);
          const pixels = new Uint32Array(grey.length);
          for (let i = 0; i < grey.length; i++) {
            pixels[i] = 0xff000000 | (grey.charCodeAt(i) * 0x010101);
          }
          pen.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width, height), 0, 0);
          let text;
          for (let i = 0; i < attempts && text === undefined; i++) {
            [text] = await read();
          }
          texts.push(text ?? '');
        }
        return texts;
      }
      """;

  @BeforeAll
  static void openPage() {
    phone = PhonePage.on(browser);
    phone.open(host.url() + "/-/scan", "h1:has-text('Pair this phone')");
  }

  @ParameterizedTest
  @CsvSource({
    "QR_CODE, NONE, 6",
    "QR_CODE, FAR, 6",
    "QR_CODE, SMALL, 6",
    "QR_CODE, ROTATED, 6",
    "QR_CODE, TILTED, 6",
    "QR_CODE, CREASED, 6",
    "QR_CODE, DIM, 6",
    "QR_CODE, BLURRED, 6",
    "QR_CODE, GLARE, 3",
    "QR_CODE, INVERTED, 6",
    "QR_CODE, ON_SCREEN, 6",
    "QR_CODE, BESIDE, 6",
    "AZTEC, NONE, 6",
    "AZTEC, FAR, 6",
    "AZTEC, ROTATED, 6",
    "AZTEC, TILTED, 6",
    "AZTEC, DIM, 6",
    "AZTEC, BLURRED, 6",
    "AZTEC, INVERTED, 6",
    "PDF_417, NONE, 4",
    "PDF_417, FAR, 2",
    "PDF_417, DIM, 5",
    "PDF_417, BLURRED, 4",
    "PDF_417, ROTATED, 0",
    "PDF_417, TILTED, 0",
    "PDF_417, INVERTED, 0",
    "CODE_128, NONE, 6",
    "CODE_128, FAR, 6",
    "CODE_128, BLURRED, 6",
    "CODE_128, DIM, 0",
    "CODE_128, INVERTED, 0",
  })
  void code_isRead_fromPicturesThatAreHardToRead(BarcodeFormat format, Harm harm, int least)
      throws Exception {
    Random random = new Random(31 * format.ordinal() + harm.ordinal());
    List<String> pictures = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < PICTURES; i++) {
      String text = format == BarcodeFormat.CODE_128 ? NUMBER : i % 4 == 3 ? LONG : SHORT;
      texts.add(text);
      pictures.add(Base64.getEncoder().encodeToString(Picture.of(text, format, harm, random)));
    }

    // A code that counts when it was read twice needs twice as many.
    int attempts = format == BarcodeFormat.QR_CODE || format == BarcodeFormat.AZTEC ? 4 : 8;
    List<?> found =
        (List<?>)
            phone.page.evaluate(READ, List.of(pictures, Picture.WIDTH, Picture.HEIGHT, attempts));

    int right = 0;
    for (int i = 0; i < PICTURES; i++) {
      String read = (String) found.get(i);
      boolean one = isOneOf(texts.get(i), read);
      assertTrue(one || read.isEmpty(), read);
      right += one ? 1 : 0;
    }
    assertTrue(right >= least, right + " of " + PICTURES);
  }

  /** Returns whether this is the text of one of the codes in a picture. */
  private static boolean isOneOf(String text, String read) {
    return read.equals(text) || new StringBuilder(read).reverse().toString().equals(text);
  }

  @AfterAll
  static void closePage() {
    phone.close();
  }
}
