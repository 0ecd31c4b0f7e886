package io.doorlist.testing;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** Lets some writes through and then fails every call, like a killed process. */
public final class DyingClient extends RelayingClient {
  private final AtomicInteger writesLeft;

  public DyingClient(DynamoDbClient next, int writes) {
    super(next);
    this.writesLeft = new AtomicInteger(writes);
  }

  /** Thrown to end the operation that uses the client. */
  public static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Runs an operation; returns whether it was killed. */
  public static boolean kills(Runnable operation) {
    try {
      operation.run();
      return false;
    } catch (Killed e) {
      return true;
    }
  }

  @Override
  protected <Q extends DynamoDbRequest, A extends DynamoDbResponse> A relay(
      Q request, Function<Q, A> call) {
    if (writes(request) && writesLeft.getAndDecrement() <= 0) {
      throw new Killed();
    }
    return super.relay(request, call);
  }
}
