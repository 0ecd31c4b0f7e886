package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The reader, compiled, on pictures as phones take them at doors. */
@Tag("long")
class ReaderTest extends BrowserTest {
  private static final String TEXT = "https://tickets.example.org/t/AbCdEf0123456789";
  private static final int CODES = 30;

  /** A camera takes the next picture 70 ms later, and each is read in another way. */
  private static final int ATTEMPTS = 4;

  private static final String READ =
      """
      async ([pictures, width, height, attempts]) => {
        const script = document.querySelector('script').src;
        const {read} = await import(script.replace('scan.js', 'reader.js'));
        return pictures.map((picture) => {
          const pixels = Int8Array.from(atob(picture), (c) => c.charCodeAt(0));
          let text = null;
          for (let i = 0; i < attempts && text === null; i++) {
            text = read(pixels, width, height, i);
          }
          return text ?? '';
        });
      }
      """;

  @ParameterizedTest
  @EnumSource(Harm.class)
  void code_isRead_fromPicturesThatAreHardToRead(Harm harm) throws Exception {
    try (PhonePage phone = PhonePage.on(browser)) {
      phone.open(host.url() + "/-/scan", "h1:has-text('Pair this phone')");
      Random random = new Random(harm.ordinal());
      List<String> pictures = new ArrayList<>();
      for (int i = 0; i < CODES; i++) {
        pictures.add(Base64.getEncoder().encodeToString(Picture.of(TEXT, harm, random)));
      }

      List<?> read =
          (List<?>)
              phone.page.evaluate(READ, List.of(pictures, Picture.WIDTH, Picture.HEIGHT, ATTEMPTS));

      long right = read.stream().filter(TEXT::equals).count();
      assertTrue(right >= 0.85 * CODES, () -> right + " of " + CODES);
      assertTrue(read.stream().allMatch(each -> each.equals("") || each.equals(TEXT)));
    }
  }
}
