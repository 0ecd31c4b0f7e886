package io.doorlist.phone.browser;

import io.nayuki.qrcodegen.QrCode;
import org.teavm.jso.JSExport;

/** Draws QR codes, for the page of demo tickets. */
public final class Drawing {
  private Drawing() {}

  /**
   * Returns the modules of the QR code for a web address, row by row from the top left. A 1 is a
   * dark module. The code is square. The caller adds the empty modules around it.
   */
  @JSExport
  public static byte[] modules(String text) {
    QrCode code = QrCode.encodeText(text, QrCode.Ecc.MEDIUM);
    byte[] modules = new byte[code.size * code.size];
    for (int i = 0; i < modules.length; i++) {
      modules[i] = (byte) (code.getModule(i % code.size, i / code.size) ? 1 : 0);
    }
    return modules;
  }

  /** TeaVM requires a main method, which does nothing. */
  public static void main(String[] arguments) {}
}
