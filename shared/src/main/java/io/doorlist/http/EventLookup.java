package io.doorlist.http;

import io.doorlist.domain.event.EventDefinition;
import java.util.Optional;

/**
 * Finds an event by the slugs in a path; implemented by the store, which this package does not
 * know.
 */
@FunctionalInterface
public interface EventLookup {
  /** Returns the event with its check-in lists, or empty if the account has none with this slug. */
  Optional<EventDefinition> find(String account, String event);
}
