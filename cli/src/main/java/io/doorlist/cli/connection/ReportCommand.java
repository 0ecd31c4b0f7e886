package io.doorlist.cli.connection;

import java.util.Map;
import picocli.CommandLine.Option;

/** A command that works on a table and reports a result. */
public abstract class ReportCommand extends TableCommand {
  @Option(names = "--json", description = "Print the result as JSON.")
  protected boolean json;

  /** Reports the result, either as a JSON object with these members or as this line of text. */
  protected final void report(Map<String, Object> members, String line) {
    if (json) {
      console.json(members);
    } else {
      console.result(line);
    }
  }
}
