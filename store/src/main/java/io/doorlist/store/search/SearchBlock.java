package io.doorlist.store.search;

import io.doorlist.domain.Digests;
import io.doorlist.domain.search.TicketWords;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterOutputStream;

/**
 * An item with the words by which a search finds some tickets. It has a line for each ticket, and
 * is compressed.
 */
public final class SearchBlock {
  /** Grows with every change of the item. */
  public static final String VERSION = "v";

  private static final String LINES = "lines";
  private static final String SEPARATOR = "\t";
  private static final int FIELDS = 10;
  private static final int ID_BYTES = 16;

  private SearchBlock() {}

  public static Item item(Key key, List<TicketWords> tickets, long version) {
    return new Item(key).put(LINES, compressed(lines(tickets))).put(VERSION, version);
  }

  /** Returns a block's id, made of its words, so that writing it twice creates one item. */
  public static String id(List<TicketWords> tickets) {
    byte[] digest = Digests.sha256().digest(lines(tickets));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, ID_BYTES));
  }

  private static byte[] lines(List<TicketWords> tickets) {
    return tickets.stream()
        .map(SearchBlock::line)
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the length of a ticket's line before compression, in bytes. */
  public static int bytes(TicketWords ticket) {
    return line(ticket).getBytes(StandardCharsets.UTF_8).length;
  }

  public static List<TicketWords> tickets(Item item) {
    return text(item).lines().map(SearchBlock::ticket).toList();
  }

  /** Reads the tickets of an item whose lines contain a text. */
  static List<TicketWords> tickets(Item item, String hint) {
    List<TicketWords> tickets = new ArrayList<>();
    String text = text(item);
    int at = text.indexOf(hint);
    while (at >= 0) {
      int end = text.indexOf('\n', at);
      tickets.add(ticket(text.substring(text.lastIndexOf('\n', at) + 1, end)));
      at = text.indexOf(hint, end);
    }
    return tickets;
  }

  private static String line(TicketWords ticket) {
    return String.join(
            SEPARATOR,
            Long.toString(ticket.order()),
            Long.toString(ticket.ticket()),
            ticket.orderReference(),
            ticket.reference(),
            ticket.name(),
            ticket.email(),
            ticket.buyer(),
            ticket.buyerEmail(),
            ticket.phone(),
            ticket.buyerPhone())
        + "\n";
  }

  private static TicketWords ticket(String line) {
    String[] fields = line.split(SEPARATOR, FIELDS);
    return new TicketWords(
        Long.parseLong(fields[0]),
        Long.parseLong(fields[1]),
        fields[2],
        fields[3],
        fields[4],
        fields[5],
        fields[6],
        fields[7],
        fields[8],
        fields[9]);
  }

  private static byte[] compressed(byte[] bytes) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try (DeflaterOutputStream output = new DeflaterOutputStream(compressed, deflater)) {
      output.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      deflater.end();
    }
    return compressed.toByteArray();
  }

  private static String text(Item item) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (InflaterOutputStream output = new InflaterOutputStream(text)) {
      output.write(item.bytes(LINES));
    } catch (IOException e) {
      throw new IllegalArgumentException("attribute " + LINES + " cannot be read", e);
    }
    return text.toString(StandardCharsets.UTF_8);
  }
}
