package io.doorlist.bench;

import io.doorlist.domain.AdmittedTicket;
import io.doorlist.domain.Event;
import io.doorlist.domain.Mode;
import io.doorlist.domain.TicketType;
import io.doorlist.json.AdmittedJson;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Command;

/** What compressing a page saves, and what it costs where it is done. */
@Command(
    name = "gzip",
    description =
        "Compresses pages of tickets (listTicketsOfList) with identifiers like those we make.")
final class GzipBench extends BenchCommand {
  private static final int WARM_UP = 2_000;
  private static final int TIMES = 2_000;
  private static final List<Integer> PAGES = List.of(1, 5, 50, 250);

  @Override
  Report measure() throws IOException {
    Report report =
        new Report(
            "gzip",
            "bytes of a page of tickets, and processor time to compress it",
            List.of("plain", "gzip", "base64 of it", "us to gzip"));
    for (int items : PAGES) {
      byte[] plain = page(items);
      byte[] compressed = gzip(plain);
      report.row(
          items + " tickets",
          List.of(
              plain.length,
              compressed.length,
              Base64.getEncoder().encode(compressed).length,
              micros(plain)));
    }
    return report;
  }

  private static double micros(byte[] plain) throws IOException {
    for (int i = 0; i < WARM_UP; i++) {
      gzip(plain);
    }
    long before = Machine.cpuNanos();
    for (int i = 0; i < TIMES; i++) {
      gzip(plain);
    }
    return (Machine.cpuNanos() - before) / 1e3 / TIMES;
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(plain);
    }
    return bytes.toByteArray();
  }

  private static byte[] page(int items) {
    Random random = new Random(items);
    Event event =
        new Event(
            "acme", 7, "spring-gala", "Spring Gala", List.of(new TicketType(1, "adult", "Adult")));
    List<AdmittedTicket> tickets = new ArrayList<>();
    for (int i = 0; i < items; i++) {
      byte[] bits = new byte[20];
      random.nextBytes(bits);
      String code = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
      tickets.add(new AdmittedTicket(code, "K7Q" + i + "-1", 9000 + i, "adult"));
    }
    Page<AdmittedTicket> page = new Page<>(tickets, new PageRequest(1, items), 100_000);
    return AdmittedJson.tickets(page, Mode.LIVE, event, "https://doorlist.example/t").bytes();
  }
}
