package io.doorlist.checkinlists;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.http.Settings;
import io.doorlist.store.Stores;
import java.time.Clock;

/** Makes the function over stores of the caller's: its constructor for that is its package's. */
public final class HandlerOf {
  private HandlerOf() {}

  /** Returns the function that serves operations 1 to 7. */
  public static RequestStreamHandler checkinLists(Stores stores, Clock clock, Settings settings) {
    return new CheckinListsFunction(stores, clock, settings);
  }
}
