package io.doorlist.webhookrecorder;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.http.FunctionLog;
import io.doorlist.json.Json;
import io.doorlist.priming.FunctionTable;
import io.doorlist.priming.Priming;
import io.doorlist.queue.DeliveryQueue;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * Reads changes of orders and tickets from the table's stream, records a webhook event for each,
 * and queues their delivery. Thread-safe.
 *
 * <p>Its answer names the first record that failed. Lambda sends the records again from there on,
 * so each item's changes are recorded in order. A change that is already recorded is found and not
 * recorded twice (ADR 0011).
 */
public final class WebhookRecorderFunction implements RequestStreamHandler {
  private final ChangeRecorder recorder;

  public WebhookRecorderFunction() {
    this(Priming.table(WebhookRecorderFunction.class, WebhookRecorderFunction::new));
  }

  private WebhookRecorderFunction(FunctionTable opened) {
    this(RecorderStores.over(opened.table()), DeliveryQueue.fromEnvironment());
  }

  WebhookRecorderFunction(RecorderStores stores, DeliveryQueue queue) {
    this.recorder = new ChangeRecorder(stores, queue);
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    FunctionLog log = FunctionLog.of(context);
    List<String> failed =
        recorder.record(ChangeRecorder.StreamRecord.readAll(input, log), log).stream()
            .map(ChangeRecorder.StreamRecord::sequenceNumber)
            .toList();
    output.write(Json.failures(failed));
  }
}
