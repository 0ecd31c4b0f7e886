package io.doorlist.acceptance.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Overheard;
import io.doorlist.acceptance.service.Secrets;
import io.doorlist.acceptance.service.Service;
import java.util.Base64;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Searches all that the functions and the local host logged in the whole run, including faults. It
 * also searches what commands printed besides their results, and the bodies of problems. None of
 * these contains personal data, a QR code or a token, in any encoding.
 */
@ExtendWith(Service.Provider.class)
@Isolated
@Order(Integer.MAX_VALUE)
class LeaksTest {
  @Test
  void nothingThatWasSaid_tellsOfPeopleTokensOrCodes(Service service) {
    assertEquals(Set.of(), service.secrets.in(Overheard.text()));
    assertTrue(service.secrets.size() > 1_000, () -> service.secrets.size() + " secrets");
  }

  /** The search finds a secret in whatever way it is written. */
  @Test
  void search_findsASecret_howeverItIsWritten() {
    Secrets secrets = new Secrets();
    secrets.add("Zoë \"of\" O'Canary+1@example.org");
    String base64 =
        Base64.getEncoder().encodeToString("?Zoë \"of\" O'Canary+1@example.org!".getBytes(UTF_8));

    for (String said :
        new String[] {
          "name=Zoë \"of\" O'Canary+1@example.org!",
          "/Zo%C3%AB+%22of%22+O%27Canary%2B1%40example.org/x",
          "/Zo%C3%AB%20%22of%22%20O%27Canary%2B1%40example.org/x",
          "{\"name\":\"Zoë \\\"of\\\" O'Canary+1@example.org\"}",
          "Zo\\u00eb \"of\" O'Canary+1@example.org",
          base64
        }) {
      assertEquals(1, Math.min(1, secrets.in(said).size()), said);
    }
    assertEquals(Set.of(), secrets.in("Zoë, of Example.org"));
  }
}
