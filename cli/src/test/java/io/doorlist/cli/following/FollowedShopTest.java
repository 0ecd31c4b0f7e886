package io.doorlist.cli.following;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.office.OfficeHost;
import io.doorlist.cli.office.OfficePage;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.local.office.Office;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A shop that the office follows while it runs (issue 71). */
class FollowedShopTest extends FollowFixture {
  @TempDir private Path folder;

  private OfficePage office() {
    return new OfficePage(
        table.stores().forCommand(),
        "acme",
        new OfficeHost(
            folder,
            false,
            Optional::empty,
            () -> URI.create("http://127.0.0.1:1"),
            false,
            () -> {}));
  }

  private static Office.Reply ask(OfficePage office, String method, String body) {
    try {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      return office.answer(
          new Office.Call(method, List.of("shop"), Map.of(), new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String text(Office.Reply reply) {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  private static Map<String, Object> members(Office.Reply reply) {
    assertEquals(200, reply.status(), text(reply));
    try {
      return Json.readObject(text(reply));
    } catch (MalformedJsonException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits until what is said of the shop is so. */
  private static Map<String, Object> awaited(
      OfficePage office, Predicate<Map<String, Object>> wanted) {
    Map<String, Object> said;
    do {
      Thread.yield();
      said = members(ask(office, "GET", ""));
    } while (!wanted.test(said));
    return said;
  }

  private String gala(String token) {
    return "{\"url\":\"%s\",\"organizer\":\"acme\",\"event\":\"gala\",\"token\":\"%s\"}"
        .formatted(shop.url(), token);
  }

  private static boolean isHere(Map<String, Object> said) {
    return said.get("up_to_date_at") != null;
  }

  private boolean hasGala() {
    return table.stores().events().find("acme", "gala").isPresent();
  }

  @Test
  void shop_isFollowed_watched_andGoneOnWithAfterAStart() throws IOException {
    shop.events.retainAll(Set.of("gala"));
    shop.keep("gala/N1", "gala/ABCDEFGHIJK");
    try (OfficePage office = office()) {
      assertFalse(members(ask(office, "GET", "")).containsKey("url"), "nothing is followed");
      assertEquals("gala", members(ask(office, "POST", gala(RecordedPretix.TOKEN))).get("event"));

      Map<String, Object> said = awaited(office, FollowedShopTest::isHere);

      assertTrue(hasGala());
      assertTrue((Long) ((Map<?, ?>) said.get("counts")).get("created") > 1, said.toString());
      assertFalse(said.toString().contains(RecordedPretix.TOKEN), "the token is not shown");
      assertFalse(said.containsKey("token"));
    }
    Path kept = folder.resolve("shops/acme.json");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)));

    try (OfficePage office = office()) {
      office.resume();
      Map<String, Object> again = awaited(office, FollowedShopTest::isHere);
      assertEquals("gala", again.get("event"));
      assertFalse(members(ask(office, "DELETE", "")).containsKey("url"));
      assertFalse(Files.exists(kept));
    }
    Files.writeString(kept, "{");
    try (OfficePage office = office()) {
      office.resume();
      Map<String, Object> said = members(ask(office, "GET", ""));
      assertTrue(said.get("problem").toString().contains("set it up again"), said.toString());
      assertTrue(hasGala(), "what came stays");
    }
  }

  @Test
  void wrongToken_isSaid_untilAnotherIsGiven() {
    shop.keep("gala/N1");
    try (OfficePage office = office()) {
      members(ask(office, "POST", gala("wrong")));

      Map<String, Object> said = awaited(office, each -> each.get("problem") != null);

      assertTrue(said.get("problem").toString().contains("token"), said.toString());
      assertFalse(hasGala());
      members(ask(office, "POST", gala(RecordedPretix.TOKEN)));
      Map<String, Object> good = awaited(office, FollowedShopTest::isHere);
      assertFalse(good.containsKey("problem") && good.get("problem") != null, good.toString());
    }
  }

  @Test
  void tokenGoesNowhere_butToAShop() {
    try (OfficePage office = office()) {
      for (String url :
          List.of("http://shop.example", "ftp://x", "https://a:b@shop.example", "x")) {
        String asked =
            "{\"url\":\"%s\",\"organizer\":\"acme\",\"token\":\"secret\"}".formatted(url);
        assertEquals(400, ask(office, "POST", asked).status(), url);
      }
      String spaced = gala("two words");
      assertEquals(400, ask(office, "POST", spaced).status());
      assertEquals(400, ask(office, "POST", "{}").status());
      assertFalse(Files.exists(folder.resolve("shops/acme.json")));
    }
  }
}
