package io.doorlist.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a phone waits for at the door before it shows anything. */
class FirstLoadTest extends BrowserTest {
  private static final long MAX_BYTES = 125_000;

  /** What comes with the camera, which a slow machine may open first. */
  private static final Pattern READER = Pattern.compile("/(reader-worker|zxing|zxing-wasm)\\.js$");

  @Test
  void scanner_loadsLittle_andOneLanguage() {
    try (PhonePage phone = PhonePage.on(browser)) {
      List<Response> answers = new ArrayList<>();
      phone.page.onResponse(answers::add);
      phone.pair(host.link("scanner"));

      // What the page keeps it takes from the browser's cache, which is an answer too.
      List<String> languages =
          answers.stream().map(Response::url).filter(url -> url.contains("/words-")).toList();
      assertEquals(1, languages.stream().distinct().count());
      long bytes = bytes(answers);
      assertTrue(bytes > 0 && bytes <= MAX_BYTES, () -> bytes + " bytes");
    }
  }

  /** Returns how many bytes of the page itself came by the network, compressed, without reader. */
  static long bytes(List<Response> answers) {
    // To ask for a size lets further answers in.
    return List.copyOf(answers).stream()
        .filter(answer -> answer.url().contains("/-/") && !answer.fromServiceWorker())
        .filter(answer -> !READER.matcher(answer.url()).find())
        .mapToLong(answer -> answer.request().sizes().responseBodySize)
        .sum();
  }
}
