package io.doorlist.local.dynamodb;

import io.doorlist.local.dynamodb.engine.Engine;
import io.doorlist.local.json.JsonTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Guards DynamoDB Local when its data is on disk: refuses writes before the disk is full, and holds
 * every answer until the writes before it are on the disk.
 */
final class DiskGuard extends Handler.Wrapper {
  private static final Pattern READ =
      Pattern.compile("[^.]*\\.(Get|Query|Scan|BatchGet|TransactGet|List|Describe).*");
  private static final String CHECKSUM = "x-amz-crc32";

  /** The answer to a write for which there is no room. */
  static final int FULL_STATUS = 503;

  static final String FULL_CODE = "ServiceUnavailable";
  static final String FULL_MESSAGE = "the disk is nearly full";

  private final Engine engine;
  private final DataFolder folder;

  DiskGuard(Handler handler, Engine engine, DataFolder folder) {
    super(handler);
    this.engine = engine;
    this.folder = folder;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    HttpField target = request.getHeaders().getField("X-Amz-Target");
    boolean reads = target != null && READ.matcher(target.getValue()).matches();
    if (!reads && folder.isFull()) {
      // Otherwise the client would see its connection close while it is still sending.
      Content.Source.asInputStream(request).skip(Long.MAX_VALUE);
      response.setStatus(FULL_STATUS);
      response.write(true, error(FULL_CODE, FULL_MESSAGE), callback);
      return true;
    }
    return super.handle(request, new DurableResponse(request, response), callback);
  }

  private static ByteBuffer error(String type, String message) {
    return ByteBuffer.wrap(
        JsonTree.write(
            Map.of("__type", "com.amazonaws.dynamodb.v20120810#" + type, "message", message)));
  }

  private final class DurableResponse extends Response.Wrapper {
    DurableResponse(Request request, Response wrapped) {
      super(request, wrapped);
    }

    @Override
    public void write(boolean last, ByteBuffer content, Callback callback) {
      ByteBuffer sent = content;
      try {
        engine.awaitDurable();
      } catch (IOException e) {
        setStatus(500);
        getHeaders().remove(CHECKSUM);
        sent = error("InternalServerError", "the database failed");
      }
      super.write(last, sent, callback);
    }
  }
}
