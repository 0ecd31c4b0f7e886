package io.doorlist.exactness.simulator;

import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Answers;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.util.Map;

/** What the function hands back to API Gateway. */
final class ProxyAnswer {
  private ProxyAnswer() {}

  static Answer read(byte[] output) {
    try {
      Map<String, Object> answer = Json.readObject(output);
      return Answers.read(
          ((Number) answer.get("statusCode")).intValue(), (String) answer.get("body"));
    } catch (MalformedJsonException e) {
      throw new IllegalStateException("the function's output is not JSON", e);
    }
  }
}
