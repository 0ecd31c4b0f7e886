package io.doorlist.webhooksender;

import io.doorlist.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A message of the queue in Lambda's input. */
record QueueMessage(String id, String body) {

  /** Reads the messages of one input, in their order. */
  static List<QueueMessage> read(InputStream input) throws IOException {
    return Json.elements(Json.readInput(input).get("Records")).stream()
        .map(Json::members)
        .map(
            each -> new QueueMessage(Json.text(each.get("messageId")), Json.text(each.get("body"))))
        .toList();
  }
}
