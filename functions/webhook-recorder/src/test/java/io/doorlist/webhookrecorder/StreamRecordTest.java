package io.doorlist.webhookrecorder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import io.doorlist.http.FunctionLog;
import io.doorlist.testing.FunctionInvoker;
import io.doorlist.testing.TestContext;
import io.doorlist.webhookrecorder.ChangeRecorder.StreamRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamRecordTest {
  private static final FunctionLog LOG = FunctionLog.of(TestContext.of(10_000));

  @Test
  void readAll_takesWhatLambdasTypeHas() throws Exception {
    Path file = FunctionInvoker.ROOT.resolve("events/record-changes.json");
    PojoSerializer<DynamodbEvent> serializer =
        LambdaEventSerializers.serializerFor(DynamodbEvent.class, getClass().getClassLoader());
    DynamodbEvent expected = serializer.fromJson(Files.newInputStream(file));

    List<StreamRecord> records = StreamRecord.readAll(Files.newInputStream(file), LOG);

    assertEquals(
        expected.getRecords().stream().map(each -> each.getDynamodb().getSequenceNumber()).toList(),
        records.stream().map(StreamRecord::sequenceNumber).toList());
    // Every attribute of every image: what the type writes is read as the same changes.
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    serializer.toJson(expected, written);
    assertEquals(
        records, StreamRecord.readAll(new ByteArrayInputStream(written.toByteArray()), LOG));
  }
}
