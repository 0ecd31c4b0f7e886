package io.doorlist.admin.importing.lines;

import java.io.IOException;

/** Files of import lines, read line by line. */
public final class NdjsonSource implements ImportSource {
  @Override
  public boolean read(InputFile file, Importer importer, Step step) throws IOException {
    LineReader lines = new LineReader(file.content());
    for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
      if (!line.blank()) {
        add(file.name(), line, importer);
      }
      if (!step.goOn()) {
        return false;
      }
    }
    return true;
  }

  private static void add(String file, LineReader.Line line, Importer importer) {
    Importer.SourceLine source =
        new Importer.SourceLine(file, "line", line.number(), null, line.text());
    try {
      if (line.fault() != null) {
        throw new RefusedLine(null, line.fault());
      }
      importer.add(source, ImportLines.read(line.text()));
    } catch (RefusedLine e) {
      importer.refuse(source, e);
    }
  }
}
