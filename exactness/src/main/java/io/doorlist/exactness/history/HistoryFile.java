package io.doorlist.exactness.history;

import io.doorlist.json.Json;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes a history for other checkers: one JSON object a line. */
public final class HistoryFile {
  private HistoryFile() {}

  /** Writes the operations in the order in which they began. */
  public static void write(Path file, List<Operation> operations) throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      for (Operation operation :
          operations.stream()
              .sorted(java.util.Comparator.comparingLong(Operation::invoked))
              .toList()) {
        writer.write(Json.writeValue(operation.json()));
        writer.newLine();
      }
    }
  }
}
