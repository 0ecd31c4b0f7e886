package io.doorlist.local.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/** Never answers, and reports in a latch of the test when it was interrupted. */
public final class SlowFunction implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream in, OutputStream out, Context context) {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      ((CountDownLatch) System.getProperties().get("doorlist.test.interrupted")).countDown();
    }
  }
}
