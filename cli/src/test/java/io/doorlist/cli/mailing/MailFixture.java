package io.doorlist.cli.mailing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.Doorlist;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An event with guests who get their tickets by mail, and a log of its own. */
abstract class MailFixture {
  private static final String STATE = "XDG_STATE_HOME";

  @TempDir protected Path directory;
  protected final CommandTable table = new CommandTable();

  @BeforeEach
  void aLogOfItsOwn() {
    System.setProperty(STATE, directory.resolve("state").toString());
  }

  @AfterEach
  void noLog() {
    System.clearProperty(STATE);
  }

  /** Imports guests from 1 on, whose orders and addresses have their number. */
  final void guests(int count) {
    StringBuilder lines = new StringBuilder();
    lines.append(
        """
        {"kind":"account","slug":"acme","name":"Acme"}
        {"kind":"event","account":"acme","id":7,"slug":"gala","title":"Gala in Köln",\
        "date":"2026-05-01","place":"Rathaus",\
        "ticket_types":[{"id":1,"slug":"adult","name":"Adult"}]}
        """);
    for (int i = 1; i <= count; i++) {
      lines.append(order(i, "g" + i + "@example.org", "code-" + i));
    }
    imported(lines.toString());
  }

  final void imported(String lines) {
    CommandResult imported = table.runWith(lines, "import", "-");
    assertEquals(0, imported.status(), imported.err());
  }

  static String order(int id, String email, String code) {
    return """
    {"kind":"order","account":"acme","event":"gala","id":%1$d,"reference":"R%1$d",\
    "state":"confirmed","payment_state":"paid","currency":"EUR","amount":0,\
    "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z","tickets":[\
    {"id":%1$d,"reference":"R%1$d-1","state":"valid","name":"Guest Ünal %1$d","email":"%2$s",\
    "ticket_type":"adult","qr_code_identifier":"%3$s","created_at":"2026-03-01T10:00:00Z",\
    "updated_at":"2026-03-01T10:00:00Z"}]}
    """
        .formatted(id, email, code);
  }

  private static List<String> arguments(int port, String... more) {
    List<String> all = new ArrayList<>(List.of("tickets", "--account=acme", "--event=gala"));
    all.addAll(List.of("--mail", "--from=Gala Büro <gala@example.org>", "--rate=60000"));
    all.addAll(List.of("--smtp-host=127.0.0.1", "--smtp-port=" + port));
    all.addAll(List.of(more));
    return all;
  }

  final CommandResult send(int port, String... more) {
    return table.runWith("", arguments(port, more).toArray(String[]::new));
  }

  /**
   * Begins to send in a process of its own, with options of its JVM before those of the command.
   */
  final Process begin(List<String> jvm, int port, String... more) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm);
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-D" + STATE + "=" + System.getProperty(STATE), "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), Doorlist.class.getName()));
    command.addAll(arguments(port, more));
    return table.start(
        new ProcessBuilder(command)
            .redirectOutput(directory.resolve("out").toFile())
            .redirectError(directory.resolve("err").toFile()));
  }

  final Path log() {
    return directory.resolve("state/doorlist/mail/acme/gala.ndjson");
  }

  static String[] with(String option, Stream<String> values) {
    return values.map(value -> option + "=" + value).toArray(String[]::new);
  }
}
