package io.doorlist.acceptance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.access.LeaksTest;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Client;
import io.doorlist.acceptance.service.Service;
import io.doorlist.local.LocalHost;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Holes planted in copies of the packages, which a host of their own runs: the check against each
 * must find it. Runs after {@link LeaksTest}, as one of them leaks.
 */
@ExtendWith(Service.Provider.class)
@Isolated
@Order(Integer.MAX_VALUE)
@Tag("long")
class PlantedLeaksTest {
  private static final String PLANTED = "io.doorlist.acceptance.planted.";

  /** Handler in template.yaml to the one with a hole. */
  private static final Map<String, String> HOLES =
      Map.of(
          "io.doorlist.orders.OrdersFunction", PLANTED + "ChattyFunction",
          "io.doorlist.events.EventsFunction", PLANTED + "FrankFunction");

  @TempDir private Path folder;

  @Test
  void plantedHoles_areSeen(Service service) throws IOException {
    Assumptions.assumeTrue(service.store != null, "holes are planted in a host of our own");
    try (LocalHost host = Service.hostOver(withHoles(), service.store)) {
      Client client = service.client(host);

      personalFieldLogged_isFoundByTheSearch(service, client);
      exceptionTextInA500_isRefusedByEveryTest(service, client);
    }
  }

  private static void personalFieldLogged_isFoundByTheSearch(Service service, Client client) {
    SortedSet<String> before = service.secrets.in(service.overheard.toString());
    Call call = Call.get(service.world.springGala.path() + "/orders/1001");

    assertEquals(200, client.send(call.by(service.acme)).status());

    SortedSet<String> found = new TreeSet<>(service.secrets.in(service.overheard.toString()));
    found.removeAll(before);
    assertFalse(found.isEmpty());
    assertTrue(found.contains("ada@example.org as ada@example.org"), found::toString);
    assertTrue(found.contains("PT500000000 as PT500000000"), found::toString);
  }

  private static void exceptionTextInA500_isRefusedByEveryTest(Service service, Client client) {
    Call call = Call.get("/" + service.world.acme + "/events");

    AssertionError refused =
        assertThrows(AssertionError.class, () -> client.send(call.by(service.acme)));

    assertTrue(refused.getMessage().startsWith("tells of its insides"), refused::getMessage);
  }

  /** Writes a template with the real functions, except for those with a hole. */
  private Path withHoles() throws IOException {
    Path root = Path.of(System.getProperty("doorlist.root"));
    String template = Files.readString(root.resolve("template.yaml"));
    for (String handler : HOLES.keySet()) {
      String module = handler.split("\\.")[2];
      String zip = "functions/" + module + "/target/function.zip";
      Path copy = folder.resolve(module + ".zip");
      Files.copy(root.resolve(zip), copy);
      plant(copy);
      template = template.replace(zip, copy.toString()).replace(handler, HOLES.get(handler));
    }
    template = template.replace("CodeUri: functions/", "CodeUri: " + root + "/functions/");
    return Files.writeString(folder.resolve("template.yaml"), template);
  }

  /** Adds the classes with the holes to a package. */
  private static void plant(Path zip) throws IOException {
    try (FileSystem files = FileSystems.newFileSystem(URI.create("jar:" + zip.toUri()), Map.of())) {
      for (String name : new String[] {"ChattyFunction", "FrankFunction", "Real"}) {
        String path = (PLANTED + name).replace('.', '/') + ".class";
        Path target = files.getPath("/" + path);
        Files.createDirectories(target.getParent());
        try (InputStream content =
            PlantedLeaksTest.class.getClassLoader().getResourceAsStream(path)) {
          Files.copy(content, target);
        }
      }
    }
  }
}
