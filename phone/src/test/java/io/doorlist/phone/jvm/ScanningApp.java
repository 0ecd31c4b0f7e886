package io.doorlist.phone.jvm;

import io.doorlist.phone.DoorVerdict;
import java.io.IOException;
import java.nio.file.Path;

/** An app that scans tickets, and says on its output what it tells guests, until it is killed. */
final class ScanningApp {
  private ScanningApp() {}

  /**
   * Scans.
   *
   * @param arguments link, folder, number of the first ticket and how many
   */
  public static void main(String[] arguments) throws IOException {
    int first = Integer.parseInt(arguments[2]);
    int count = Integer.parseInt(arguments[3]);
    try (Phone phone = Phone.open(arguments[0], PhoneSettings.in(Path.of(arguments[1])))) {
      for (int i = first; i < first + count; i++) {
        long began = System.nanoTime();
        DoorVerdict verdict = phone.scan("ticket-" + i);
        System.out.println(
            i
                + " "
                + verdict.kind()
                + " "
                + verdict.scan().key()
                + " "
                + (System.nanoTime() - began) / 1_000_000
                + " "
                + phone.state().keeps());
      }
    }
  }
}
