package io.doorlist.table.socket;

import io.doorlist.table.Bytes;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Opaque;
import io.doorlist.table.Path;
import io.doorlist.table.Range;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes a message. A value begins with a letter for its kind. Lengths, counts and numbers have
 * seven bits in each byte, and the lowest bits come first. If you change what is written, change
 * {@link Greeting#VERSION}, too. Not thread-safe.
 */
final class MessageWriter {
  private static final int MORE = 0x80;
  private static final int LOW_BITS = 0x7f;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);

  byte[] message() {
    return out.toByteArray();
  }

  void kind(char kind) {
    out.write(kind);
  }

  void flag(boolean flag) {
    out.write(flag ? 'T' : 'F');
  }

  void count(int count) {
    bits(count);
  }

  /** Writes a number. Numbers near zero take few bytes, even if they are negative. */
  void number(long number) {
    bits(number << 1 ^ number >> Long.SIZE - 1);
  }

  private void bits(long bits) {
    long rest = bits;
    while ((rest & ~LOW_BITS) != 0) {
      out.write((int) (rest & LOW_BITS) | MORE);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  void text(String text) {
    bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private void bytes(byte[] bytes) {
    count(bytes.length);
    out.writeBytes(bytes);
  }

  /** Writes a value that may be {@code null}. */
  <T> void optional(T value, Consumer<T> writer) {
    flag(value != null);
    if (value != null) {
      writer.accept(value);
    }
  }

  <T> void list(Collection<T> values, Consumer<? super T> writer) {
    count(values.size());
    values.forEach(writer);
  }

  void key(Key key) {
    text(key.pk());
    text(key.sk());
  }

  void range(Range range) {
    text(range.pk());
    text(range.from());
    text(range.to());
    flag(range.consistent());
    count(range.limit());
  }

  void item(Item item) {
    map(item.attributes());
  }

  private void map(Map<?, ?> values) {
    count(values.size());
    values.forEach(
        (name, value) -> {
          text((String) name);
          value(value);
        });
  }

  private void value(Object value) {
    switch (value) {
      case String text -> {
        kind('S');
        text(text);
      }
      case Long number -> {
        kind('N');
        number(number);
      }
      case Boolean flag -> flag(flag);
      case Bytes bytes -> {
        kind('B');
        bytes(bytes.array());
      }
      case Map<?, ?> map -> {
        kind('M');
        map(map);
      }
      case List<?> list -> {
        kind('L');
        list(list, this::value);
      }
      case Opaque opaque -> {
        kind('O');
        text(opaque.type());
        value(opaque.value());
      }
      default -> throw new IllegalArgumentException("no message holds a " + value.getClass());
    }
  }

  private void path(Path path) {
    list(path.steps(), step -> value(step instanceof Integer index ? (Object) (long) index : step));
  }

  void condition(Condition condition) {
    switch (condition) {
      case Condition.Has has -> {
        kind('h');
        path(has.path());
      }
      case Condition.Lacks lacks -> {
        kind('l');
        path(lacks.path());
      }
      case Condition.LacksElement lacks -> {
        kind('e');
        text(lacks.list());
        value(lacks.element());
      }
      case Condition.Is is -> {
        kind('i');
        path(is.path());
        value(is.value());
      }
      case Condition.AtLeast least -> {
        kind('a');
        text(least.attribute());
        number(least.number());
      }
      case Condition.Below below -> {
        kind('b');
        text(below.attribute());
        number(below.number());
      }
      case Condition.Begins begins -> {
        kind('s');
        text(begins.attribute());
        text(begins.prefix());
      }
      case Condition.All all -> {
        kind('&');
        list(all.conditions(), this::condition);
      }
      case Condition.Either either -> {
        kind('|');
        condition(either.one());
        condition(either.other());
      }
    }
  }

  void write(Write write) {
    switch (write) {
      case Write.Put put -> {
        kind('P');
        item(put.item());
      }
      case Write.Delete delete -> {
        kind('D');
        key(delete.key());
      }
      case Write.Check check -> {
        kind('C');
        key(check.key());
      }
      case Update update -> {
        kind('U');
        key(update.key());
        list(update.steps(), this::step);
      }
    }
    optional(write.condition(), this::condition);
  }

  private void step(Update.Step step) {
    switch (step) {
      case Update.Step.Set set -> {
        kind('s');
        path(set.path());
        value(set.value());
      }
      case Update.Step.SetIfAbsent set -> {
        kind('i');
        text(set.attribute());
        value(set.value());
      }
      case Update.Step.Append append -> {
        kind('l');
        text(append.list());
        value(append.element());
      }
      case Update.Step.Add add -> {
        kind('a');
        text(add.attribute());
        number(add.number());
      }
      case Update.Step.Remove remove -> {
        kind('r');
        path(remove.path());
      }
    }
  }
}
