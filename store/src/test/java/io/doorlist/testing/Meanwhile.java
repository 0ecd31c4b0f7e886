package io.doorlist.testing;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** Lets something else happen once, just before or just after a request: a race that is certain. */
public final class Meanwhile extends RelayingClient {
  private static final Predicate<DynamoDbRequest> NEVER = request -> false;

  private final AtomicReference<Runnable> action = new AtomicReference<>();
  private Predicate<DynamoDbRequest> before = NEVER;
  private Predicate<DynamoDbRequest> after = NEVER;

  public Meanwhile(DynamoDbClient next) {
    super(next);
  }

  public void before(Predicate<DynamoDbRequest> request, Runnable meanwhile) {
    before = request;
    after = NEVER;
    action.set(meanwhile);
  }

  public void after(Predicate<DynamoDbRequest> request, Runnable meanwhile) {
    before(NEVER, meanwhile);
    after = request;
  }

  public boolean happened() {
    return action.get() == null;
  }

  @Override
  protected <Q extends DynamoDbRequest, A extends DynamoDbResponse> A relay(
      Q request, Function<Q, A> call) {
    runIf(before.test(request));
    A answer = super.relay(request, call);
    runIf(after.test(request));
    return answer;
  }

  private void runIf(boolean now) {
    Runnable once = now ? action.getAndSet(null) : null;
    if (once != null) {
      once.run();
    }
  }
}
