package io.doorlist.cli.lines;

import io.doorlist.cli.console.Failure;
import java.io.IOException;

/** Reads one kind of file for an import. */
public interface ImportSource {
  /**
   * Passes everything in a file to the importer.
   *
   * @param step is called after every line
   * @return whether the file was read to its end; false if {@code step} ended the import
   * @throws IOException if the file cannot be read
   * @throws Failure if the file is not of this kind
   */
  boolean read(InputFile file, Importer importer, Step step) throws IOException;

  /**
   * Ends the import, after all files were read to their ends.
   *
   * @return whether everything was written; false if {@code step} ended the import
   * @throws Failure if the import must not write anything
   */
  default boolean finish(Importer importer, Step step) {
    return true;
  }

  @FunctionalInterface
  interface Step {
    /** Returns whether the import may go on. */
    boolean goOn();
  }
}
