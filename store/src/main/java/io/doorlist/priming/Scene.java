package io.doorlist.priming;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.http.NoCall;
import io.doorlist.store.Stores;
import io.doorlist.store.table.RecordedAnswer;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One input, the table's answers to it, and its outcome. In a file, each is a line that begins with
 * a word: {@code input}, then the table's operations in order, then {@code output} with a part of
 * the answer.
 */
final class Scene {
  private static final String FILE = "priming.txt";

  private final byte[] input;
  private final List<RecordedAnswer> answers = new ArrayList<>();
  private String output = "";

  private Scene(String input) {
    this.input = input.getBytes(StandardCharsets.UTF_8);
  }

  static List<Scene> readAll(Class<?> function) throws IOException {
    List<Scene> scenes = new ArrayList<>();
    try (InputStream file = function.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException(function.getName() + " has no " + FILE);
      }
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int space = line.indexOf(' ');
        String word = line.substring(0, space);
        String text = line.substring(space + 1);
        switch (word) {
          case "input" -> scenes.add(new Scene(text));
          case "output" -> scenes.getLast().output = text;
          default ->
              scenes
                  .getLast()
                  .answers
                  .add(new RecordedAnswer(word, text.getBytes(StandardCharsets.UTF_8)));
        }
      }
    }
    return scenes;
  }

  /**
   * Plays the scene with a new function, which starts as any does and remembers no earlier scene.
   */
  void play(Function<Stores, RequestStreamHandler> made) throws IOException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (Stores stores = Stores.recorded(answers)) {
      stores.warm();
      made.apply(stores).handleRequest(new ByteArrayInputStream(input), written, new NoCall());
    }
    if (!written.toString(StandardCharsets.UTF_8).contains(output)) {
      throw new IllegalStateException("the function does not answer as recorded: " + output);
    }
  }
}
