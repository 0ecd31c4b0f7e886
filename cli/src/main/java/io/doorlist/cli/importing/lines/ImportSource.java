package io.doorlist.cli.importing.lines;

import io.doorlist.cli.console.Failure;
import java.io.IOException;

/** A kind of file that can be imported. */
public interface ImportSource {
  /**
   * Passes everything in a file to the importer.
   *
   * @param step is called after every line
   * @return whether the file was read to its end; not if {@code step} wanted it otherwise
   * @throws IOException if the file cannot be read
   * @throws Failure if the file is not of this kind
   */
  boolean read(InputFile file, Importer importer, Step step) throws IOException;

  /**
   * Ends the import, once all files are read to their ends.
   *
   * @return whether all was written; not if {@code step} wanted it otherwise
   * @throws Failure if nothing may be written
   */
  default boolean finish(Importer importer, Step step) {
    return true;
  }

  @FunctionalInterface
  interface Step {
    /** Returns whether to go on. */
    boolean goOn();
  }
}
