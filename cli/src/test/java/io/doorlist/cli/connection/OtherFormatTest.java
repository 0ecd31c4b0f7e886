package io.doorlist.cli.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.SampleLines;
import io.doorlist.store.table.TableFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command under the table of another version. */
class OtherFormatTest {
  private static final List<String> COMMANDS =
      List.of(
          "import -",
          "follow --from pretix --url http://127.0.0.1:1 --organizer acme --token-file TOKEN",
          "export --account acme",
          "export --checkins --account acme",
          "report --account acme --event gala",
          "forget --account acme --event gala --order 1",
          "token create --account acme",
          "token list --account acme",
          "token revoke --account acme Gate",
          "webhook list --account acme",
          "demo");

  private final CommandTable table = new CommandTable();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(longs = {0, TableFormat.CURRENT - 1, TableFormat.CURRENT + 1})
  void everyCommand_refusesIt_inOneLine(long format) throws IOException {
    Path token = Files.writeString(folder.resolve("token"), "secret");
    assertEquals(0, table.runWith(SampleLines.ACCOUNT, "import", "-").status());
    table.setFormat(format);
    Map<String, String> before = table.items();
    String reason =
        format < TableFormat.CURRENT
            ? "doorlist: an earlier version filled this table: export with that version"
            : "doorlist: a later version filled this table: use that version";

    for (String command : COMMANDS) {
      CommandResult refused = table.run(command.replace("TOKEN", token.toString()));

      assertEquals(1, refused.status(), command);
      assertEquals("", refused.out(), command);
      assertTrue(refused.err().startsWith(reason), command + ": " + refused.err());
      assertEquals(1, refused.err().lines().count(), command + ": " + refused.err());
    }
    assertEquals(before, table.items());
  }
}
