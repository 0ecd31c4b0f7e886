package io.doorlist.exactness.simulator.evening;

import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Answers;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.util.List;
import java.util.Map;

/** The function's answer to API Gateway. */
final class ProxyAnswer {
  private ProxyAnswer() {}

  static Answer read(byte[] output) {
    Map<String, Object> answer = json(output);
    return Answers.read(
        ((Number) answer.get("statusCode")).intValue(), (String) answer.get("body"));
  }

  /** Reads the answers to the scans of a batch, in order. */
  static List<Answer> readBatch(byte[] output, int scans) {
    Map<String, Object> answer = json(output);
    return Answers.readBatch(
        ((Number) answer.get("statusCode")).intValue(), (String) answer.get("body"), scans);
  }

  private static Map<String, Object> json(byte[] output) {
    try {
      return Json.readObject(output);
    } catch (MalformedJsonException e) {
      throw new IllegalStateException("the function's output is not JSON", e);
    }
  }
}
