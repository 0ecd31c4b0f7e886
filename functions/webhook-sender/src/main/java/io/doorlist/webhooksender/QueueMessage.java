package io.doorlist.webhooksender;

import io.doorlist.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A message of the queue in Lambda's input. */
record QueueMessage(String id, String body) {

  /** Reads the messages of one input, in their order. */
  static List<QueueMessage> read(InputStream input) throws IOException {
    List<QueueMessage> messages = new ArrayList<>();
    try (JsonReader json = JsonReader.open(input)) {
      json.members(
          name -> {
            if (name.equals("Records")) {
              json.elements(() -> messages.add(message(json)));
            }
          });
    }
    return messages;
  }

  private static QueueMessage message(JsonReader json) throws IOException {
    Map<String, String> members = new HashMap<>();
    json.members(
        name -> {
          if (name.equals("messageId") || name.equals("body")) {
            members.put(name, json.text());
          }
        });
    return new QueueMessage(members.get("messageId"), members.get("body"));
  }
}
