package io.doorlist.bench.micro;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.doorlist.domain.AdmittedTicket;
import io.doorlist.domain.Event;
import io.doorlist.domain.Mode;
import io.doorlist.domain.TicketType;
import io.doorlist.json.AdmittedJson;
import io.doorlist.json.Json;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.testing.Gateway.Input;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Our JSON compared with plain jackson-core on the same bytes. */
@State(Scope.Benchmark)
public class JsonBenchmark {
  private static final int ITEMS = 250;
  private static final String BASE = "https://doorlist.example/t";
  private static final Event EVENT =
      new Event(
          "acme", 7, "spring-gala", "Spring Gala", List.of(new TicketType(1, "adult", "Adult")));

  private final JsonFactory factory = new JsonFactory();
  private byte[] input;
  private Page<AdmittedTicket> page;
  private byte[] written;
  private List<Map<?, ?>> parts;

  /** Prepares an input and a page. */
  @Setup
  public void load() throws IOException {
    input = HandlerBenchmark.bytes(Input.recorded("check-in-ticket"));
    List<AdmittedTicket> tickets = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      tickets.add(
          new AdmittedTicket(
              String.format("t-K7QX2-%020d", i),
              "K7QX2-" + i,
              9_000_000_000_000_000L + i,
              "adult"));
    }
    page = new Page<>(tickets, new PageRequest(1, ITEMS), 100_000);
    written = writePage();
    parts = new ArrayList<>();
    for (Object ticket : (List<?>) Json.readObject(written).get("tickets")) {
      parts.add((Map<?, ?>) ticket);
    }
    byte[] plain = writePagePlain();
    if (Math.abs(plain.length - written.length) > 200) {
      throw new IllegalStateException("the two pages are not the same");
    }
  }

  /** Reads an input into maps. */
  @Benchmark
  public Map<String, Object> readInput() throws IOException {
    return Json.readObject(input);
  }

  /** Reads every name and text of an input, and keeps none. */
  @Benchmark
  public int readInputPlain() throws IOException {
    int length = 0;
    try (JsonParser parser = factory.createParser(input)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME || token.isScalarValue()) {
          length += parser.getText().length();
        }
      }
    }
    return length;
  }

  /** Writes 250 tickets with their checksums. */
  @Benchmark
  public byte[] writePage() {
    return AdmittedJson.tickets(page, Mode.LIVE, EVENT, BASE).bytes();
  }

  /** Writes the same texts, computed before. */
  @Benchmark
  public byte[] writePagePlain() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(2048);
    try (JsonGenerator json = factory.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeArrayFieldStart("tickets");
      for (Map<?, ?> ticket : parts) {
        json.writeStartObject();
        json.writeStringField("qr_code_identifier", (String) ticket.get("qr_code_identifier"));
        json.writeStringField("qr_code_url", (String) ticket.get("qr_code_url"));
        json.writeStringField("url_checksum", (String) ticket.get("url_checksum"));
        json.writeStringField("reference", (String) ticket.get("reference"));
        json.writeNumberField("id", (Long) ticket.get("id"));
        json.writeStringField("ticket_type", (String) ticket.get("ticket_type"));
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }
}
