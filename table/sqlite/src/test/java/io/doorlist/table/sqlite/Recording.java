package io.doorlist.table.sqlite;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What reached a {@link TestDisk}, in order. From this a folder is made as a power cut at any
 * moment may leave it.
 *
 * <p>If a sync has ended, everything that was written before it began is there. Each sector of a
 * later write is there or not, whatever came after it. So is each change of a file's length.
 * Changes of names reach the disk in order, as file systems with a journal write them. Those before
 * a sync of the folder are there for sure.
 */
final class Recording {
  /** What a disk writes as a whole. */
  private static final int SECTOR = 512;

  private static final int FOLDER = -2;
  private static final int HEAD_BYTES = 17;

  private final List<Event> events = new ArrayList<>();

  /** One record; see disk.c. */
  private record Event(char kind, int file, long position, byte[] bytes) {
    private String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private Recording() {}

  static Recording read(Path log) throws IOException {
    Recording recording = new Recording();
    try (InputStream file = Files.newInputStream(log);
        DataInputStream in = new DataInputStream(new BufferedInputStream(file))) {
      byte[] head = in.readNBytes(HEAD_BYTES);
      // A process that is killed may leave the last one unfinished.
      while (head.length == HEAD_BYTES) {
        ByteBuffer fields = ByteBuffer.wrap(head).order(ByteOrder.nativeOrder());
        int length = fields.getInt(13);
        byte[] bytes = in.readNBytes(length);
        if (bytes.length == length) {
          recording.events.add(
              new Event((char) head[0], fields.getInt(1), fields.getLong(5), bytes));
        }
        head = in.readNBytes(HEAD_BYTES);
      }
    }
    return recording;
  }

  int size() {
    return events.size();
  }

  long count(char kind) {
    return events.stream().filter(each -> each.kind() == kind).count();
  }

  /** Returns what had been told at a moment. */
  TableProcess.Told told(int moment) {
    StringBuilder lines = new StringBuilder();
    events.subList(0, moment).stream()
        .filter(each -> each.kind() == 'A')
        .forEach(each -> lines.append(each.text()));
    return TableProcess.Told.of(lines.toString().lines().toList());
  }

  /** Makes the folder that a power cut at a moment leaves. */
  void cut(int moment, SplittableRandom random, Path folder) throws IOException {
    Map<Integer, Integer> synced = synced(moment);
    // In every third cut nothing is there that need not be.
    int kept = random.nextInt(3);
    Map<Integer, Content> contents = new HashMap<>();
    for (int i = 0; i < moment; i++) {
      Event each = events.get(i);
      boolean sure = i < synced.getOrDefault(each.file(), 0);
      if (each.kind() == 'W') {
        content(contents, each).write(each, sure, kept, random);
      } else if (each.kind() == 'T' && (sure || random.nextInt(3) < kept)) {
        content(contents, each).truncate((int) each.position());
      }
    }
    for (Map.Entry<String, Integer> name :
        names(moment, synced.getOrDefault(FOLDER, 0), random).entrySet()) {
      Content content = contents.getOrDefault(name.getValue(), new Content());
      Files.write(folder.resolve(name.getKey()), content.bytes());
    }
  }

  private static Content content(Map<Integer, Content> contents, Event event) {
    return contents.computeIfAbsent(event.file(), unused -> new Content());
  }

  /** Returns for each file where the last sync began that has ended. */
  private Map<Integer, Integer> synced(int moment) {
    Map<Long, Integer> begun = new HashMap<>();
    Map<Integer, Integer> synced = new HashMap<>();
    for (int i = 0; i < moment; i++) {
      Event each = events.get(i);
      if (each.kind() == 'B') {
        begun.put(each.position(), i);
      } else if (each.kind() == 'E') {
        synced.merge(each.file(), begun.get(each.position()), Math::max);
      }
    }
    return synced;
  }

  /** Returns the files that there are, by name. */
  private Map<String, Integer> names(int moment, int sure, SplittableRandom random) {
    int until = sure + random.nextInt(moment - sure + 1);
    Map<String, Integer> names = new LinkedHashMap<>();
    for (Event each : events.subList(0, until)) {
      switch (each.kind()) {
        case 'C' -> names.put(each.text(), each.file());
        case 'U' -> names.remove(each.text());
        case 'R' -> {
          String[] fromTo = each.text().split("/");
          names.put(fromTo[1], names.remove(fromTo[0]));
        }
        default -> {}
      }
    }
    return names;
  }

  /** A file as it may be on the disk. */
  private static final class Content {
    private byte[] bytes = new byte[1 << 16];
    private int length;

    private void write(Event event, boolean sure, int kept, SplittableRandom random) {
      int at = (int) event.position();
      int end = at + event.bytes().length;
      while (at < end) {
        int next = Math.min(end, (at / SECTOR + 1) * SECTOR);
        if (sure || random.nextInt(3) < kept) {
          grow(next);
          System.arraycopy(event.bytes(), at - (int) event.position(), bytes, at, next - at);
        }
        at = next;
      }
    }

    private void grow(int least) {
      if (least > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(least, 2 * bytes.length));
      }
      length = Math.max(length, least);
    }

    private void truncate(int to) {
      grow(to);
      Arrays.fill(bytes, to, length, (byte) 0);
      length = to;
    }

    private byte[] bytes() {
      return Arrays.copyOf(bytes, length);
    }
  }
}
