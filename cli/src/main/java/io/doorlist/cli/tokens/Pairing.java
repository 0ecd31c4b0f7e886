package io.doorlist.cli.tokens;

import io.doorlist.cli.console.Console;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.phone.PairingLink;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options to pair a phone with a new token, by a QR code. */
final class Pairing {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--qr", description = "Draw a QR code here that pairs a phone with the token.")
  private boolean qr;

  @Option(
      names = "--qr-file",
      paramLabel = "FILE",
      description = "Write that QR code to a file, .png or .svg.")
  private Path qrFile;

  @Option(
      names = "--page",
      paramLabel = "URL",
      description =
          "With --qr: where the phone finds the scanner page, such as"
              + " https://door.example.org/-/scan; for `doorlist up --lan` there is `pair`.")
  private URI page;

  @Option(
      names = "--list",
      paramLabel = "L",
      description = "With --qr and one --event: the check-in list that the phone opens first.")
  private Long list;

  private boolean wanted() {
    return qr || qrFile != null;
  }

  void check(List<String> events) {
    if (!wanted()) {
      if (page != null || list != null) {
        throw usage("--page and --list go with --qr or --qr-file");
      }
      return;
    }
    if (page == null) {
      throw usage("--qr needs --page: where the phone finds the scanner page");
    }
    if (page.getHost() == null || page.getRawFragment() != null) {
      throw usage("--page must be an address such as https://door.example.org/-/scan");
    }
    if (list != null && events.size() != 1) {
      throw usage("--list needs one --event, whose list it is");
    }
    if (qrFile != null && !QrImage.canWrite(qrFile)) {
      throw usage("--qr-file must end in .png or .svg");
    }
  }

  /**
   * Draws the pairing code if you asked for it. The token is in the address's fragment, which is
   * never sent.
   */
  void draw(Console console, String account, List<String> events, TokenSecret secret) {
    if (!wanted()) {
      return;
    }
    PairingLink link =
        new PairingLink(
            "",
            account,
            events.size() == 1 ? events.getFirst() : "",
            list == null ? "" : list.toString(),
            secret.reveal());
    QrImage code = QrImage.of(link.on(page.toString()));
    if (qr) {
      code.draw(console);
    }
    if (qrFile != null) {
      code.writeTo(qrFile);
      console.message("The QR code is in " + qrFile + "; anyone who has it has the token.");
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
